import Glibc

extension NetworkingError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String { "The network cannot be used: \(explanation)." }

  /// What happened, for people, as part of a sentence.
  public var explanation: String {
    switch self {
    case .system(_, let code): NetworkingError.systemText(code: code)
    case .addressNotUsable(let address): "\(address) cannot be used as an address"
    case .boundElsewhere(let wanted, let got): "the system bound \(got) instead of \(wanted)"
    case .libraryRefused(let stage): "the network library failed at \(stage)"
    case .tooLong(let bytesMax): "a message is longer than \(bytesMax) bytes"
    case .closed: "the connection is closed"
    case .stopped: "the network was switched off"
    }
  }

  /// An error number of the system in words: plain ones for what people can mend, else the system's own.
  public static func systemText(code: Int32) -> String {
    switch code {
    case EADDRINUSE: "another program uses it already"
    case EACCES, EPERM: "you are not allowed to"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk can only be read"
    case ENOENT, ENOTDIR: "its folder is missing"
    case EMFILE, ENFILE: "too many files are open"
    case ENETUNREACH, ENETDOWN, EHOSTUNREACH: "there is no network"
    default: strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }
}
