import Bytes
import Cryptography
import Glibc

/// The bytes of a key file, 147 in version 1; integers big-endian.
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 8 | `TERNKEYS` |
/// | 8 | 1 | version, 1 |
/// | 9 | 1 | flags, 0; bit 0 is kept for sealing by a passphrase |
/// | 10 | 3 + 32 | field 1, length 32: Noise static private key |
/// | 45 | 3 + 32 | field 2, length 32: Ed25519 seed |
/// | 80 | 3 + 32 | field 3, length 32: store key |
/// | 115 | 32 | SHA-256 of all bytes before |
enum KeyFileLayout {
  /// Larger files are not key files.
  static let fileBytesMax = 4_096

  private static let magic = Array("TERNKEYS".utf8)
  private static let version: UInt8 = 1
  private static let fieldBytes = 32

  static func encode(_ keys: IdentityKeys) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(contentsOf: magic)
    writer.append(version)
    writer.append(UInt8(0))
    let fields = [keys.noiseStatic.rawBytes, keys.signing.seed, keys.storeKey]
    for (number, secret) in fields.enumerated() {
      writer.append(UInt8(number + 1))
      writer.append(UInt16(secret.count))
      secret.withBytes { writer.append(contentsOf: $0) }
    }
    return writer.bytes + SHA256.hash(writer.bytes)
  }

  static func decode(_ bytes: [UInt8], path: String) throws(KeyFileError) -> IdentityKeys {
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
    guard version <= Self.version, flags == 0 else {
      throw .newerVersion(path: path, found: Int(version))
    }
    let noise = try field(1, &reader, path)
    let signing = try field(2, &reader, path)
    let store = try field(3, &reader, path)
    let checked = bytes.prefix(reader.offset)
    guard let sum = reader.read(SHA256.hashBytes), reader.isAtEnd else {
      throw .damaged(path: path, reason: "it has the wrong length")
    }
    guard constantTimeEquals(sum, SHA256.hash(checked)) else {
      throw .damaged(path: path, reason: "its checksum is wrong")
    }
    do {
      return IdentityKeys(
        noiseStatic: try X25519.PrivateKey(rawBytes: noise), signing: try Ed25519.PrivateKey(seed: signing),
        storeKey: store)
    } catch {
      throw .damaged(path: path, reason: "a key in it is unusable")
    }
  }

  /// Overwrites a copy of secret bytes that is no longer needed.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { raw in
      if let start = raw.baseAddress { explicit_bzero(start, raw.count) }
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
