/// Why the way to somebody was not looked at, in words for the person who asked.
public enum DiagnosticProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The transport has no such thing.
  case notOffered
  /// The address is our own.
  case ownAddress

  /// What happened.
  public var description: String {
    switch self {
    case .notOffered: "The network in use offers neither ping nor trace."
    case .ownAddress: "This is your own address. Nothing was sent."
    }
  }
}
