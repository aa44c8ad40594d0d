import Bytes
import Cryptography
import Glibc

/// The bytes of a key file in version 1, 147 in the open and 212 sealed; integers big-endian.
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 8 | `TERNKEYS` |
/// | 8 | 1 | version, 1 |
/// | 9 | 1 | flags: bit 0 = sealed by a passphrase, the others 0 |
///
/// In the open goes on with the fields:
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 10 | 3 + 32 | field 1, length 32: Noise static private key |
/// | 45 | 3 + 32 | field 2, length 32: Ed25519 seed |
/// | 80 | 3 + 32 | field 3, length 32: store key |
/// | 115 | 32 | SHA-256 of all bytes before |
///
/// Sealed goes on with what makes the key, and the same fields under it:
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 10 | 1 | derivation, 1 = Argon2id 1.3 with one lane |
/// | 11 | 4 | its memory in KiB |
/// | 15 | 4 | its passes |
/// | 19 | 16 | its salt |
/// | 35 | 24 | nonce |
/// | 59 | 105 + 16 | the fields in XChaCha20-Poly1305 with its tag; authenticates all bytes before |
/// | 180 | 32 | SHA-256 of all bytes before: damage is told from a wrong passphrase |
enum KeyFileLayout {
  /// Larger files are not key files.
  static let fileBytesMax = 4_096
  /// Length of a sealed file.
  static let sealedFileBytes = 212

  private static let magic = Array("TERNKEYS".utf8)
  private static let version: UInt8 = 1
  private static let sealedFlag: UInt8 = 1
  private static let argon2id: UInt8 = 1
  private static let fieldBytes = 32

  /// The bytes of a file in the open.
  static func encode(_ keys: IdentityKeys) -> [UInt8] {
    var fields = fieldsOf(keys)
    defer { wipe(&fields) }
    // Room for all of it at once: an array that grows leaves secrets where it stood.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(magic.count + 2 + fields.count + SHA256.hashBytes)
    bytes += magic
    bytes += [version, 0]
    bytes += fields
    bytes += SHA256.hash(bytes)
    return bytes
  }

  /// The bytes of a sealed file. `salt` has 16 bytes and `nonce` 24, both never used before.
  static func encode(
    _ keys: IdentityKeys, sealedBy seal: PassphraseSeal, salt: [UInt8], nonce: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(contentsOf: magic)
    writer.append(version)
    writer.append(sealedFlag)
    writer.append(argon2id)
    writer.append(UInt32(clamping: seal.cost.memoryKibibytes))
    writer.append(UInt32(clamping: seal.cost.passes))
    writer.append(contentsOf: salt)
    writer.append(contentsOf: nonce)
    let key = try Argon2id.key(
      from: seal.passphrase, salt: salt, memoryKibibytes: seal.cost.memoryKibibytes, passes: seal.cost.passes,
      count: XChaChaPoly.keyBytes)
    var fields = fieldsOf(keys)
    defer { wipe(&fields) }
    let content =
      writer.bytes + (try XChaChaPoly.seal(fields, key: key, nonce: nonce, authenticating: writer.bytes))
    return content + SHA256.hash(content)
  }

  /// The keys in the bytes of a file; `passphrase` is used where it is sealed.
  static func decode(
    _ bytes: [UInt8], path: String, passphrase: SecretBytes?
  ) throws(KeyFileError) -> IdentityKeys {
    guard bytes.starts(with: magic) else {
      // A file that ends inside the first bytes is one whose rest was lost.
      if magic.starts(with: bytes) { throw .damaged(path: path, reason: "it ends too early") }
      throw .notAKeyFile(path: path)
    }
    var reader = ByteReader(bytes)
    _ = reader.read(magic.count)
    guard let version = reader.readUInt8(), let flags = reader.readUInt8() else {
      throw .damaged(path: path, reason: "it ends too early")
    }
    guard version <= Self.version, flags & ~sealedFlag == 0 else {
      throw .newerVersion(path: path, found: Int(version))
    }
    if flags & sealedFlag != 0 { return try decodeSealed(bytes, &reader, path, passphrase) }
    let keys = try keys(&reader, path)
    try checkSum(bytes, at: reader.offset, path)
    return keys
  }

  /// Overwrites a copy of secret bytes that is no longer needed.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { raw in
      if let start = raw.baseAddress { explicit_bzero(start, raw.count) }
    }
  }

  private static func decodeSealed(
    _ bytes: [UInt8], _ reader: inout ByteReader, _ path: String, _ passphrase: SecretBytes?
  ) throws(KeyFileError) -> IdentityKeys {
    // The sum first: it costs nothing, and no number of a damaged file is believed.
    guard bytes.count == sealedFileBytes else {
      throw .damaged(path: path, reason: "it has the wrong length")
    }
    try checkSum(bytes, at: sealedFileBytes - SHA256.hashBytes, path)
    guard reader.readUInt8() == argon2id else { throw .newerVersion(path: path, found: Int(version)) }
    guard let memory = reader.readUInt32(), let passes = reader.readUInt32(),
      let salt = reader.read(Argon2id.saltBytes), let nonce = reader.read(XChaChaPoly.nonceBytes)
    else { throw .damaged(path: path, reason: "it ends too early") }
    let cost = PassphraseCost(memoryKibibytes: Int(memory), passes: Int(passes))
    guard cost.isAccepted else { throw .costNotAccepted(path: path, cost) }
    guard let passphrase else { throw .sealed(path: path) }
    let head = Array(bytes.prefix(reader.offset))
    let sealed = bytes[reader.offset..<sealedFileBytes - SHA256.hashBytes]
    var fields: [UInt8]
    do {
      let key = try Argon2id.key(
        from: passphrase, salt: Array(salt), memoryKibibytes: cost.memoryKibibytes, passes: cost.passes,
        count: XChaChaPoly.keyBytes)
      fields = try XChaChaPoly.open(sealed, key: key, nonce: Array(nonce), authenticating: head)
    } catch CryptographyError.outOfMemory {
      throw .outOfMemory(path: path, cost)
    } catch {
      throw .wrongPassphrase(path: path)
    }
    defer { wipe(&fields) }
    var inner = ByteReader(fields)
    let keys = try keys(&inner, path)
    guard inner.isAtEnd else { throw .damaged(path: path, reason: "it has the wrong length") }
    return keys
  }

  private static func checkSum(_ bytes: [UInt8], at offset: Int, _ path: String) throws(KeyFileError) {
    guard bytes.count == offset + SHA256.hashBytes else {
      throw .damaged(path: path, reason: "it has the wrong length")
    }
    guard constantTimeEquals(bytes[offset...], SHA256.hash(bytes[..<offset])) else {
      throw .damaged(path: path, reason: "its checksum is wrong")
    }
  }

  private static func fieldsOf(_ keys: IdentityKeys) -> [UInt8] {
    var writer = ByteWriter()
    for (number, secret) in [keys.noiseStatic.rawBytes, keys.signing.seed, keys.storeKey].enumerated() {
      writer.append(UInt8(number + 1))
      writer.append(UInt16(secret.count))
      secret.withBytes { writer.append(contentsOf: $0) }
    }
    return writer.bytes
  }

  private static func keys(_ reader: inout ByteReader, _ path: String) throws(KeyFileError) -> IdentityKeys {
    let noise = try field(1, &reader, path)
    let signing = try field(2, &reader, path)
    let store = try field(3, &reader, path)
    do {
      return IdentityKeys(
        noiseStatic: try X25519.PrivateKey(rawBytes: noise), signing: try Ed25519.PrivateKey(seed: signing),
        storeKey: store)
    } catch {
      throw .damaged(path: path, reason: "a key in it is unusable")
    }
  }

  private static func field(
    _ number: UInt8, _ reader: inout ByteReader, _ path: String
  ) throws(KeyFileError) -> SecretBytes {
    guard reader.readUInt8() == number, let count = reader.readUInt16(), Int(count) == fieldBytes,
      let secret = reader.read(fieldBytes)
    else { throw .damaged(path: path, reason: "field \(number) is not whole") }
    return SecretBytes(secret)
  }
}
