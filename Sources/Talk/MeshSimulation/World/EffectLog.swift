import Bytes
import Cryptography
import Mesh
import MeshWire
import Timebase

/// A hash over every effect of every engine of a world, in order.
///
/// Two runs of one recipe give the same hash, in debug and release builds and in every process; what differs
/// between two hashes is not said, only that something does. Nobody is to be kept from finding two logs with
/// one hash, so the words go through four lanes of multiplications, and only those through SHA-256.
struct EffectLog: Sendable {
  private var lanes: SIMD4<UInt64> = [1, 2, 3, 4]
  private var buffer: [UInt8] = []
  private var byteCount: UInt64 = 0
  /// Effects so far.
  private(set) var count = 0

  /// Notes what one event made a node's engine do.
  mutating func note(_ effects: [MeshEffect], of node: Int, at moment: Instant) {
    add(UInt64(node))
    add(moment.nanoseconds)
    add(UInt64(effects.count))
    count += effects.count
    for effect in effects { add(effect) }
    if buffer.count >= Self.flushBytes { flush() }
  }

  /// The hash over what was noted until now, 64 hexadecimal digits.
  func digest() -> String {
    var copy = self
    copy.flush()
    var end: [UInt8] = []
    for word in [copy.lanes.x, copy.lanes.y, copy.lanes.z, copy.lanes.w, copy.byteCount] {
      withUnsafeBytes(of: word.littleEndian) { end += $0 }
    }
    return SHA256.hash(end).hexadecimal
  }

  /// What is left of a word at the end of the buffer is filled with zeros; the count of bytes tells.
  private mutating func flush() {
    byteCount += UInt64(buffer.count)
    let words = (buffer.count + 7) / 8
    buffer += [UInt8](repeating: 0, count: 8 * words - buffer.count)
    buffer.withUnsafeBytes { bytes in
      for index in 0..<words {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        lanes[index & 3] = Self.mixed(lanes[index & 3] ^ word)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Both halves of a product, which takes every bit of the word along.
  private static func mixed(_ word: UInt64) -> UInt64 {
    let (high, low) = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return (high ^ low) &+ 0xD1B5_4A32_D192_ED03
  }

  private mutating func add(_ effect: MeshEffect) {
    switch effect {
    case .send(let frame, let links, let priority):
      add(tag: 1, bytes: frame)
      for link in links { add(link) }
      switch priority {
      case .normal: add(0)
      case .fragment(let totalCount): add(UInt64(totalCount) + 1)
      case .bulk: add(.max)
      }
    case .schedule(let timer, let moment):
      add(tag: 2, number: UInt64(timer.rawValue))
      add(moment.nanoseconds)
    case .cancel(let timer): add(tag: 3, number: UInt64(timer.rawValue))
    case .disconnect(let link):
      buffer.append(4)
      add(link)
    case .linkVerified(let link, let peer):
      add(tag: 5, number: peer.rawValue)
      add(link)
    case .event(let event):
      buffer.append(6)
      add(event)
    }
  }

  private mutating func add(_ event: MeshAppEvent) {
    switch event {
    case .publicMessage(let sender, let nickname, let text, let timestamp, let messageID, let isOwn):
      add(tag: 10, number: sender.rawValue)
      for part in [nickname, text, messageID] { add(part) }
      add(timestamp.milliseconds << 1 | (isOwn ? 1 : 0))
    case .privateMessage(let sender, let messageID, let text, let timestamp):
      add(tag: 11, number: sender.rawValue)
      for part in [messageID, text] { add(part) }
      add(timestamp.milliseconds)
    case .delivered(let messageID, let peer): add(tag: 12, number: peer.rawValue, text: messageID)
    case .read(let messageID, let peer): add(tag: 13, number: peer.rawValue, text: messageID)
    case .peerConnected(let peer): add(tag: 14, number: peer.rawValue)
    case .peerDisconnected(let peer): add(tag: 15, number: peer.rawValue)
    case .peersChanged(let peers):
      add(tag: 16, number: UInt64(peers.count))
      for peer in peers { add(peer) }
    case .deliveryStatus(let messageID, let status): add(tag: 17, number: 0, text: "\(messageID) \(status)")
    case .transfer(let id, let progress): add(tag: 18, number: 0, text: "\(id) \(progress)")
    case .sessionChanged(let peer, let state): add(tag: 19, number: peer.rawValue, text: "\(state)")
    case .identityLearned(let known):
      add(tag: 20, bytes: known.noiseKey.bytes)
      add(tag: known.isSigningKeyAuthenticated ? 1 : 0, bytes: known.signingKey.bytes)
      add(known.nickname)
    case .archiveChanged(let frames):
      add(tag: 21, number: UInt64(frames.count))
      for frame in frames { add(tag: 0, bytes: frame) }
    case .moduleState(let name, let bytes):
      add(tag: 22, bytes: bytes)
      add(name)
    case .stopped: buffer.append(23)
    case .module(let event): add(tag: 24, number: 0, text: "\(event.value)")
    }
  }

  private mutating func add(_ peer: PeerSnapshot) {
    add(peer.id.rawValue)
    add(peer.lastSeen.milliseconds)
    let session: UInt64 =
      switch peer.session {
      case .none: 0
      case .handshaking: 1
      case .established: 2
      }
    add(UInt64(peer.hops) << 8 | session << 4 | (peer.isConnected ? 2 : 0) | (peer.isReachable ? 1 : 0))
    add(peer.nickname)
    for link in peer.links { add(link) }
  }

  private mutating func add(_ link: LinkID) {
    buffer.append(UInt8(truncatingIfNeeded: link.role.rawValue))
    add(link.name)
  }

  private mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    buffer += text.utf8
  }

  private mutating func add(tag: UInt8, bytes: [UInt8]) {
    add(tag: tag, number: UInt64(bytes.count))
    buffer += bytes
  }

  private mutating func add(tag: UInt8, number: UInt64, text: String) {
    add(tag: tag, number: number)
    add(text)
  }

  private mutating func add(tag: UInt8, number: UInt64) {
    buffer.append(tag)
    add(number)
  }

  private mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { buffer += $0 }
  }

  /// Bytes that are gathered before they are hashed.
  private static let flushBytes = 1 << 15
}
