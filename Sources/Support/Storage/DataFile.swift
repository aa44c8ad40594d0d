import Glibc

/// The file on disk, before SQLite opens it.
enum DataFile {
  /// Makes sure that a plain file stands at `path` that only its owner can read.
  ///
  /// A new file is created with mode 0600 whatever the umask is, and its folder entry is synced. An existing
  /// one is never opened here: closing it again would drop the locks that SQLite holds in this process.
  static func prepare(_ path: String) throws(StorageError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw .cannotOpen(path: path, systemError: errno) }
      return try restrict(path)
    }
    let isPrivate = fchmod(descriptor, 0o600) == 0
    let systemError = errno
    close(descriptor)
    guard isPrivate else { throw .cannotOpen(path: path, systemError: systemError) }
    syncFolder(of: path)
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

  /// Takes the rights of group and others away from an existing file and its companions.
  private static func restrict(_ path: String) throws(StorageError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .cannotOpen(path: path, systemError: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen(path: path, systemError: EINVAL) }
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
