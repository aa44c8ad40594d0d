import Bytes

/// The plaintext of a Noise transport message: a type byte and a body.
///
/// Source: mesh-wire 11.
public enum NoisePayload: Sendable, Equatable {
  /// A private message.
  case privateMessage(PrivateMessage)
  /// The reader has seen the message of this id.
  case readReceipt(messageID: String)
  /// The receiver has stored the message of this id.
  case delivered(messageID: String)
  /// Which signing key and capabilities belong to the session's other end.
  case peerState(PeerState)
  /// The body of a type that belongs to a module, as it came.
  case module(NoiseModuleType, body: [UInt8])

  /// Reads a plaintext; offsets in errors count from its type byte.
  ///
  /// Throws `.missing` for an empty plaintext, `.unknownType` for a type without an owner, `.tooLong` above
  /// 65 535 bytes (a private file: 1 179 708), and what the body's reader throws.
  public static func decode(_ plaintext: [UInt8]) throws(MeshWireError) -> NoisePayload {
    guard let first = plaintext.first else { throw .missing(.noisePayloadType) }
    guard let type = NoisePayloadType(wire: first) else { throw .unknownType(first, at: 0) }
    guard plaintext.count <= type.plaintextBytesMax else {
      throw .tooLong(.noisePayload, count: plaintext.count, limit: type.plaintextBytesMax)
    }
    let body = plaintext.dropFirst()
    switch type {
    case .privateMessage: return .privateMessage(try PrivateMessage.decode(body, start: 1))
    case .readReceipt: return .readReceipt(messageID: try receipt(body))
    case .delivered: return .delivered(messageID: try receipt(body))
    case .peerState: return .peerState(try PeerState.decode(body, start: 1))
    case .module(let type): return .module(type, body: Array(body))
    }
  }

  /// The plaintext: type byte, body.
  ///
  /// Throws `.tooLong` for a message id or text above 255 bytes, or a plaintext above its type's limit.
  public func encoded() throws(MeshWireError) -> [UInt8] {
    var plaintext = [type.wireByte]
    switch self {
    case .privateMessage(let message): plaintext += try message.encoded()
    case .readReceipt(let messageID), .delivered(let messageID):
      guard messageID.utf8.count <= PrivateMessage.fieldBytesMax else {
        throw .tooLong(.messageID, count: messageID.utf8.count, limit: PrivateMessage.fieldBytesMax)
      }
      plaintext += Array(messageID.utf8)
    case .peerState(let state): plaintext += state.encoded
    case .module(_, let body): plaintext += body
    }
    guard plaintext.count <= type.plaintextBytesMax else {
      throw .tooLong(.noisePayload, count: plaintext.count, limit: type.plaintextBytesMax)
    }
    return plaintext
  }

  /// What kind of payload it is.
  public var type: NoisePayloadType {
    switch self {
    case .privateMessage: .privateMessage
    case .readReceipt: .readReceipt
    case .delivered: .delivered
    case .peerState: .peerState
    case .module(let type, _): .module(type)
    }
  }

  /// A receipt is the bare id. Ids above 255 bytes cannot have been sent, so nothing can match them.
  private static func receipt(_ body: ArraySlice<UInt8>) throws(MeshWireError) -> String {
    guard body.count <= PrivateMessage.fieldBytesMax else {
      throw .tooLong(.messageID, count: body.count, limit: PrivateMessage.fieldBytesMax)
    }
    guard let id = String(validating: body, as: UTF8.self) else { throw .notUTF8(.messageID, at: 1) }
    return id
  }
}

/// The type byte of a Noise plaintext.
///
/// `0x04` and `0x05` are reserved and unknown here. Source: mesh-wire 11.1.
public enum NoisePayloadType: Sendable, Hashable {
  /// `0x01`
  case privateMessage
  /// `0x02`
  case readReceipt
  /// `0x03`
  case delivered
  /// `0x21`
  case peerState
  /// A type that belongs to a module.
  case module(NoiseModuleType)

  /// The type of a byte that came; `nil` when nobody owns it. `0x09` is an old name of `0x20`.
  public init?(wire byte: UInt8) {
    switch byte {
    case 0x01: self = .privateMessage
    case 0x02: self = .readReceipt
    case 0x03: self = .delivered
    case 0x09: self = .module(.privateFile)
    case 0x21: self = .peerState
    default:
      guard let type = NoiseModuleType(rawValue: byte) else { return nil }
      self = .module(type)
    }
  }

  /// The byte that is written; never the old name.
  public var wireByte: UInt8 {
    switch self {
    case .privateMessage: 0x01
    case .readReceipt: 0x02
    case .delivered: 0x03
    case .peerState: 0x21
    case .module(let type): type.rawValue
    }
  }

  /// Plaintext bytes, type byte included, that a message of this type may have. Source: mesh-wire 10.7.
  public var plaintextBytesMax: Int {
    self == .module(.privateFile)
      ? WireLimits.privateFilePlaintextBytesMax : WireLimits.noisePlaintextBytesMax
  }
}

/// Types of Noise plaintext that modules own.
public enum NoiseModuleType: UInt8, Sendable, Hashable, CaseIterable {
  /// An invitation to a group.
  case groupInvite = 0x06
  /// A new key of a group.
  case groupKeyUpdate = 0x07
  /// A piece of live voice.
  case voiceFrame = 0x08
  /// A question that proves a key face to face.
  case verifyChallenge = 0x10
  /// The answer to it.
  case verifyResponse = 0x11
  /// Statements about other people's keys.
  case vouch = 0x12
  /// A file for one person.
  case privateFile = 0x20
}
