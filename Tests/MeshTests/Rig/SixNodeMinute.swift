import Bytes
import Cryptography
import Mesh
import MeshWire
import Timebase

/// One minute in the life of six engines: public and private traffic, a text too long for a narrow link,
/// sync, handshakes, a link that goes and comes back, loss, copies and frames that overtake each other.
/// Everything is drawn from the seed, so the effects must be too (mesh-engine 16.3, determinism).
struct SixNodeMinute {
  /// What the minute left behind.
  struct Record: Equatable {
    /// SHA-256 over every effect in order, 64 hexadecimal digits.
    let effectLog: String
    /// Frames that were delivered, by type.
    let frames: [FrameCount]
    let publicTexts: Int
    let privateTexts: Int
  }

  /// How many frames of a type were delivered.
  struct FrameCount: Equatable {
    let type: MessageType
    let count: Int
  }

  private var rig: MeshRig
  private var closing: (node: Int, link: LinkID)

  /// Lives the minute.
  static func record(seed: UInt64) -> Record {
    var minute = SixNodeMinute(seed: seed)
    for second in 0..<60 { minute.live(second) }
    return minute.record
  }

  private init(seed: UInt64) {
    rig = MeshRig((0..<6).map { "n\($0)" }, seed: seed)
    rig.faults = MeshRig.Faults(lossPercent: 5, duplicatePercent: 10, jitterMilliseconds: 60)
    for node in 0..<5 { rig.connect(node, node + 1, limit: node == 2 ? 512 : 65_535) }
    closing = (5, rig.connect(5, 0).dialler)
    rig.connect(1, 4)
  }

  private mutating func live(_ second: Int) {
    let (from, to) = (second % 6, (second + 2) % 6)
    if second.isMultiple(of: 7) {
      // A text that does not compress: the narrow link carries it in pieces.
      var words = SeededRandom(number: UInt64(second))
      let text = second == 14 ? words.bytes(900).hexadecimal : "public \(second)"
      rig.tell(from, .command(.sendPublic(text: text, timestamp: rig.now.unix)))
    }
    if second.isMultiple(of: 3) {
      let peer = rig.nodes[to].id
      rig.tell(from, .command(.sendPrivate(text: "private", to: peer, messageID: "M\(second)")))
    }
    if second == 20 { rig.cut(closing.node, closing.link) }
    if second == 35 { closing.link = rig.connect(5, 0).dialler }
    if second == 45 { rig.restart(3) }
    if second == 46 { for other in [2, 4] { rig.connect(3, other) } }
    rig.run(for: .seconds(1))
  }

  private var record: Record {
    var counts = [Int](repeating: 0, count: 256)
    for delivery in rig.deliveries {
      if let packet = try? Packet.decode(delivery.frame) { counts[Int(packet.type.rawValue)] += 1 }
    }
    let frames = counts.enumerated().compactMap { type, count in
      count > 0 ? FrameCount(type: MessageType(rawValue: UInt8(truncatingIfNeeded: type)), count: count) : nil
    }
    return Record(
      effectLog: rig.log.finalize().hexadecimal, frames: frames,
      publicTexts: rig.nodes.reduce(0) { $0 + $1.publicTexts.count },
      privateTexts: rig.nodes.reduce(0) { $0 + $1.privateTexts.count })
  }
}
