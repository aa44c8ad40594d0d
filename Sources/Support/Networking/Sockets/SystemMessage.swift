import Glibc

extension NetworkingError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String { "The network cannot be used: \(explanation)." }

  /// What happened, for people, as part of a sentence.
  public var explanation: String {
    switch self {
    case .system(let call, let code): "\(NetworkingError.systemText(code: code)) (\(call))"
    case .addressNotUsable(let address): "\(address) cannot be used as an address"
    case .boundElsewhere(let wanted, let got): "the system bound \(got) instead of \(wanted)"
    case .libraryRefused(let stage): "the network library failed at \(stage)"
    case .tooLong(let bytesMax): "a message is longer than \(bytesMax) bytes"
    case .closed: "the connection is closed"
    case .stopped: "the network was switched off"
    }
  }

  /// The system's own words for an error number, such as "Address already in use".
  public static func systemText(code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
