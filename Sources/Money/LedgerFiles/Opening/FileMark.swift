import Glibc
import Ledger

/// What the file system says of a file: another mark means that somebody wrote, or put another file there.
struct FileMark: Sendable, Hashable {
  /// Which file the name stands for.
  let identity: [Int64]
  /// Size and time of the last write, of the file and of a log beside it.
  let state: [Int64]

  /// Looks at the file now. Throws `missing`, `noPermission` or `notReadable`.
  init(_ path: String) throws(LedgerError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .missing
      case EACCES: throw .noPermission
      default: throw .notReadable
      }
    }
    identity = [Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino)]
    let file = Self.state(status)
    state = file + (stat(path + "-wal", &status) == 0 ? Self.state(status) : [])
  }

  private static func state(_ status: stat) -> [Int64] {
    [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
  }
}
