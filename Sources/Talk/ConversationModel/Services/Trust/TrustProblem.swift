/// Why somebody was not verified, in words for the person who asked.
public enum TrustProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The network in use cannot do it.
  case notOffered
  /// Nobody in sight has the key of the code.
  case notNearby(String)
  /// The code is our own.
  case ownCode
  /// The code is somebody else's than the one who is being verified; both by name.
  case otherPerson(code: String, expected: String)
  /// The code has verified its person before; it counts once.
  case usedCode(String)
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
    case .otherPerson(let name, let expected):
      "This is the code of \(name), not of \(expected). Let \(expected) show theirs. Nothing was changed."
    case .usedCode(let name):
      "You have used this code of \(name) before, and a code counts once. Let \(name) show a new one. "
        + "Nothing was changed."
    case .forged(let name):
      "\(name) could not be verified: another device uses a different signing key for this name. "
        + "Do not trust it with anything."
    case .identityUnknown(let name): "The key of \(name) is not known yet. Try again in a moment."
    }
  }
}
