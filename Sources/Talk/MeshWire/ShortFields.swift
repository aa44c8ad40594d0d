import Bytes

/// A walk over type-length-value fields with one byte of type and one of length.
///
/// At fewer than two bytes the walk ends; whether a leftover byte matters is the payload's own rule.
struct ShortFields {
  /// One field; `offset` is that of its value in the payload.
  struct Field {
    let type: UInt8
    let value: ArraySlice<UInt8>
    let offset: Int
  }

  private var reader: ByteReader
  private let start: Int

  /// Starts at `payload`'s first byte, which is `start` bytes into what errors should count from.
  init(_ payload: ArraySlice<UInt8>, start: Int = 0) {
    reader = ByteReader(slice: payload)
    self.start = start
  }

  /// Where reading stands.
  var offset: Int { start + reader.offset }

  /// Whether a byte is left that no field claims.
  var hasLeftover: Bool { !reader.isAtEnd }

  /// The next field, or `nil` at the end; `name` says what a type is called in an error.
  mutating func next(_ name: (UInt8) -> WireField) throws(MeshWireError) -> Field? {
    guard reader.remaining >= 2, let type = reader.readUInt8(), let length = reader.readUInt8() else {
      return nil
    }
    let offset = offset
    guard let value = reader.read(Int(length)) else { throw .truncated(name(type), at: offset) }
    return Field(type: type, value: value, offset: offset)
  }

  /// Appends one field; throws `.tooLong` above 255 bytes.
  static func append(
    _ type: UInt8, _ value: some Collection<UInt8>, _ name: WireField, to writer: inout ByteWriter
  ) throws(MeshWireError) {
    guard let length = UInt8(exactly: value.count) else {
      throw .tooLong(name, count: value.count, limit: Int(UInt8.max))
    }
    writer.append(type)
    writer.append(length)
    writer.append(contentsOf: value)
  }
}

extension ShortFields.Field {
  /// The value as text; throws `.notUTF8`.
  func text(_ name: WireField) throws(MeshWireError) -> String {
    guard let text = String(validating: value, as: UTF8.self) else { throw .notUTF8(name, at: offset) }
    return text
  }
}
