import Glibc
import Timebase

/// What is done with a file that cannot be used: it is kept under another name, never overwritten.
public enum DamagedFile {
  /// The endings of the files that belong to a database file.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Renames the database at `path`, with its write-ahead log, to `path.damaged-YYYYMMDD-HHMMSS` (UTC) and
  /// returns that name; where it is taken, `-2`, `-3` … is added. No connection may be open.
  ///
  /// The log goes first: a log left beside a fresh file would be deleted by SQLite, and it may hold the only
  /// copy of the last changes. Throws `cannotSetAside`; then nothing was overwritten or deleted.
  @discardableResult
  public static func setAside(_ path: String, at time: Timestamp) throws(StorageError) -> String {
    let target = try freeName(for: path, at: time)
    for ending in companions where exists(path + ending) {
      try rename(path + ending, to: target + ending)
    }
    try rename(path, to: target)
    DataFile.syncFolder(of: path)
    return target
  }

  /// Renames only the write-ahead log (and its index) of the database at `path` to
  /// `path.damaged-YYYYMMDD-HHMMSS-wal` and returns that name, or `nil` when there is no log. No connection
  /// may be open. Throws `cannotSetAside`.
  public static func setAsideLog(_ path: String, at time: Timestamp) throws(StorageError) -> String? {
    guard DataFile.hasLog(path) else { return nil }
    let target = try freeName(for: path, at: time)
    try rename(path + "-wal", to: target + "-wal")
    // The index of a log that is gone; SQLite makes a new one.
    unlink(path + "-shm")
    DataFile.syncFolder(of: path)
    return target + "-wal"
  }

  /// Undoes `setAsideLog`: the file alone was no better.
  public static func putBackLog(_ kept: String, of path: String) throws(StorageError) {
    try rename(kept, to: path + "-wal")
    DataFile.syncFolder(of: path)
  }

  /// Copies a file to a name that is free, synced. Throws `cannotSetAside`; then there is no copy.
  static func copy(_ path: String, to target: String) throws(StorageError) {
    let from = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard from >= 0 else { throw .cannotSetAside(path: path, systemError: errno) }
    defer { close(from) }
    let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard to >= 0 else { throw .cannotSetAside(path: path, systemError: errno) }
    defer { close(to) }
    var count = 1
    while count > 0 { count = sendfile(to, from, nil, 1 << 20) }
    guard count == 0, fsync(to) == 0 else {
      let code = errno
      unlink(target)
      throw .cannotSetAside(path: path, systemError: code)
    }
    DataFile.syncFolder(of: path)
  }

  /// Removes what was set aside of the database at `path`, with all companions: files that were last written
  /// before `moment`, or all. What cannot be removed stays.
  public static func forget(besides path: String, lastWrittenBefore moment: Timestamp? = nil) {
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, name) = (cut == path.startIndex ? "." : String(path[..<cut]), path[cut...])
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let found = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      guard found.hasPrefix(name + ".damaged-") else { continue }
      let whole = folder + (folder.hasSuffix("/") ? "" : "/") + found
      var facts = stat()
      guard lstat(whole, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
      if let moment, UInt64(max(0, facts.st_mtim.tv_sec)) * 1_000 >= moment.milliseconds { continue }
      unlink(whole)
    }
    DataFile.syncFolder(of: path)
  }

  /// The name under which a damaged file is kept, free with all its companions.
  static func freeName(for path: String, at time: Timestamp) throws(StorageError) -> String {
    let stem = "\(path).damaged-\(stamp(time))"
    for attempt in 1...attemptsMax {
      let target = attempt == 1 ? stem : "\(stem)-\(attempt)"
      if !(companions + [""]).contains(where: { exists(target + $0) }) { return target }
    }
    throw .cannotSetAside(path: path, systemError: EEXIST)
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// A hard link never replaces a name. Where the file system has none, the name was looked up just before.
  static func rename(_ old: String, to new: String) throws(StorageError) {
    if link(old, new) == 0 {
      guard unlink(old) == 0 else { throw .cannotSetAside(path: old, systemError: errno) }
      return
    }
    guard errno == EPERM || errno == EOPNOTSUPP, Glibc.rename(old, new) == 0 else {
      throw .cannotSetAside(path: old, systemError: errno)
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

  private static let attemptsMax = 1_000
}
