import Bytes
import ConversationModel
import Timebase
import TransportPorts

/// The plaintexts that rows seal. Integers are big-endian; a text is its UTF-8 length (u32) and its bytes; an
/// optional is 0, or 1 and the value. The first byte is the layout's version, 1.
///
/// Message: version · kind (0 person, 1 system) · own (0, 1) · id · name · address? · Noise key? · text ·
/// sent at (u64) · delivery (0 none, else the codes below with their values).
enum RowCoding {
  private static let version: UInt8 = 1

  static func encode(_ message: ChatMessage) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(version)
    switch message.kind {
    case .person: writer.append(UInt8(0))
    case .system: writer.append(UInt8(1))
    }
    writer.append(UInt8(message.author.isOwn ? 1 : 0))
    writer.append(text: message.id.text)
    writer.append(text: message.author.name)
    writer.append(optional: message.author.address?.text)
    writer.append(optional: message.author.noiseKey?.text)
    writer.append(text: message.text)
    writer.append(message.sentAt.milliseconds)
    writer.append(delivery: message.delivery)
    return writer.bytes
  }

  /// The message that `encode` wrote, or `nil` for anything else.
  static func message(_ bytes: [UInt8], in conversation: ConversationKey) -> ChatMessage? {
    var reader = ByteReader(bytes)
    guard reader.readUInt8() == version, let kind = reader.readUInt8(), kind <= 1,
      let own = reader.readUInt8(), own <= 1, let id = reader.readText(), let name = reader.readText(),
      let address = reader.readOptional(), let noiseKey = reader.readOptional(),
      let text = reader.readText(), let sentAt = reader.readUInt64(), let delivery = reader.readDelivery(),
      reader.isAtEnd
    else { return nil }
    let author = MessageAuthor(
      name: name, address: address.flatMap { PeerAddress($0) },
      noiseKey: noiseKey.flatMap { PeerAddress($0) }, isOwn: own == 1)
    return ChatMessage(
      id: MessageID(id), conversation: conversation, kind: kind == 0 ? .person : .system, author: author,
      text: text, sentAt: Timestamp(milliseconds: sentAt), delivery: delivery)
  }

  static func encode(_ peer: KnownPeer) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(version)
    writer.append(text: peer.fingerprint)
    writer.append(counted: peer.noiseKey)
    writer.append(counted: peer.signingKey)
    writer.append(UInt8(peer.isSigningKeyAuthenticated ? 1 : 0))
    writer.append(text: peer.nickname)
    return writer.bytes
  }

  /// The person that `encode` wrote, or `nil` for anything else.
  static func peer(_ bytes: [UInt8]) -> KnownPeer? {
    var reader = ByteReader(bytes)
    guard reader.readUInt8() == version, let fingerprint = reader.readText(),
      let noiseKey = reader.readCounted(), let signingKey = reader.readCounted(),
      let authenticated = reader.readUInt8(), authenticated <= 1, let nickname = reader.readText(),
      reader.isAtEnd
    else { return nil }
    return KnownPeer(
      fingerprint: fingerprint, noiseKey: Array(noiseKey), signingKey: Array(signingKey),
      isSigningKeyAuthenticated: authenticated == 1, nickname: nickname)
  }
}

extension ByteWriter {
  mutating func append(counted bytes: some Collection<UInt8>) {
    append(UInt32(clamping: bytes.count))
    append(contentsOf: bytes)
  }

  mutating func append(text: String) {
    append(counted: text.utf8)
  }

  mutating func append(optional text: String?) {
    append(UInt8(text == nil ? 0 : 1))
    if let text { append(text: text) }
  }

  mutating func append(delivery: DeliveryState?) {
    guard let delivery else { return append(UInt8(0)) }
    switch delivery {
    case .notSentYet: append(UInt8(1))
    case .sending: append(UInt8(2))
    case .sent: append(UInt8(3))
    case .carried: append(UInt8(4))
    case .delivered(let moment):
      append(UInt8(5))
      append(moment.milliseconds)
    case .read(let moment):
      append(UInt8(6))
      append(moment.milliseconds)
    case .failed(let reason):
      append(UInt8(7))
      append(text: reason)
    case .partiallyDelivered(let reached, let total):
      append(UInt8(8))
      append(UInt32(clamping: reached))
      append(UInt32(clamping: total))
    }
  }
}

extension ByteReader {
  mutating func readCounted() -> ArraySlice<UInt8>? {
    guard let count = readUInt32() else { return nil }
    return read(Int(count))
  }

  mutating func readText() -> String? {
    guard let bytes = readCounted() else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Outer `nil`: not readable; inner `nil`: no value.
  mutating func readOptional() -> String?? {
    switch readUInt8() {
    case 0: .some(nil)
    case 1: readText().map(Optional.some)
    default: nil
    }
  }

  mutating func readDelivery() -> DeliveryState?? {
    switch readUInt8() {
    case 0: return .some(nil)
    case 1: return .notSentYet
    case 2: return .sending
    case 3: return .sent
    case 4: return .carried
    case 5: return readUInt64().map { .delivered(at: Timestamp(milliseconds: $0)) }
    case 6: return readUInt64().map { .read(at: Timestamp(milliseconds: $0)) }
    case 7: return readText().map { .failed(reason: $0) }
    case 8:
      guard let reached = readUInt32(), let total = readUInt32() else { return nil }
      return .partiallyDelivered(reached: Int(reached), total: Int(total))
    default: return nil
    }
  }
}
