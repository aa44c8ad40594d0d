/// How sure we are of somebody (chat-app 8.6); a higher level shows before a lower one.
public enum TrustLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Never met.
  case unknown
  /// Met.
  case casual
  /// Somebody we verified vouches for the keys. Worked out, never stored.
  case vouched
  /// Our own choice.
  case trusted
  /// The keys were compared, by code or by hand.
  case verified

  /// By certainty.
  public static func < (left: TrustLevel, right: TrustLevel) -> Bool { left.rawValue < right.rawValue }
}

/// How private a conversation with somebody is now (chat-app 8.7).
public enum EncryptionStatus: Sendable, Hashable {
  /// No session.
  case none
  /// Being set up.
  case handshaking
  /// Encrypted, with somebody whose keys nobody compared.
  case secured
  /// Encrypted, with somebody whose keys were compared; or verified and away.
  case verified
}
