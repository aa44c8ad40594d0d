import Foundation
import Networking
import Testing

/// Somebody on the network does all they can for ten seconds, from one address and from many.
@Suite(
  .serialized, .enabled(if: TestNetwork.refusal == nil, "\(TestNetwork.refusal ?? "")"),
  .timeLimit(.minutes(3 * Patience.factor)))
struct FloodProcessTests {
  /// What the node may grow by under any flood, and what it may occupy, in MiB; a debug build.
  private static let growthMiBMax = 64
  private static let memoryMiBMax = 192

  @Test(arguments: [1, 64])
  func underAFloodMemoryStaysBoundedMessagesArriveAndThePageAnswers(addresses: Int) async throws {
    let network = TestNetwork()
    let place = try TestPlace()
    let victim = try network.machine("victim")
    let attacker = try network.machine("attacker")
    let friend = try network.machine("friend")
    try network.join(attacker, victim, addresses: addresses)
    try network.join(friend, victim)
    let port = Int.random(in: 20_000..<30_000)
    let node = try await place.start("victim", on: victim, more: ["--mesh-port", "\(port)"])
    _ = try await place.start("friend", on: friend)
    _ = try await place.meet("friend", "victim")
    let link = try #require(node.link)
    let before = try await place.traffic("victim")
    let cpuBefore = try Self.cpuSeconds(of: node.number)

    let sources = (1...addresses).map { "10.1.0.\($0)" }
    let flood = try TernProcess(
      [Tools.flood, "10.1.1.1:\(port)", "10"] + sources, environment: place.environment,
      program: Tools.python,
      on: attacker)
    let page = try TernProcess(
      [Tools.pageTimes, "http://127.0.0.1:\(link.port ?? 0)/", "9"], environment: place.environment,
      program: Tools.python, on: victim)
    var slowest = Duration.zero
    var arrived = 0
    while flood.isRunning {
      let text = "are you still there \(arrived)"
      let sent = ContinuousClock.now
      _ = try await place.run(["--profile", "friend", "send", text])
      try await eventually("message \(arrived) arrives under the flood") {
        try await place.has(text, "victim") == 1
      }
      slowest = max(slowest, ContinuousClock.now - sent)
      arrived += 1
      // A faster author would be held back as a flooder.
      try await eventually("the next may be sent") { ContinuousClock.now - sent > .seconds(1.5) }
    }
    try await eventually("the page was measured") { !page.isRunning }
    let after = try await place.traffic("victim")
    let cpu = try Self.cpuSeconds(of: node.number) - cpuBefore
    let memory = try #require(after["memory"]?["bytesPeak"]) >> 20
    let growth = memory - (try #require(before["memory"]?["bytes"]) >> 20)
    let links = try #require(after["links"])
    let engine = try #require(after["engine"])
    let longest = try #require(Self.figure("longest_ms", page.output), "\(page.output) \(page.errors)")
    print("FLOOD addresses=\(addresses) \(flood.output.trimmingCharacters(in: .whitespacesAndNewlines))")
    print(
      "FLOOD addresses=\(addresses) memory_mib=\(memory) growth_mib=\(growth) messages=\(arrived) "
        + "slowest_message=\(slowest) cpu_seconds=\(cpu) page_longest_ms=\(longest)")
    for counters in [links, engine] {
      print("FLOOD addresses=\(addresses) \(counters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })")
    }
    #expect(growth <= Self.growthMiBMax && memory <= Self.memoryMiBMax)
    #expect(arrived >= max(1, 3 / Patience.factor))
    #expect(longest <= 2_000 * Patience.factor)
    #expect(links["accepts", default: 0] > 16 * addresses / Patience.factor, "the flood came")
    // From many addresses newcomers push them out before their time is over.
    let dropped = links[addresses == 1 ? "endedSilent" : "endedForRoom", default: 0]
    #expect(dropped > 0, "half-open connections were dropped")
    #expect(links["endedMalformed", default: 0] > 0)
    #expect(engine["copies", default: 0] > 0 && engine["signatureChecks", default: 0] > 0)
    #expect(after["log"] != nil && after["log"] == before["log"], "a flood makes the node write nothing")
    try await eventually("only the friend is left") {
      let held = try await place.traffic("victim")["held"] ?? [:]
      return held["inbound", default: 0] + held["outbound", default: 0] == 1
    }
  }

  /// What the process has used of the processors, in whole seconds, as the system counts it.
  private static func cpuSeconds(of process: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // After the name, which stands in parentheses: the 12th and 13th fields, in hundredths of a second.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12 else { throw Unexpected("the system counts no time for \(process)") }
    let ticks = fields[11...12].compactMap { Int($0) }
    return ticks.reduce(0, +) / 100
  }

  private static func figure(_ name: String, _ text: String) -> Int? {
    text.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("\(name)=") }
      .flatMap { Int($0.dropFirst(name.count + 1)) }
  }
}

extension TestPlace {
  /// The counters of a running node, by group.
  func traffic(_ profile: String) async throws -> [String: [String: Int]] {
    try await ControlLine.ask("traffic", socket(profile)).compactMapValues { $0 as? [String: Int] }
  }
}
