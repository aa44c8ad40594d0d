import Bytes

/// The payload of an announce (`0x01`): who a peer says it is.
///
/// | type | field | value |
/// |---|---|---|
/// | `0x01` | nickname | UTF-8, 0…255 bytes, required |
/// | `0x02` | Noise static public key | 32 bytes, required |
/// | `0x03` | signing public key | 32 bytes, required |
/// | `0x04` | direct neighbours | 8 bytes each, 10 written at most |
/// | `0x05` | capabilities | ``Capabilities`` |
/// | `0x06` | bridge cell | UTF-8 geohash, 1…12 bytes |
///
/// Each field is type, length (one byte each) and value. Nothing in here is proven: who may be believed is
/// the engine's matter (mesh-wire 8.2 and 8.3). Source: mesh-wire 7.
public struct Announce: Sendable, Equatable {
  /// The name the peer gives itself, as it came; made safe to show only by `Text`.
  public var nickname: String
  /// The announced Noise static key; whether it is a key at all is checked with the identity.
  public var noiseKey: [UInt8]
  /// The announced signing key; the same holds.
  public var signingKey: [UInt8]
  /// Peers it holds connected; empty when not said.
  public var neighbours: [PeerID]
  /// What it can do; `nil` when not said.
  public var capabilities: Capabilities?
  /// The cell where it bridges; `nil` when not said.
  public var bridgeCell: String?

  /// An announce of these fields.
  public init(
    nickname: String, noiseKey: [UInt8], signingKey: [UInt8], neighbours: [PeerID] = [],
    capabilities: Capabilities? = nil, bridgeCell: String? = nil
  ) {
    self.nickname = nickname
    self.noiseKey = noiseKey
    self.signingKey = signingKey
    self.neighbours = neighbours
    self.capabilities = capabilities
    self.bridgeCell = bridgeCell
  }

  /// Neighbours that are written; more are accepted when read.
  public static let neighboursWrittenMax = 10
  /// Bytes of a bridge cell.
  public static let bridgeCellBytesMax = 12

  /// Reads a payload.
  ///
  /// The order is free, unknown types are skipped, the last of repeated types counts, one leftover byte is
  /// ignored. Neighbours that are not a multiple of 8 bytes (or none) and a bridge cell that is empty, above
  /// 12 bytes or not UTF-8 are ignored. Throws `.truncated`, `.notUTF8(.nickname)` or `.missing`.
  public static func decode(_ payload: [UInt8]) throws(MeshWireError) -> Announce {
    var nickname: String?
    var noiseKey: [UInt8]?
    var signingKey: [UInt8]?
    var rest = Announce(nickname: "", noiseKey: [], signingKey: [])
    var fields = ShortFields(payload[...])
    while let field = try fields.next(AnnounceField.name) {
      switch AnnounceField(rawValue: field.type) {
      case .nickname: nickname = try field.text(.nickname)
      case .noiseKey: noiseKey = Array(field.value)
      case .signingKey: signingKey = Array(field.value)
      case .neighbours: rest.neighbours = peers(field.value) ?? rest.neighbours
      case .capabilities: rest.capabilities = Capabilities(decoding: field.value)
      case .bridgeCell: rest.bridgeCell = cell(field.value) ?? rest.bridgeCell
      case nil: break
      }
    }
    guard let nickname else { throw .missing(.nickname) }
    guard let noiseKey else { throw .missing(.noiseKey) }
    guard let signingKey else { throw .missing(.signingKey) }
    rest.nickname = nickname
    rest.noiseKey = noiseKey
    rest.signingKey = signingKey
    return rest
  }

  /// The payload, fields in rising order of type.
  ///
  /// The first 10 neighbours are written; an empty or too long bridge cell is left out. Throws `.tooLong`
  /// for a nickname or key above 255 bytes.
  public func encoded() throws(MeshWireError) -> [UInt8] {
    var writer = ByteWriter()
    try append(.nickname, Array(nickname.utf8), to: &writer)
    try append(.noiseKey, noiseKey, to: &writer)
    try append(.signingKey, signingKey, to: &writer)
    if !neighbours.isEmpty {
      try append(
        .neighbours, neighbours.prefix(Self.neighboursWrittenMax).flatMap(\.bytes), to: &writer)
    }
    if let capabilities { try append(.capabilities, capabilities.encoded, to: &writer) }
    if let bridgeCell, (1...Self.bridgeCellBytesMax).contains(bridgeCell.utf8.count) {
      try append(.bridgeCell, Array(bridgeCell.utf8), to: &writer)
    }
    return writer.bytes
  }

  private func append(
    _ field: AnnounceField, _ value: [UInt8], to writer: inout ByteWriter
  ) throws(MeshWireError) {
    try ShortFields.append(field.rawValue, value, AnnounceField.name(field.rawValue), to: &writer)
  }

  private static func peers(_ value: ArraySlice<UInt8>) -> [PeerID]? {
    guard !value.isEmpty, value.count.isMultiple(of: PeerID.byteCount) else { return nil }
    return stride(from: value.startIndex, to: value.endIndex, by: PeerID.byteCount).map {
      PeerID(normalising: value[$0..<$0 + PeerID.byteCount])
    }
  }

  private static func cell(_ value: ArraySlice<UInt8>) -> String? {
    guard (1...bridgeCellBytesMax).contains(value.count) else { return nil }
    return String(validating: value, as: UTF8.self)
  }
}

/// The type bytes of an announce.
private enum AnnounceField: UInt8 {
  case nickname = 0x01
  case noiseKey = 0x02
  case signingKey = 0x03
  case neighbours = 0x04
  case capabilities = 0x05
  case bridgeCell = 0x06

  static func name(_ type: UInt8) -> WireField {
    switch AnnounceField(rawValue: type) {
    case .nickname: .nickname
    case .noiseKey: .noiseKey
    case .signingKey: .signingKey
    case .neighbours: .neighbours
    case .capabilities: .capabilities
    case .bridgeCell: .bridgeCell
    case nil: .unknownField(type)
    }
  }
}
