import Cryptography
import MeshWire
import Timebase

@testable import Mesh

/// The mesh engine under lists of operations: each input is a list, a byte for the operation and some for its
/// arguments. What must hold is asked after every step.
enum EngineTargets {
  /// Operations of one input; the rest is not looked at.
  static let operationsMax = 32
  /// Wake-ups that come in time while time passes; those after them are late.
  static let wakesMax = 4
  /// Effects of one event. A few links and peers and short frames are no reason for more.
  static let effectsMax = 128

  /// One engine, two peers that play by the rules, and whoever else writes to its links.
  static func one(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard var run = EngineRun.start else { return .broken("the engine and its peer find no session") }
    var rest = bytes[...]
    for _ in 0..<operationsMax where !rest.isEmpty && run.fault == nil { run.operate(&rest) }
    run.pass(.milliseconds(500))
    if let fault = run.fault { return .broken(fault) }
    return run.isAnythingShown ? .accepted : .refused
  }

  /// Two engines and the frames between them, lost, doubled, damaged, late and forged. One input in 256 ends
  /// with minutes of peace, after which both must understand each other again. They cost as much as a hundred
  /// others: the sum of all bytes picks them, which inputs do not hand on to what is made of them.
  static func two(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard var run = EnginePair.start else { return .broken("two engines do not meet") }
    var rest = bytes[...]
    for _ in 0..<operationsMax where !rest.isEmpty && run.fault == nil { run.operate(&rest) }
    if bytes.reduce(0, &+) == 1 { run.makePeace() }
    if let fault = run.fault { return .broken(fault) }
    return run.isAnythingShown ? .accepted : .refused
  }
}

/// A peer that writes its packets by hand and plays by the rules.
struct HandPeer {
  let identity: MeshIdentity

  init(using random: inout SeededRandom) {
    identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
  }

  var id: PeerID { identity.peerID }

  func announce(at moment: Timestamp, ttl: UInt8 = 7) -> Packet? {
    let payload = try? Announce(
      nickname: "peer", noiseKey: identity.noise.publicKey.bytes,
      signingKey: identity.signing.publicKey.bytes, capabilities: []
    ).encoded()
    return payload.flatMap {
      sign(Packet(type: .announce, ttl: ttl, timestamp: moment, sender: id, payload: $0))
    }
  }

  func message(_ text: String, at moment: Timestamp) -> Packet? {
    sign(Packet(type: .publicMessage, timestamp: moment, sender: id, payload: Array(text.utf8)))
  }

  func sign(_ packet: Packet) -> Packet? { try? packet.signed(with: identity.signing) }
}

extension ArraySlice<UInt8> {
  /// The next byte of the input; 0 at its end.
  mutating func next() -> Int { Int(popFirst() ?? 0) }

  /// So many bytes, or those that are left.
  mutating func next(_ count: Int) -> [UInt8] {
    defer { self = dropFirst(count) }
    return Array(prefix(count))
  }
}

extension Now {
  /// The moment after a while.
  func later(by duration: Duration) -> Now {
    let (seconds, attoseconds) = duration.components
    let milliseconds = UInt64(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    return Now(
      monotonic: monotonic + duration, unix: Timestamp(milliseconds: unix.milliseconds + milliseconds))
  }
}
