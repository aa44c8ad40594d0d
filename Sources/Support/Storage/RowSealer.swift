import Cryptography

/// Seals what a row holds under the store key, so that destroying the key destroys the rows.
///
/// Layout of sealed bytes: version 1 (1 byte) ‖ random nonce (24) ‖ XChaCha20-Poly1305 of the plaintext (n
/// + 16). The version and the context are authenticated with it. Two keys are derived from the store key
/// (HKDF-SHA-256): one seals, one computes index values, one the marks of words.
public struct RowSealer: Sendable {
  /// What sealing adds to a plaintext, in bytes.
  public static let overheadBytes = 1 + XChaChaPoly.nonceBytes + XChaChaPoly.tagBytes
  /// Length of an index value.
  public static let indexBytes = 16

  /// Length of a mark.
  public static let markBytes = 8

  private let sealingKey: SecretBytes
  private let indexKey: SecretBytes
  private let markKey: SecretBytes

  /// Derives the keys from a store key of 32 bytes; throws `wrongLength` for any other length.
  public init(storeKey: SecretBytes) throws(CryptographyError) {
    guard storeKey.count == XChaChaPoly.keyBytes else {
      throw .wrongLength(.key, expected: XChaChaPoly.keyBytes, found: storeKey.count)
    }
    let root = HKDFSHA256.extract(salt: Array("tern store".utf8), input: storeKey)
    sealingKey = try HKDFSHA256.expand(root, info: Array("row seal 1".utf8), count: XChaChaPoly.keyBytes)
    indexKey = try HKDFSHA256.expand(root, info: Array("row index 1".utf8), count: 32)
    markKey = try HKDFSHA256.expand(root, info: Array("word mark 1".utf8), count: 32)
  }

  /// Seals `bytes`. `context` names the table, and the row where rows must not change places.
  public func seal(_ bytes: [UInt8], context: String) throws(StorageError) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    var nonce: [UInt8] = []
    nonce.reserveCapacity(XChaChaPoly.nonceBytes)
    for _ in 0..<XChaChaPoly.nonceBytes / 8 {
      withUnsafeBytes(of: random.next() as UInt64) { nonce.append(contentsOf: $0) }
    }
    do {
      let sealed = try XChaChaPoly.seal(
        bytes, key: sealingKey, nonce: nonce, authenticating: Self.authenticated(context))
      return [Self.version] + nonce + sealed
    } catch {
      throw .sealBroken(context: context)
    }
  }

  /// Opens what `seal` made with the same key and context. Throws `sealBroken` for anything else.
  public func open(_ sealed: [UInt8], context: String) throws(StorageError) -> [UInt8] {
    guard sealed.count >= Self.overheadBytes, sealed.first == Self.version else {
      throw .sealBroken(context: context)
    }
    let nonce = Array(sealed[1..<1 + XChaChaPoly.nonceBytes])
    do {
      return try XChaChaPoly.open(
        sealed[(1 + XChaChaPoly.nonceBytes)...], key: sealingKey, nonce: nonce,
        authenticating: Self.authenticated(context))
    } catch {
      throw .sealBroken(context: context)
    }
  }

  /// A value of 16 bytes under which a row can be looked up without its column telling what it holds: equal
  /// for equal bytes in one context, and useless without the key (HMAC-SHA-256, cut).
  public func index(_ bytes: [UInt8], context: String) -> [UInt8] {
    let name = Array(context.utf8)
    // The length keeps ("ab", "c") and ("a", "bc") apart.
    let message = withUnsafeBytes(of: UInt32(clamping: name.count).bigEndian) { Array($0) } + name + bytes
    return Array(HMACSHA256.code(for: message, key: indexKey).prefix(Self.indexBytes))
  }

  /// A value of 8 bytes under which a word stands in a search index (keyed BLAKE2b, hub 6.5): equal for equal
  /// bytes of one kind, and useless without the key. Two words may share one.
  public func mark(_ bytes: [UInt8], kind: UInt8) -> [UInt8] {
    BLAKE2b.keyedHash([kind] + bytes, key: markKey, outputBytes: Self.markBytes)
  }

  private static func authenticated(_ context: String) -> [UInt8] {
    [version] + Array(context.utf8)
  }

  private static let version: UInt8 = 1
}
