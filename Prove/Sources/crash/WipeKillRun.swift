import Foundation

/// Kills a node in the middle of the emergency wipe, at random moments, and starts it again: from the moment
/// the intent is on the disk nothing of before is left after the start, in any file of the profile, of the
/// cache or of the folder of sockets; before that moment everything is as it was.
struct WipeKillRun {
  private let options: Options
  private var random: SeededGenerator
  private var figures = Figures()

  init(_ options: Options) {
    self.options = options
    random = SeededGenerator(seed: options.seed)
  }

  func run() async throws -> Figures {
    var run = self
    try run.killAll()
    return run.figures
  }

  private mutating func killAll() throws {
    let place = "\(options.folder)/wipe-\(options.seed)"
    try? FileManager.default.removeItem(atPath: place)
    for name in ["data", "run", ".cache/tern"] {
      try FileManager.default.createDirectory(
        atPath: "\(place)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let node = ProvedNode(options, place: place, profile: "node")
    try node.start()
    for number in 0..<options.count {
      let old = try live(node, number)
      if options.isPlanted {
        // What a wipe that forgets a copy would leave.
        try Data(old.texts[0].utf8).write(to: URL(filePath: "\(place)/run/forgotten"))
      }
      let wipe = try wipe(node, place)
      let hasBegun = try killDuring(wipe, node, old)
      wipe.waitUntilExit()
      try node.start()
      let fingerprint = try Self.fingerprint(node.line())
      figures.add(1, "kills")
      if hasBegun {
        guard fingerprint != old.fingerprint else { throw Loss(words: "the identity outlived the wipe") }
        try expectNone(of: old, in: ["data", "run", ".cache"].map { "\(place)/\($0)" })
        figures.add(1, "wiped")
      } else {
        guard fingerprint == old.fingerprint else {
          throw Loss(words: "nothing was begun and the identity is gone")
        }
        figures.add(1, "before-the-intent")
      }
    }
    node.kill()
    try FileManager.default.removeItem(atPath: place)
  }

  /// What must not be found later.
  private struct Old {
    var fingerprint: String
    var texts: [String]
    var keyFile: Data

    var secrets: [Data] {
      let pieces = stride(from: 16, to: keyFile.count - 16, by: 16).map { keyFile.subdata(in: $0..<$0 + 16) }
      return texts.map { Data($0.utf8) } + pieces.filter { Set($0).count > 8 }
    }
  }

  private func live(_ node: ProvedNode, _ number: Int) throws -> Old {
    let line = try node.line()
    let fingerprint = try Self.fingerprint(line)
    let word = "marmalade\(options.seed)x\(number)"
    _ = try line.ask(["command": "nickname.set", "nickname": "nick\(word)"])
    for count in 0..<8 {
      _ = try line.ask(["command": "message.send", "conversation": "mesh", "text": "\(word) \(count)"])
    }
    let keys = try Data(contentsOf: URL(filePath: Self.keyFile(node)))
    return Old(fingerprint: fingerprint, texts: [word, fingerprint], keyFile: keys)
  }

  private func wipe(_ node: ProvedNode, _ place: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: options.program)
    process.arguments = ["wipe", "--yes", "--profile", "node"]
    process.environment = node.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Kills both at a random moment, three times of four (and always with the planted fault) after the intent
  /// is there; answers whether it was.
  private mutating func killDuring(_ wipe: Process, _ node: ProvedNode, _ old: Old) throws -> Bool {
    let waits = options.isPlanted || Int.random(in: 0..<4, using: &random) > 0
    let delay = UInt32.random(in: 0...(waits ? 60_000 : 150_000), using: &random)
    let deadline = ContinuousClock.now + .seconds(20)
    // The intent is a file that lives for milliseconds: it is looked for more often than it could be told of.
    while waits, !isBegun(node, old), ContinuousClock.now < deadline { usleep(200) }
    // The moment of the kill is the experiment; the seed draws it.
    usleep(delay)
    node.kill()
    kill(wipe.processIdentifier, SIGKILL)
    return isBegun(node, old)
  }

  private static func keyFile(_ node: ProvedNode) -> String { "\(node.dataFolder)/identity.key" }

  private func isBegun(_ node: ProvedNode, _ old: Old) -> Bool {
    let lock = (try? String(contentsOfFile: "\(node.dataFolder)/lock", encoding: .utf8)) ?? ""
    return lock.hasPrefix("wipe ")
      || FileManager.default.fileExists(atPath: "\(node.dataFolder)/wipe-pending")
      || (try? Data(contentsOf: URL(filePath: Self.keyFile(node)))) != old.keyFile
  }

  private func expectNone(of old: Old, in folders: [String]) throws {
    let secrets = old.secrets
    for folder in folders {
      let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for path in paths {
        guard let bytes = try? Data(contentsOf: URL(filePath: "\(folder)/\(path)")) else { continue }
        for (number, secret) in secrets.enumerated() where bytes.range(of: secret) != nil {
          throw Loss(words: "\(path) still holds secret \(number) of before the wipe")
        }
      }
    }
  }

  private static func fingerprint(_ line: ControlLine) throws -> String {
    guard let state = try line.ask(["command": "state.get"])?.last?["result"] as? [String: Any],
      let fingerprint = state["fingerprint"] as? String
    else { throw Loss(words: "the node does not say who it is") }
    return fingerprint
  }
}
