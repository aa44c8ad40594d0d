import Foundation
import Networking
import Testing

/// Nodes on machines of their own: who is not joined by a cable is reached through others only.
@Suite(
  .serialized, .enabled(if: TestNetwork.refusal == nil, "\(TestNetwork.refusal ?? "")"),
  .timeLimit(.minutes(3 * Patience.factor)))
struct NetworkProcessTests {
  @Test func ofThreeInALineTheOutersTalkThroughTheMiddleWhichNeverHoldsTheirPrivateText() async throws {
    let network = TestNetwork()
    let place = try TestPlace()
    let machines = try ["a", "b", "c"].map { try network.machine($0) }
    let cable = try network.join(machines[0], machines[1])
    try network.join(machines[1], machines[2])
    let alice = try await place.start("alice", on: machines[0])
    let middle = try await place.start("middle", on: machines[1])
    let carol = try await place.start("carol", on: machines[2])
    let address = try await place.meet("alice", "carol")
    #expect(try await place.hops(from: "alice", to: address) == 2)

    _ = try await place.run(["--profile", "alice", "send", "from the left end"])
    _ = try await place.run(["--profile", "carol", "send", "from the right end"])
    for (profile, text) in [("carol", "from the left end"), ("alice", "from the right end")] {
      try await eventually("\(profile) has it") { try await place.has(text, profile) == 1 }
    }

    let secret = "the key lies under stone \(UUID().uuidString)"
    let id = try await place.message(from: "alice", to: address, secret)
    try await eventually("it is delivered") { try await place.state(of: id, "alice") == "delivered" }
    #expect(try await place.has(secret, "carol") == 1)
    let forms = [Array(secret.utf8), secret.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }]
    let between = try MemoryImage(of: middle.number, lookingFor: forms)
    #expect(between.found.isEmpty && between.byteCount > 1 << 20)
    for (name, node) in [("alice", alice), ("carol", carol)] {
      // That the search finds it where it must be shows that it would have found it there.
      #expect(try MemoryImage(of: node.number, lookingFor: forms).found.contains(forms[0]), "\(name)")
    }
    // No node holds the second form; this process does.
    #expect(try Set(MemoryImage(of: getpid(), lookingFor: forms).found) == Set(forms))
    print("MEMORY node-between=\(between.byteCount) bytes searched, 0 of \(forms.count) forms found")

    try network.set(cable, isUp: false)
    let waiting = try await place.message(from: "alice", to: address, "while the cable was out")
    try await eventually("alice sees that there is no network") {
      try await place.mesh("alice") == "limited"
    }
    #expect(try await place.state(of: waiting, "alice") != "delivered")
    try network.set(cable, isUp: true)
    try await eventually("it arrives once the cable is in again", seconds: 60) {
      try await place.state(of: waiting, "alice") == "delivered"
    }
    #expect(try await place.has("while the cable was out", "carol") == 1)
  }

  @Test func inARingEverythingArrivesOnceAlsoWhenItIsCutAndHealed() async throws {
    let network = TestNetwork()
    let place = try TestPlace()
    let names = ["north", "east", "south", "west"]
    let machines = try names.map { try network.machine($0) }
    let cables = try (0..<4).map { try network.join(machines[$0], machines[($0 + 1) % 4]) }
    for (name, machine) in zip(names, machines) { _ = try await place.start(name, on: machine) }
    for name in names {
      try await eventually("\(name) sees all others", seconds: 40) {
        try await place.people(name).count == 3
      }
    }
    _ = try await place.run(["--profile", "north", "send", "round and round"])
    for name in names.dropFirst() {
      try await eventually("\(name) has it") { try await place.has("round and round", name) == 1 }
    }
    try network.set(cables[0], isUp: false)
    let south = try await place.address(of: "south")
    let id = try await place.message(from: "north", to: south, "the other way round")
    try await eventually("it takes the other way", seconds: 60) {
      try await place.state(of: id, "north") == "delivered"
    }
    for name in names.dropFirst() { #expect(try await place.has("round and round", name) == 1) }

    try network.set(cables[0], isUp: true)
    try await eventually("the healed cable carries again", seconds: 60) {
      try await place.hops(from: "north", to: try await place.address(of: "east")) == 1
    }
    _ = try await place.run(["--profile", "east", "send", "whole again"])
    for name in names where name != "east" {
      try await eventually("\(name) has it") { try await place.has("whole again", name) == 1 }
    }
  }

  @Test func aNodeStartedWithoutAnyNetworkSaysSoAndFindsOthersWhenItComes() async throws {
    let network = TestNetwork()
    let place = try TestPlace()
    let lone = try network.machine("lone", loopback: false)
    let other = try network.machine("other")
    // The page needs loopback; only the interface the mesh would use is missing at first.
    try network.raiseLoopback(of: lone)
    _ = try await place.start("lone", on: lone)
    try await eventually("it says that there is no network") { try await place.mesh("lone") == "limited" }
    _ = try await place.start("other", on: other)
    let cable = try network.join(lone, other)
    _ = try await place.meet("lone", "other")
    #expect(try await place.mesh("lone") == "listening")
    try network.set(cable, isUp: false)
    try await eventually("it says that the network is gone") { try await place.mesh("lone") == "limited" }
  }

  @Test func privateMessagesGetThroughALinkThatLosesDelaysAndDoubles() async throws {
    let place = try TestPlace()
    let port = Int.random(in: 20_000..<26_000)
    _ = try await place.start("bob", more: ["--mesh-port", "\(port)"])
    let trouble = place.folder.appending(path: "trouble")
    let proxy = try TernProcess(
      [Tools.frameProxy, "\(port + 6_000)", "127.0.0.1:\(port)"]
        + [
          "--loss", "0.15", "--duplicate", "0.15", "--delay-ms", "5:60", "--seed", "7", "--while",
          trouble.path,
        ],
      environment: place.environment, program: Tools.python)
    try await eventually("the proxy listens") { proxy.output.contains("ready") }
    // Another beacon port: only the proxy leads from one to the other.
    let apart = ["--beacon-port", "\(place.beaconPort + 1)", "--peer", "127.0.0.1:\(port + 6_000)"]
    _ = try await place.start("alice", more: apart)
    let bob = try await place.meet("alice", "bob")
    let alice = try await place.address(of: "alice")
    // With a session: a handshake that loses a message waits longer than a test may.
    let first = try await place.message(from: "alice", to: bob, "in calm")
    try await eventually("it is delivered") { try await place.state(of: first, "alice") == "delivered" }
    try Data().write(to: trouble)
    var sent: [(id: String, profile: String)] = []
    for number in 0..<3 {
      sent.append((try await place.message(from: "alice", to: bob, "to bob \(number)"), "alice"))
      sent.append((try await place.message(from: "bob", to: alice, "to alice \(number)"), "bob"))
    }
    let start = ContinuousClock.now
    for message in sent {
      try await eventually("\(message) is delivered", seconds: 90) {
        try await place.state(of: message.id, message.profile) == "delivered"
      }
    }
    for number in 0..<3 {
      #expect(try await place.has("to bob \(number)", "bob") == 1)
      #expect(try await place.has("to alice \(number)", "alice") == 1)
    }
    let figures = proxy.output.split(separator: "\n").last ?? ""
    print("PROXY messages=\(sent.count) seconds=\(ContinuousClock.now - start) \(figures)")
    #expect(
      figures.contains("lost=") && !figures.contains("lost=0"), "a proxy that loses nothing shows nothing")
  }
}

/// The test tools in `Tests/Network`.
enum Tools {
  static let python = "/usr/bin/python3"
  static let frameProxy = path("frame-proxy.py")
  static let flood = path("flood.py")
  static let pageTimes = path("page-times.py")

  private static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Network/\(name)").path
  }
}

extension TestPlace {
  /// How many messages with this text the profile has stored.
  func has(_ text: String, _ profile: String) async throws -> Int {
    try await stored(profile).count { $0["text"] as? String == text }
  }

  /// How the mesh of a running node is: `listening`, `limited` or `failed`.
  func mesh(_ profile: String) async throws -> String? {
    try await ControlLine.ask("state.get", socket(profile))["mesh"] as? String
  }

  func hops(from profile: String, to address: String) async throws -> Int? {
    try await people(profile).first { $0["address"] as? String == address }?["hops"]
      as? Int
  }
}
