import Cryptography
import Glibc
import Timebase

/// Creates, loads and rewrites the key file of a profile. Synchronous; a few milliseconds for `create`, most
/// of a second for what a passphrase seals.
public enum KeyFile {
  /// The keys in the file at `path`.
  ///
  /// The file must be a plain file of ours with mode 0600 or stricter. `passphrase` is used where the file is
  /// sealed. Throws `missing`, `permissionsTooOpen`, `ownedByAnother`, `notAKeyFile`, `damaged`,
  /// `newerVersion`, `costNotAccepted`, `sealed` (no passphrase given), `wrongPassphrase`, `outOfMemory` or
  /// `inputOutput`.
  public static func load(
    _ path: String, passphrase: SecretBytes? = nil
  ) throws(KeyFileError) -> IdentityKeys {
    // Not following links and not blocking: what stands there may be anything.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw .missing(path: path)
      case ELOOP: throw .notAKeyFile(path: path)
      default: throw .inputOutput(path: path, systemError: errno)
      }
    }
    defer { close(descriptor) }
    try check(descriptor, path)
    var bytes = try read(descriptor, path)
    defer { KeyFileLayout.wipe(&bytes) }
    let keys = try KeyFileLayout.decode(bytes, path: path, passphrase: passphrase)
    // Left by a creation that was killed after its last step but one (a second name of this file), or by a
    // replacement that was killed after its first.
    unlink(temporary(path))
    return keys
  }

  /// Whether the file at `path` is sealed by a passphrase. Throws what `load` throws for a file that cannot
  /// be used.
  public static func isSealed(_ path: String) throws(KeyFileError) -> Bool {
    do {
      _ = try load(path)
      return false
    } catch {
      guard case .sealed = error else { throw error }
      return true
    }
  }

  /// Writes the keys to a new file at `path`, mode 0600 whatever the umask is.
  ///
  /// After a crash at any moment the file is whole or absent; when this returns it is on the disk. An
  /// existing file is never overwritten (`alreadyExists`).
  public static func create(_ path: String, _ keys: IdentityKeys) throws(KeyFileError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .alreadyExists(path: path) }
    let temporary = temporary(path)
    // Left by a creation that was killed before the file got its name: nobody has used those keys.
    unlink(temporary)
    defer { unlink(temporary) }
    var bytes = KeyFileLayout.encode(keys)
    defer { KeyFileLayout.wipe(&bytes) }
    try write(bytes, to: temporary)
    try publish(temporary, as: path)
    try syncFolder(of: path)
  }

  /// Renames a file that cannot be used to `path.damaged-YYYYMMDD-HHMMSS` (UTC; then `-2`, `-3` …) and
  /// returns that name. Only on a person's wish: the next start makes a new identity.
  @discardableResult
  public static func setAside(_ path: String, at time: Timestamp) throws(KeyFileError) -> String {
    let stem = "\(path).damaged-\(stamp(time))"
    for attempt in 1...1_000 {
      let target = attempt == 1 ? stem : "\(stem)-\(attempt)"
      do {
        try publish(path, as: target)
      } catch KeyFileError.alreadyExists {
        continue
      }
      guard unlink(path) == 0 || errno == ENOENT else { throw .inputOutput(path: path, systemError: errno) }
      try syncFolder(of: path)
      return target
    }
    throw .inputOutput(path: path, systemError: EEXIST)
  }

  static func temporary(_ path: String) -> String { path + ".new" }

  static func check(_ descriptor: Int32, _ path: String) throws(KeyFileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .inputOutput(path: path, systemError: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= KeyFileLayout.fileBytesMax else {
      throw .notAKeyFile(path: path)
    }
    guard status.st_uid == geteuid() else { throw .ownedByAnother(path: path, userID: status.st_uid) }
    guard status.st_mode & 0o077 == 0 else {
      throw .permissionsTooOpen(path: path, mode: status.st_mode & 0o777)
    }
  }

  private static func read(_ descriptor: Int32, _ path: String) throws(KeyFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: KeyFileLayout.fileBytesMax + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes[count...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .inputOutput(path: path, systemError: errno) }
      guard got > 0 else { break }
      count += got
    }
    defer { KeyFileLayout.wipe(&bytes) }
    return Array(bytes[..<count])
  }

  static func write(_ bytes: [UInt8], to path: String) throws(KeyFileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .inputOutput(path: path, systemError: errno) }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw .inputOutput(path: path, systemError: errno) }
    var count = 0
    while count < bytes.count {
      let put = bytes[count...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if put < 0, errno == EINTR { continue }
      guard put > 0 else { throw .inputOutput(path: path, systemError: put < 0 ? errno : EIO) }
      count += put
    }
    guard fsync(descriptor) == 0 else { throw .inputOutput(path: path, systemError: errno) }
  }

  /// Gives a file a further name that must be free: a hard link never replaces one. Where the file system has
  /// no links, the name is looked up and the file renamed.
  private static func publish(_ old: String, as new: String) throws(KeyFileError) {
    if link(old, new) == 0 { return }
    switch errno {
    case EEXIST: throw .alreadyExists(path: new)
    case ENOENT: throw .missing(path: old)
    case EPERM, EOPNOTSUPP:
      var status = stat()
      guard lstat(new, &status) != 0 else { throw .alreadyExists(path: new) }
      guard rename(old, new) == 0 else { throw .inputOutput(path: new, systemError: errno) }
    default: throw .inputOutput(path: new, systemError: errno)
    }
  }

  static func syncFolder(of path: String) throws(KeyFileError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .inputOutput(path: path, systemError: errno) }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder and say EINVAL; they have no way to do better.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw .inputOutput(path: path, systemError: errno)
    }
  }

  private static func stamp(_ time: Timestamp) -> String {
    var seconds = time_t(clamping: time.milliseconds / 1_000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "unknown-time" }
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
