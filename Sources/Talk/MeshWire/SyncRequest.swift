import Bytes
import Timebase

/// The payload of a sync request (`0x21`): what the sender has, so that it gets what it lacks.
///
/// | type | field | value |
/// |---|---|---|
/// | `0x01` | P | 1 byte, 1…32, required |
/// | `0x02` | M | 4 bytes, above 0, required |
/// | `0x03` | filter data | 0…1024 bytes, required |
/// | `0x04` | types | ``SyncTypes`` |
/// | `0x05` | since | milliseconds, 8 bytes |
/// | `0x06` | fragment streams | 16 hexadecimal digits each, commas between, at most 60 |
///
/// Each field is type (1 byte), length (2 bytes) and value. Source: mesh-wire 12.2.
public struct SyncRequest: Sendable, Equatable {
  /// What the sender has.
  public var filter: GCSFilter
  /// Which stores are meant; `nil` where not said, which means ``SyncTypes/whenNotSaid``.
  public var types: SyncTypes?
  /// Older packets are not wanted; `nil` where not said.
  public var since: Timestamp?
  /// Only fragments of these streams are wanted; `nil` for all.
  public var streams: [FragmentStreamID]?

  /// A request with that filter.
  public init(
    filter: GCSFilter, types: SyncTypes? = nil, since: Timestamp? = nil, streams: [FragmentStreamID]? = nil
  ) {
    self.filter = filter
    self.types = types
    self.since = since
    self.streams = streams
  }

  /// Reads a payload.
  ///
  /// One or two leftover bytes are ignored, unknown types too; the last of repeated fields counts. A P, M,
  /// types or since of wrong length is as good as absent, and so are streams above 1024 bytes, not UTF-8 or
  /// without one valid id. Throws `.truncated`, `.missing`, `.invalid(.filterParameter)` for P outside 1…32,
  /// `.invalid(.filterRange)` for an M of 0, and `.tooLong(.filterData)`.
  public static func decode(_ payload: [UInt8]) throws(MeshWireError) -> SyncRequest {
    var reader = ByteReader(slice: payload[...])
    var parameter: Int?
    var range: UInt32?
    var data: [UInt8]?
    var rest = SyncRequest(filter: .empty)
    while reader.remaining >= 3, let type = reader.readUInt8(), let length = reader.readUInt16() {
      let offset = reader.offset
      let field = SyncField(rawValue: type)
      guard let value = reader.read(Int(length)) else {
        throw .truncated(field?.name ?? .unknownField(type), at: offset)
      }
      switch field {
      case .parameter: parameter = try readParameter(value, at: offset) ?? parameter
      case .range: range = try readRange(value, at: offset) ?? range
      case .data:
        guard value.count <= GCSFilter.dataBytesMax else {
          throw .tooLong(.filterData, count: value.count, limit: GCSFilter.dataBytesMax)
        }
        data = Array(value)
      case .types: rest.types = SyncTypes(decoding: value) ?? rest.types
      case .since: rest.since = readTime(value) ?? rest.since
      case .streams: rest.streams = readStreams(value) ?? rest.streams
      case nil: break
      }
    }
    guard let parameter else { throw .missing(.filterParameter) }
    guard let range else { throw .missing(.filterRange) }
    guard let data else { throw .missing(.filterData) }
    rest.filter = GCSFilter(parameter: parameter, range: range, data: data)
    return rest
  }

  /// The payload, fields in rising order; an empty set of types and an empty list of streams are left out.
  ///
  /// The first 60 streams are written. Throws as ``decode(_:)`` does for a filter that it would refuse.
  public func encoded() throws(MeshWireError) -> [UInt8] {
    guard GCSFilter.parameters.contains(filter.parameter), let p = UInt8(exactly: filter.parameter) else {
      throw .invalid(.filterParameter, at: 0)
    }
    guard filter.range > 0 else { throw .invalid(.filterRange, at: 0) }
    guard filter.data.count <= GCSFilter.dataBytesMax else {
      throw .tooLong(.filterData, count: filter.data.count, limit: GCSFilter.dataBytesMax)
    }
    var writer = ByteWriter(capacity: 32 + filter.data.count)
    append(.parameter, [p], to: &writer)
    var range = ByteWriter()
    range.append(filter.range)
    append(.range, range.bytes, to: &writer)
    append(.data, filter.data, to: &writer)
    if let bits = types?.encoded { append(.types, bits, to: &writer) }
    if let since {
      var time = ByteWriter()
      time.append(since.milliseconds)
      append(.since, time.bytes, to: &writer)
    }
    if let streams, !streams.isEmpty {
      let text = streams.prefix(Self.streamsMax).map(\.description).joined(separator: ",")
      append(.streams, Array(text.utf8), to: &writer)
    }
    return writer.bytes
  }

  /// Streams named in one request.
  public static let streamsMax = 60

  /// The valid ones of the first 60 names between commas; `nil` without any. Empty names do not count.
  public static func streams(parsing text: String) -> [FragmentStreamID]? {
    let names = text.split(separator: ",", maxSplits: text.utf8.count, omittingEmptySubsequences: true)
    let streams = names.prefix(streamsMax).compactMap { FragmentStreamID(hexadecimal: $0) }
    return streams.isEmpty ? nil : streams
  }

  private func append(_ field: SyncField, _ value: [UInt8], to writer: inout ByteWriter) {
    writer.append(field.rawValue)
    // At most 1024 bytes by the checks above; 60 names take 1019.
    writer.append(UInt16(truncatingIfNeeded: value.count))
    writer.append(contentsOf: value)
  }

  private static func readParameter(
    _ value: ArraySlice<UInt8>, at offset: Int
  ) throws(MeshWireError) -> Int? {
    guard value.count == 1, let byte = value.first else { return nil }
    guard GCSFilter.parameters.contains(Int(byte)) else { throw .invalid(.filterParameter, at: offset) }
    return Int(byte)
  }

  private static func readRange(
    _ value: ArraySlice<UInt8>, at offset: Int
  ) throws(MeshWireError) -> UInt32? {
    var reader = ByteReader(slice: value)
    guard value.count == 4, let range = reader.readUInt32() else { return nil }
    guard range > 0 else { throw .invalid(.filterRange, at: offset) }
    return range
  }

  private static func readTime(_ value: ArraySlice<UInt8>) -> Timestamp? {
    var reader = ByteReader(slice: value)
    guard value.count == 8, let milliseconds = reader.readUInt64() else { return nil }
    return Timestamp(milliseconds: milliseconds)
  }

  private static func readStreams(_ value: ArraySlice<UInt8>) -> [FragmentStreamID]? {
    guard value.count <= streamsBytesMax, let text = String(validating: value, as: UTF8.self) else {
      return nil
    }
    return streams(parsing: text)
  }

  private static let streamsBytesMax = 1024
}

/// The type bytes of a sync request.
private enum SyncField: UInt8 {
  case parameter = 0x01
  case range = 0x02
  case data = 0x03
  case types = 0x04
  case since = 0x05
  case streams = 0x06

  var name: WireField {
    switch self {
    case .parameter: .filterParameter
    case .range: .filterRange
    case .data: .filterData
    case .types, .since, .streams: .unknownField(rawValue)
    }
  }
}
