import Bytes
import Cryptography
import Timebase
import TransportPorts

extension Vouch {
  /// How long a vouch holds.
  public static let lifetimeMilliseconds: Int64 = 30 * 86_400_000
  /// How far it may lie ahead.
  public static let futureMillisecondsMax: Int64 = 3_600_000
  /// How many go into one batch.
  public static let batchMax = 16
  /// How long no further batch goes to the same person.
  public static let batchIntervalMilliseconds: Int64 = 86_400_000

  /// What is signed: `bitchat-vouch-v1`, the fingerprint, the key, the time (8 bytes, milliseconds).
  public var signedBytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(contentsOf: "bitchat-vouch-v1".utf8)
    writer.append(contentsOf: fingerprint)
    writer.append(contentsOf: signingKey)
    writer.append(statedAt.milliseconds)
    return writer.bytes
  }

  /// A vouch with a signature made by our Ed25519 key.
  public init(
    fingerprint: [UInt8], signingKey: [UInt8], statedAt: Timestamp, signedBy key: Ed25519.PrivateKey
  ) {
    self.init(fingerprint: fingerprint, signingKey: signingKey, statedAt: statedAt, signature: [])
    signature = key.signature(for: signedBytes)
  }

  /// Whether the holder of an Ed25519 key signed it, and its fields have their lengths.
  public func isValid(under voucherKey: [UInt8]) -> Bool {
    guard fingerprint.count == SHA256.hashBytes, signingKey.count == Ed25519.keyBytes,
      let key = try? Ed25519.PublicKey(rawBytes: voucherKey)
    else { return false }
    return key.isValid(signature: signature, for: signedBytes)
  }

  /// Whether something said at that time still holds: at most 30 days old, at most an hour ahead.
  public static func isCurrent(statedAt: Timestamp, now: Timestamp) -> Bool {
    let age = now.millisecondsSince(statedAt)
    return age <= lifetimeMilliseconds && age >= -futureMillisecondsMax
  }
}
