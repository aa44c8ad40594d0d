import Glibc

/// What an error number of the system means, in words that tell what to do.
enum SystemWords {
  static func of(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full"
    case EACCES, EPERM: "you are not allowed to"
    case EROFS: "the disk can only be read"
    case EIO: "the disk failed"
    case ENOENT, ENOTDIR: "its folder is missing"
    case EMFILE, ENFILE: "too many files are open"
    default: strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }
}
