import Cryptography
import Glibc

extension KeyFile {
  /// The moments of a replacement between which a kill can fall.
  enum ReplacementStep: CaseIterable {
    /// The new file is on the disk under its temporary name; the old one has its own.
    case written
    /// The new file has the name; the folder may not be on the disk yet.
    case renamed
    /// The folder is on the disk, too.
    case synced
    /// The bytes of the old file were overwritten.
    case overwritten
  }

  /// Writes the keys of the file at `path` anew: sealed by a passphrase, or in the open without a `seal`.
  ///
  /// `keys` are those that `load` gave; the caller holds what keeps others from changing the file meanwhile.
  /// After a crash at any moment the name stands for the old file or for the new one, whole; when this
  /// returns it is the new one, on the disk. The old file's bytes are then overwritten where it has no other
  /// name, as far as the disk overwrites in place. Throws `missing`, `costNotAccepted`, `outOfMemory` or
  /// `inputOutput`; unless the last step failed the old file is still there.
  public static func replace(
    _ path: String, _ keys: IdentityKeys, sealedBy seal: PassphraseSeal?,
    using generator: inout some RandomNumberGenerator
  ) throws(KeyFileError) {
    try replace(path, keys, sealedBy: seal, using: &generator) { _ in }
  }

  static func replace(
    _ path: String, _ keys: IdentityKeys, sealedBy seal: PassphraseSeal?,
    using generator: inout some RandomNumberGenerator, at step: (ReplacementStep) -> Void
  ) throws(KeyFileError) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var old = open(path, O_RDWR | flags)
    // An owner may have taken the right to write away; then the old bytes stay where they are.
    if old < 0, errno == EACCES { old = open(path, O_RDONLY | flags) }
    guard old >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : .inputOutput(path: path, systemError: errno)
    }
    defer { close(old) }
    try check(old, path)
    var bytes = try content(path, keys, seal, &generator)
    defer { KeyFileLayout.wipe(&bytes) }
    let temporary = temporary(path)
    // Left by a replacement that was killed before its second step.
    unlink(temporary)
    defer { unlink(temporary) }
    try write(bytes, to: temporary)
    step(.written)
    guard rename(temporary, path) == 0 else { throw .inputOutput(path: path, systemError: errno) }
    step(.renamed)
    try syncFolder(of: path)
    step(.synced)
    overwrite(old)
    step(.overwritten)
  }

  private static func content(
    _ path: String, _ keys: IdentityKeys, _ seal: PassphraseSeal?,
    _ generator: inout some RandomNumberGenerator
  ) throws(KeyFileError) -> [UInt8] {
    guard let seal else { return KeyFileLayout.encode(keys) }
    guard seal.cost.isAccepted else { throw .costNotAccepted(path: path, seal.cost) }
    let salt = SecretBytes(count: Argon2id.saltBytes, using: &generator).withBytes { [UInt8]($0) }
    let nonce = SecretBytes(count: XChaChaPoly.nonceBytes, using: &generator).withBytes { [UInt8]($0) }
    do {
      return try KeyFileLayout.encode(keys, sealedBy: seal, salt: salt, nonce: nonce)
    } catch {
      throw .outOfMemory(path: path, seal.cost)
    }
  }

  /// Zeros over the bytes of a file that has lost its only name. A file with another name is somebody's copy.
  /// Failing is no failure of the replacement, which is complete.
  private static func overwrite(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink == 0 else { return }
    let zeros = [UInt8](repeating: 0, count: min(Int(status.st_size), KeyFileLayout.fileBytesMax))
    _ = pwrite(descriptor, zeros, zeros.count, 0)
    fsync(descriptor)
  }
}
