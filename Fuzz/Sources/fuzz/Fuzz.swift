import Foundation

/// `fuzz [TARGET…] [--seconds N] [--inputs N] [--seed N]`: each target for so many seconds or inputs; a run
/// is repeated by its seed and count. Ends with 1 when a promise was broken, 2 on bad arguments, 3 on a trap.
@main
struct Fuzz {
  private var targets = FuzzTarget.all
  private var seconds = 20.0
  /// Inputs a target, at least; then the seconds do not count.
  private var inputsWanted: Int?
  private var seed = UInt64.random(in: 0..<1_000_000_000)

  static func main() {
    do {
      let fuzz = try Fuzz(arguments: CommandLine.arguments.dropFirst())
      try FileManager.default.createDirectory(atPath: Finding.folder, withIntermediateDirectories: true)
      Finding.catchTraps()
      try fuzz.checkItself()
      var isClean = true
      for target in fuzz.targets { isClean = try fuzz.run(target, for: fuzz.seconds) && isClean }
      exit(isClean ? 0 : 1)
    } catch {
      print("fuzz: \(error)")
      exit(2)
    }
  }

  private init(arguments: ArraySlice<String>) throws {
    var names: [String] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--seconds":
        seconds = try Self.number(&rest, after: argument)
      case "--inputs":
        inputsWanted = try Self.number(&rest, after: argument)
      case "--seed":
        seed = try Self.number(&rest, after: argument)
      default: names.append(argument)
      }
    }
    if !names.isEmpty { targets = FuzzTarget.all.filter { names.contains($0.name) } }
    if targets.isEmpty { throw FuzzError.badArgument(names.joined(separator: " ")) }
  }

  private static func number<Number: LosslessStringConvertible>(
    _ rest: inout ArraySlice<String>, after option: String
  ) throws -> Number {
    guard let value = rest.popFirst().flatMap({ Number($0) }) else { throw FuzzError.badArgument(option) }
    return value
  }

  /// A fuzzer that finds nothing may be one that looks at nothing: the planted fault has to be found.
  private func checkItself() throws {
    var mutation = Mutation(
      inputs: try Self.inputs(of: FuzzTarget.faulty), generator: SeededGenerator(seed: seed))
    for _ in 0..<200_000 where FuzzTarget.faulty.run(mutation.next()) != .refused { return }
    throw FuzzError.faultNotFound
  }

  /// Whether every promise held.
  private func run(_ target: FuzzTarget, for seconds: Double) throws -> Bool {
    let first = try Self.inputs(of: target)
    var mutation = Mutation(inputs: first, generator: SeededGenerator(seed: seed))
    let end = ContinuousClock.now + .seconds(seconds)
    var count = 0
    var accepted = 0
    repeat {
      for _ in 0..<256 {
        let input = count < first.count ? first[count] : mutation.next()
        count += 1
        Finding.willRead(input, target: target.name, seed: seed)
        switch target.run(input) {
        case .accepted: accepted += 1
        case .refused: break
        case .broken(let what):
          let path = try Finding.keep(input, target: target.name, seed: seed)
          print("\(target.name): BROKEN at input \(count), seed \(seed): \(what); kept in \(path)")
          return false
        }
      }
    } while inputsWanted.map { count < $0 } ?? (.now < end)
    print("\(target.name): \(count) inputs, \(accepted) accepted, seed \(seed), nothing broken")
    return true
  }

  /// Every hexadecimal string of eight bytes or more in the fixture, or every text.
  private static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
    let text = try String(contentsOfFile: "Tests/\(target.fixture)", encoding: .utf8)
    let found: [[UInt8]] =
      if target.readsTexts {
        try text.matches(of: /"content": ("(?:[^"\\]|\\.)*")/).map { match in
          Array(try JSONDecoder().decode(String.self, from: Data(match.1.utf8)).utf8)
        }
      } else {
        text.matches(of: /"([0-9a-f]{16,})"/).compactMap { bytes(hexadecimal: $0.1) }
      }
    let inputs = found.compactMap(target.prepare)
    if inputs.isEmpty { throw FuzzError.noInputs(target.fixture) }
    return inputs
  }

  private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}

/// Why nothing was fuzzed.
enum FuzzError: Error {
  case badArgument(String)
  case noInputs(String)
  case faultNotFound
}
