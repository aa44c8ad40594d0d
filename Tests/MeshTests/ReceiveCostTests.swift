import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: a neighbour cannot keep a node busy with little traffic: what a frame may cost is asked before it
/// costs anything (mesh-engine 4, our own allowances). Method: floods on one link, a friend on another.
struct ReceiveCostTests {
  /// A packet that inflates to `bytes` and is a few hundred bytes on the wire.
  private func bomb(_ number: Int, _ type: MessageType, bytes: Int, at moment: Timestamp) -> Packet {
    var payload = [UInt8](repeating: 0x41, count: bytes)
    for index in 0..<8 { payload[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return Packet(
      version: bytes > 65_535 ? .two : .one, type: type, timestamp: moment, sender: PeerID(rawValue: 77),
      recipient: PeerID(rawValue: 78), payload: payload)
  }

  @Test func inflatedBytesOfALinkAreLimitedAndComeBackWithTime() throws {
    var bench = Bench()
    let link = bench.link("loud")
    bench.run(for: .seconds(1))
    for number in 0..<20 {
      try bench.receive(bomb(number, .fileTransfer, bytes: 1_000_000, at: bench.now.unix), on: link)
    }
    #expect(bench.engine.ingress.count == MeshLimits.inflatedBytesBurst / 1_000_000)
    let other = bench.link("quiet")
    try bench.receive(bomb(100, .fileTransfer, bytes: 1_000_000, at: bench.now.unix), on: other)
    #expect(bench.engine.ingress.count == MeshLimits.inflatedBytesBurst / 1_000_000 + 1)
    bench.run(for: .milliseconds(1_500))
    try bench.receive(bomb(101, .fileTransfer, bytes: 1_000_000, at: bench.now.unix), on: link)
    #expect(bench.engine.ingress.count == MeshLimits.inflatedBytesBurst / 1_000_000 + 2)
  }

  @Test func typesThatAreShortAreNotInflatedToLongOnes() throws {
    var bench = Bench()
    let link = bench.link("x")
    bench.run(for: .seconds(1))
    for (number, type) in [MessageType.announce, .leave, .noiseHandshake, .syncRequest, .ping].enumerated() {
      try bench.receive(bomb(number, type, bytes: 60_000, at: bench.now.unix), on: link)
    }
    #expect(bench.engine.ingress.count == 0)
    try bench.receive(bomb(9, MessageType(rawValue: 0x7E), bytes: 60_000, at: bench.now.unix), on: link)
    #expect(bench.engine.ingress.count == 1, "a type nobody knows still travels")
  }

  @Test func copiesOfACompressedFrameAreNotInflatedAgain() throws {
    var bench = Bench()
    let link = bench.link("x")
    bench.run(for: .seconds(1))
    let packet = bomb(1, .fileTransfer, bytes: 1_000_000, at: bench.now.unix)
    for ttl in (1...7).reversed() {
      var copy = packet
      copy.ttl = UInt8(ttl)
      try bench.receive(copy, on: link)
    }
    try bench.receive(bomb(2, .fileTransfer, bytes: 1_000_000, at: bench.now.unix), on: link)
    try bench.receive(bomb(3, .fileTransfer, bytes: 1_000_000, at: bench.now.unix), on: link)
    #expect(bench.engine.ingress.count == 3, "seven copies cost one of the four megabytes")
    #expect(bench.engine.ingress.frameCount == 3)
  }

  @Test func floodOfSignedPacketsOnOneLinkLeavesTheOthersAlone() throws {
    let (friend, flood) = (Stranger(seed: 61), Stranger(seed: 62))
    var bench = Bench()
    let (loud, quiet) = (bench.link("loud"), bench.link("quiet"))
    bench.run(for: .seconds(1))
    try bench.receive(try friend.announce(at: bench.now.unix), on: quiet)
    for number in 0..<MeshLimits.signaturesBurst + 500 {
      let forged = Packet(
        type: .publicMessage, timestamp: bench.now.unix, sender: flood.id, payload: Array("\(number)".utf8),
        signature: [UInt8](repeating: 1, count: 64))
      try bench.receive(forged, on: loud)
    }
    #expect(bench.engine.ingress.count <= MeshLimits.signaturesBurst + 1)
    try bench.receive(try friend.message("heard", at: bench.now.unix), on: quiet)
    #expect(bench.publicTexts == ["heard"])
  }

  @Test func framesOfALinkAreLimitedWhateverTheyAre() {
    var bench = Bench()
    let link = bench.link("x")
    bench.run(for: .seconds(1))
    for _ in 0..<MeshLimits.framesBurst + 100 { bench.tell(.link(.frame(link, [1]))) }
    let hasMore = bench.engine.links.admit(link) { $0.admitFrame(at: bench.now.monotonic) }
    #expect(!hasMore)
  }

  @Test func allowanceComesBackEvenlyAndNeverPassesItsBurst() {
    var allowance = Allowance(burst: 10, perSecond: 5)
    var now = Instant(nanoseconds: 0)
    let first = (0..<20).filter { _ in allowance.use(1, at: now) }.count
    now = now + .milliseconds(400)
    let second = (0..<20).filter { _ in allowance.use(1, at: now) }.count
    now = now + .seconds(1_000)
    let third = (0..<20).filter { _ in allowance.use(1, at: now) }.count
    #expect([first, second, third] == [10, 2, 10])
    let isTooMuch = !allowance.has(11, at: now + .seconds(1_000))
    #expect(isTooMuch)
  }
}
