import Bytes

/// The body of a private message: an id and a text, each at most 255 bytes of UTF-8.
///
/// | type | field |
/// |---|---|
/// | `0x00` | message id, by custom an upper-case UUID; opaque |
/// | `0x01` | text |
///
/// Longer texts are split by the application. The message's time is the packet's. Source: mesh-wire 11.2.
public struct PrivateMessage: Sendable, Equatable {
  /// Names the message in receipts.
  public var messageID: String
  /// What it says, as it came.
  public var text: String

  /// A message of this id and text.
  public init(messageID: String, text: String) {
    self.messageID = messageID
    self.text = text
  }

  /// Bytes of UTF-8 that the id, and the text, may have.
  public static let fieldBytesMax = 255

  /// Reads a body.
  ///
  /// The order is free, the last of repeated fields counts, one leftover byte is ignored. Throws
  /// `.unknownType` for any other field, `.truncated`, `.notUTF8` or `.missing`.
  public static func decode(_ body: [UInt8]) throws(MeshWireError) -> PrivateMessage {
    try decode(body[...], start: 0)
  }

  static func decode(_ body: ArraySlice<UInt8>, start: Int) throws(MeshWireError) -> PrivateMessage {
    var messageID: String?
    var text: String?
    var fields = ShortFields(body, start: start)
    while let field = try fields.next(name) {
      switch field.type {
      case messageIDType: messageID = try field.text(.messageID)
      case textType: text = try field.text(.text)
      default: throw .unknownType(field.type, at: field.offset - 2)
      }
    }
    guard let messageID else { throw .missing(.messageID) }
    guard let text else { throw .missing(.text) }
    return PrivateMessage(messageID: messageID, text: text)
  }

  /// The body: id, then text. Throws `.tooLong` when either passes 255 bytes.
  public func encoded() throws(MeshWireError) -> [UInt8] {
    var writer = ByteWriter()
    try ShortFields.append(Self.messageIDType, Array(messageID.utf8), .messageID, to: &writer)
    try ShortFields.append(Self.textType, Array(text.utf8), .text, to: &writer)
    return writer.bytes
  }

  private static func name(_ type: UInt8) -> WireField {
    switch type {
    case messageIDType: .messageID
    case textType: .text
    default: .unknownField(type)
    }
  }

  private static let messageIDType: UInt8 = 0x00
  private static let textType: UInt8 = 0x01
}
