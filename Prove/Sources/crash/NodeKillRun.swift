import Foundation

/// Kills a whole node 1 to 200 ms after its start or under traffic, and starts it again: it is who it was,
/// its history holds every message that it took, and nothing was set aside. Another node talks all the
/// while.
struct NodeKillRun {
  private let options: Options
  private var random: SeededGenerator
  private var figures = Figures()
  private var identity: String?
  private var taken: [Int] = []
  private var number = 0

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
    let place = "\(options.folder)/node-\(options.seed)"
    try? FileManager.default.removeItem(atPath: place)
    for name in ["data", "run"] {
      try FileManager.default.createDirectory(atPath: "\(place)/\(name)", withIntermediateDirectories: true)
    }
    let other = ProvedNode(options, place: place, profile: "other")
    try other.start()
    let talk = Talk(path: other.socketPath)
    defer { talk.stop() }
    _ = try other.line()
    talk.start()
    let node = ProvedNode(options, place: place, profile: "node")
    for _ in 0..<options.count {
      try node.start()
      if Int.random(in: 0..<4, using: &random) == 0 {
        // The moment of the kill is the experiment; the seed draws it.
        usleep(UInt32.random(in: 1_000...200_000, using: &random))
        node.kill()
        figures.add(1, "while-starting")
      } else {
        try killUnderTraffic(node)
      }
      figures.add(1, "kills")
    }
    try node.start()
    try look(at: node.line(), node)
    node.kill()
    other.kill()
    for profile in [node, other] {
      if let words = damage(of: "\(profile.dataFolder)/messages.sqlite") { throw Loss(words: words) }
    }
    try FileManager.default.removeItem(atPath: place)
  }

  /// Looks what the last kill left, then sends until the node is gone.
  private mutating func killUnderTraffic(_ node: ProvedNode) throws {
    let line = try node.line()
    try look(at: line, node)
    let delay = UInt32.random(in: 1_000...200_000, using: &random)
    let process = node.processID
    // The number is a child of ours that nobody else waits for: it names no other process.
    let killer = Thread {
      usleep(delay)
      Foundation.kill(process, SIGKILL)
    }
    killer.start()
    while true {
      number += 1
      let request = ["command": "message.send", "conversation": "mesh", "text": "number \(number)."]
      guard let answer = try line.ask(request) else { break }
      if let words = answer.last?["error"] { throw Loss(words: "a message was refused: \(words)") }
      taken.append(number)
      figures.add(1, "acknowledged")
    }
    node.kill()
  }

  private mutating func look(at line: ControlLine, _ node: ProvedNode) throws {
    guard let state = try line.ask(["command": "state.get"])?.last?["result"] as? [String: Any],
      let fingerprint = state["fingerprint"] as? String
    else { throw Loss(words: "the node does not say who it is") }
    if let identity, identity != fingerprint { throw Loss(words: "the node is somebody else now") }
    identity = fingerprint
    let page: [String: Any] = ["command": "messages.page", "conversation": "mesh", "limit": 10_000]
    guard let rows = try line.ask(page), rows.last?["items"] != nil else {
      throw Loss(words: "the node does not answer its history")
    }
    let texts = rows.compactMap { ($0["item"] as? [String: Any])?["text"] as? String }
    let there = Set(texts.compactMap { $0.hasPrefix("number ") ? Int($0.dropFirst(7).dropLast()) : nil })
    guard let missing = taken.first(where: { !there.contains($0) }) else {
      figures.add(1, "looks")
      for name in try FileManager.default.contentsOfDirectory(atPath: node.dataFolder) {
        // An empty one is what a creation left that was cut short.
        guard name.contains("damaged") else { continue }
        let kept = try Data(contentsOf: URL(filePath: "\(node.dataFolder)/\(name)"))
        if !kept.isEmpty { throw Loss(words: "set aside: \(name)") }
      }
      return
    }
    throw Loss(words: "message \(missing) was acknowledged and is not in the history")
  }
}

/// The other node's talk, on a thread of its own until it is stopped.
final class Talk: @unchecked Sendable {
  // Safe: what changes is behind the lock.
  private let path: String
  private let lock = NSLock()
  private var isOver = false

  init(path: String) { self.path = path }

  func start() {
    Thread.detachNewThread { [self] in
      guard let line = ControlLine(path: path) else { return }
      var number = 0
      while !lock.withLock({ isOver }) {
        number += 1
        let request = ["command": "message.send", "conversation": "mesh", "text": "from the other \(number)"]
        if ((try? line.ask(request)) ?? nil) == nil { return }
        // Twenty messages a second: traffic for the other to store, below every budget.
        usleep(50_000)
      }
    }
  }

  func stop() { lock.withLock { isOver = true } }
}
