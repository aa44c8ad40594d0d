import CFaultDisk
import Foundation

/// `crash PART [--count N] [--seed N] [--folder PATH] [--planted] …`: one part of what breaks the stores.
/// Ends with one line of figures and 0; with what was lost and 1; 2 on bad arguments. With `--planted` a
/// fault is built in that has to be found: 0 when it was.
@main
struct Crash {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      switch options.part {
      case "child": try await StorageChild.run(options)
      case "money-child": try await MoneyKillRun.child(options)
      case "upgrade", "create": try await report(options) { try await MoneyKillRun(options).run() }
      case "fill": try await StorageChild.fill(options)
      case "kill": try await report(options) { try await KillRun(options).run() }
      case "node": try await report(options) { try await NodeKillRun(options).run() }
      case "wipe": try await report(options) { try await WipeKillRun(options).run() }
      case "users": try await report(options) { try await UsersRun(options).run() }
      case "power": try await report(options) { try await PowerRun(options).run() }
      case "errors": try await report(options) { try await ErrorRun(options).run() }
      case "full": try await report(options) { try await PlaceRun(options).runFull() }
      case "read-only": try await report(options) { try await PlaceRun(options).runReadOnly() }
      default: throw BadArgument(words: "There is no part \(options.part).")
      }
    } catch let problem as BadArgument {
      say("crash: \(problem.words)")
      exit(2)
    } catch {
      say("crash: \(error)")
      exit(1)
    }
  }

  private static func report(_ options: Options, _ run: @Sendable () async throws -> Figures) async throws {
    let start = ContinuousClock.now
    do {
      let figures = try await run()
      if options.isPlanted { throw NotFound(part: options.part) }
      let seconds = Int((ContinuousClock.now - start).components.seconds)
      say("\(options.part) \(figures.line) seconds=\(seconds)")
    } catch let loss as Loss where options.isPlanted {
      say("\(options.part) planted: found: \(loss.words)")
    }
  }
}

/// What a run was asked for.
struct Options: Sendable {
  var part = ""
  var count = 30
  /// How long the two people of `users` act, and how often one of their nodes is killed meanwhile.
  var seconds = 90
  var kills = 10
  var seed: UInt64 = 1
  var folder = ""
  var program = ".build/debug/tern"
  var isPlanted = false
  /// What a child of the money runs does: `upgrade` or `create`.
  var task = ""

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    part = rest.popFirst() ?? ""
    while let name = rest.popFirst() {
      switch name {
      case "--count": count = try Self.number(&rest, name)
      case "--seconds": seconds = try Self.number(&rest, name)
      case "--kills": kills = try Self.number(&rest, name)
      case "--seed": seed = try Self.number(&rest, name)
      case "--folder": folder = try Self.text(&rest, name)
      case "--task": task = try Self.text(&rest, name)
      case "--program": program = try Self.text(&rest, name)
      case "--planted": isPlanted = true
      default: throw BadArgument(words: "I do not know \(name).")
      }
    }
    if folder.isEmpty { throw BadArgument(words: "--folder is missing.") }
  }

  private static func text(_ rest: inout ArraySlice<String>, _ name: String) throws -> String {
    guard let text = rest.popFirst() else { throw BadArgument(words: "\(name) needs a value.") }
    return text
  }

  private static func number<Number: LosslessStringConvertible>(
    _ rest: inout ArraySlice<String>, _ name: String
  ) throws -> Number {
    guard let number = Number(try text(&rest, name)) else {
      throw BadArgument(words: "\(name) needs a number.")
    }
    return number
  }
}

/// What a part counted, in order.
struct Figures: Sendable {
  private(set) var values: [(name: String, value: Int)] = []

  mutating func add(_ value: Int, _ name: String) {
    if let index = values.firstIndex(where: { $0.name == name }) {
      values[index].value += value
    } else {
      values.append((name, value))
    }
  }

  var line: String { values.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
}

/// Something that was promised does not hold.
struct Loss: Error, CustomStringConvertible {
  let words: String
  var description: String { "LOST: \(words)" }
}

/// The run was asked for wrongly.
struct BadArgument: Error {
  let words: String
}

/// The fault that was built in did no harm that was seen.
struct NotFound: Error, CustomStringConvertible {
  let part: String
  var description: String { "the planted fault of \(part) was not found: this run proves nothing" }
}

/// A generator whose whole state is a number, so that a run is its seed.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Writes a line at once: what is held back would die with a killed process.
func say(_ words: String) {
  let line = words + "\n"
  _ = line.withCString { write(STDOUT_FILENO, $0, line.utf8.count) }
}

/// What is wrong with a closed database file, or nothing.
func damage(of path: String) -> String? {
  var words = [CChar](repeating: 0, count: 512)
  fault_check(path, &words, words.count)
  let text = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return text.isEmpty ? nil : text
}
