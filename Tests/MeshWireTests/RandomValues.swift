import Cryptography
import MeshWire
import Timebase

/// Seeds that property tests run with: some fixed, and one fresh in each run. Failures print the seed.
enum Seeds {
  static let all: [UInt64] = [1, 2, 3, UInt64.random(in: 1_000...UInt64.max)]
}

extension SeededRandom {
  mutating func peer() -> PeerID { PeerID(rawValue: next()) }

  mutating func chance(_ oneIn: UInt64) -> Bool { next() % oneIn == 0 }

  mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Text that compresses, of about `count` bytes.
  mutating func words(_ count: Int) -> String {
    let words = ["gate", "seven", "north", "日本", "naïve", "runway", "lamp"]
    var text = ""
    while text.utf8.count < count { text += words[self.count(0...words.count - 1)] + " " }
    return text
  }

  /// A packet as any client might make one: both versions, all optional fields, payloads that compress
  /// and payloads that do not.
  mutating func packet() -> Packet {
    let version: PacketVersion = chance(2) ? .one : .two
    let payload = chance(2) ? bytes(count(0...400)) : Array(words(count(0...700)).utf8)
    let hops = version == .two && chance(2) ? count(0...6) : 0
    return Packet(
      version: version, type: MessageType(rawValue: UInt8(truncatingIfNeeded: next())),
      ttl: UInt8(truncatingIfNeeded: next()), timestamp: Timestamp(milliseconds: next()), sender: peer(),
      recipient: chance(2) ? peer() : nil, route: (0..<hops).map { _ in peer() }, payload: payload,
      signature: chance(2) ? bytes(WireLimits.signatureBytes) : nil, isRSR: chance(2))
  }

  mutating func announce() -> Announce {
    Announce(
      nickname: words(count(0...60)), noiseKey: bytes(32), signingKey: bytes(32),
      neighbours: (0..<count(0...Announce.neighboursWrittenMax)).map { _ in peer() },
      capabilities: chance(2) ? Capabilities(rawValue: next() >> UInt64(count(0...63))) : nil,
      bridgeCell: chance(2) ? String("u09tvw0u09tvw".prefix(count(1...12))) : nil)
  }

  mutating func noisePayload() -> NoisePayload {
    switch count(0...4) {
    case 0: return .privateMessage(PrivateMessage(messageID: words(30), text: words(count(0...200))))
    case 1: return .readReceipt(messageID: words(30))
    case 2: return .delivered(messageID: words(30))
    case 3:
      let bits = Capabilities(rawValue: next() >> UInt64(count(0...63)))
      return PeerState(capabilities: bits, signingKey: bytes(32)).map { .peerState($0) }
        ?? .readReceipt(messageID: "")
    default:
      let types = NoiseModuleType.allCases
      return .module(types[count(0...types.count - 1)], body: bytes(count(0...200)))
    }
  }

  /// `bytes` with a few bytes changed, cut off or put in.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<count(1...4) {
      let place = count(0...bytes.count)
      switch count(0...3) {
      case 0 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: next())
      case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8(next() % 8)
      case 2: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: self.bytes(count(1...9)), at: place)
      }
    }
    return bytes
  }
}
