import Foundation

/// The questions of the airport figures with euro-aip 0.24.0, where a Python of 3.12 or later can be had.
///
/// It is installed into a folder of its own with pip the first time. Where that cannot be done the figures
/// say so and nothing is compared.
struct AirportPeer {
  private struct Answer: Decodable {
    var seconds: [Double]
    var airports: [String]?
  }

  private static let package = "euro-aip==0.24.0"
  private static let runs = 30
  private let answers: [String: Answer]
  private let absence: String?

  init(_ path: String, folder: String) {
    do {
      let python = try Self.python(folder)
      // It brings the file to its own schema when it opens it.
      let copy = folder + "/airports_peer.db"
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let output = try Self.output([python, "Benchmarks/airports_peer.py", copy, "\(Self.runs)"])
      answers = try JSONDecoder().decode([String: Answer].self, from: output)
      absence = nil
    } catch {
      answers = [:]
      absence = "euro-aip cannot be had: \(error)"
    }
  }

  /// How long it takes to read the file; or one figure without a goal that says why there is none.
  var loading: [Figure] {
    if let absence { print("airports, \(absence)") }
    guard let answer = answers["load"] else { return [] }
    return [
      Figure(
        name: "airports, euro-aip reading the file", unit: "ms", values: answer.seconds.map { $0 * 1e3 },
        goal: .infinity)
    ]
  }

  /// Its figure for a question; what it found and we did not, and the other way round, is said.
  func figures(_ question: String, ours: [String], title: String) -> [Figure] {
    guard let answer = answers[question] else { return [] }
    let theirs = answer.airports ?? []
    if theirs != ours {
      let (mine, others) = (Set(ours), Set(theirs))
      print(
        "\(title): euro-aip finds \(theirs.count); ours alone \(ours.filter { !others.contains($0) }), "
          + "euro-aip alone \(theirs.filter { !mine.contains($0) })")
    }
    let name = title + (theirs == ours ? ", euro-aip" : ", euro-aip, which differs")
    return [
      Figure(name: name, unit: "µs", values: answer.seconds.map { $0 * 1e6 }, goal: .infinity)
    ]
  }

  /// A Python with the package.
  private static func python(_ folder: String) throws -> String {
    let own = folder + "/euro-aip/bin/python"
    if (try? output([own, "-c", "import euro_aip"])) != nil { return own }
    for name in ["python3", "python3.14", "python3.13", "python3.12"] {
      let check = "import sys; sys.exit(sys.version_info < (3, 12))"
      guard (try? output([name, "-c", check])) != nil else { continue }
      _ = try output([name, "-m", "venv", folder + "/euro-aip"])
      _ = try output([own, "-m", "pip", "install", "-q", package])
      return own
    }
    throw BenchmarkError.unreadable("a Python of 3.12 or later")
  }

  /// What a program writes to its standard output; throws unless it ends with 0.
  private static func output(_ words: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError.unreadable(words.joined(separator: " "))
    }
    return data
  }
}
