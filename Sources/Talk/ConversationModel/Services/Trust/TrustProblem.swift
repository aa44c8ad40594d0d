/// Why somebody was not verified, in words for the person who asked.
public enum TrustProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The network in use cannot do it.
  case notOffered
  /// Nobody in sight has the key of the code.
  case notNearby(String)
  /// The code is our own.
  case ownCode
  /// The other device signed with another key than the code shows.
  case forged(String)
  /// The person's key is not known.
  case identityUnknown(String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .notOffered: "The network in use cannot verify anybody. Nothing was changed."
    case .notNearby(let name):
      "The code is of \(name), who is not in sight. Come nearer and try again. Nothing was changed."
    case .ownCode: "This is your own code. Show it to the other person, and read theirs."
    case .forged(let name):
      "\(name) could not be verified: another device uses a different signing key for this name. "
        + "Do not trust it with anything."
    case .identityUnknown(let name): "The key of \(name) is not known yet. Try again in a moment."
    }
  }
}
