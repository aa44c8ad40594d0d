import Glibc

/// The file on disk, before SQLite opens it.
enum DataFile {
  /// Makes sure that a plain file stands at `path` that only its owner can read.
  ///
  /// A new file is created with mode 0600 whatever the umask is, and its folder entry is synced. Before it,
  /// an empty file `path.new` is made, and stays until `confirm`: by it a creation that was killed is told
  /// from a file that lost its bytes. An existing file is never opened here: closing it again would drop the
  /// locks that SQLite holds in this process.
  static func prepare(_ path: String) throws(StorageError) {
    var status = stat()
    if lstat(path, &status) == 0 { return try restrict(path) }
    try mark(path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let systemError = errno
      guard systemError == EEXIST else {
        unlink(path + marker)
        throw .cannotOpen(path: path, systemError: systemError)
      }
      return try restrict(path)
    }
    let isPrivate = fchmod(descriptor, 0o600) == 0
    let systemError = errno
    close(descriptor)
    guard isPrivate else { throw .cannotOpen(path: path, systemError: systemError) }
    syncFolder(of: path)
  }

  /// The file has content of ours: from now on an empty file is a loss.
  static func confirm(_ path: String) {
    unlink(path + marker)
  }

  /// Whether a write-ahead log with bytes in it stands beside the file.
  static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return lstat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Syncs the folder that holds `path`, so that a new or moved name survives a power loss.
  static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // Some file systems cannot sync a folder; they have no later moment to do better at.
    fsync(descriptor)
    close(descriptor)
  }

  private static let marker = ".new"

  private static func mark(_ path: String) throws(StorageError) {
    let descriptor = open(path + marker, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, systemError: errno) }
    close(descriptor)
    // On the disk before the file is: after a power loss there is never an unmarked empty file of ours.
    syncFolder(of: path)
  }

  /// Takes the rights of group and others away from an existing file and its companions.
  private static func restrict(_ path: String) throws(StorageError) {
    var status = stat()
    for ending in DamagedFile.companions {
      // SQLite would follow a link there, and wait for ever at a pipe.
      guard lstat(path + ending, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
        throw .notAPlainFile(path: path + ending)
      }
    }
    guard lstat(path, &status) == 0 else { throw .cannotOpen(path: path, systemError: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAPlainFile(path: path) }
    // SQLite begins anew in an empty file without a word.
    if status.st_size == 0, access(path + marker, F_OK) != 0 { throw .empty(path: path) }
    // SQLite takes a file of one byte for an empty one; no database is shorter than its smallest page.
    guard status.st_size == 0 || status.st_size >= 512 else { throw .notADatabase(path: path) }
    guard status.st_mode & 0o077 != 0 else { return }
    guard chmod(path, 0o600) == 0 else { throw .cannotOpen(path: path, systemError: errno) }
    for companion in DamagedFile.companions {
      // SQLite gives them the rights of the main file when it creates them; most often there are none.
      _ = chmod(path + companion, 0o600)
    }
  }
}
