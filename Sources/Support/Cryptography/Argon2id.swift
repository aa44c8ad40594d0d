import CSodium

/// Argon2id version 1.3 with one lane (RFC 9106): a key out of a passphrase, at a price for whoever guesses.
public enum Argon2id {
  /// Length of a salt.
  public static let saltBytes = 16
  /// Least memory, in KiB.
  public static let memoryKibibytesMin = 8

  /// A key of `count` bytes, 16 or more.
  ///
  /// Takes `memoryKibibytes` of memory for the time of the call, and `passes` (1 or more) walks over it:
  /// 256 MiB and 3 passes cost most of a second. The caller caps both where they come from outside.
  /// - Throws: `wrongLength` for a salt that has not 16 bytes, `tooShort` for less than 16 bytes of key,
  ///   8 KiB or one pass, `outOfMemory` when the system does not give the memory.
  public static func key(
    from passphrase: SecretBytes, salt: [UInt8], memoryKibibytes: Int, passes: Int, count: Int = 32
  ) throws(CryptographyError) -> SecretBytes {
    prepareSodium()
    guard salt.count == saltBytes else {
      throw .wrongLength(.salt, expected: saltBytes, found: salt.count)
    }
    guard count >= 16 else { throw .tooShort(.derivedKey, minimum: 16, found: count) }
    guard passes >= 1 else { throw .tooShort(.passes, minimum: 1, found: passes) }
    guard memoryKibibytes >= memoryKibibytesMin else {
      throw .tooShort(.memory, minimum: memoryKibibytesMin, found: memoryKibibytes)
    }
    let (memoryBytes, isTooMuch) = memoryKibibytes.multipliedReportingOverflow(by: 1_024)
    guard !isTooMuch else { throw .outOfMemory }
    var result: Int32 = -1
    let key = SecretBytes(count: count) { output in
      result = withExtendedLifetime(passphrase) {
        crypto_pwhash_argon2id(
          output, UInt64(count), UnsafeRawPointer(passphrase.pointer).assumingMemoryBound(to: CChar.self),
          UInt64(passphrase.count), salt, UInt64(passes), memoryBytes,
          crypto_pwhash_argon2id_ALG_ARGON2ID13)
      }
    }
    guard result == 0 else { throw .outOfMemory }
    return key
  }
}
