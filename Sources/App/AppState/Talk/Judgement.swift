/// What a person decides about somebody.
public enum Judgement: String, Sendable, CaseIterable {
  /// The fingerprints were compared, or that is taken back.
  case verified, unverified
  /// Trust by choice, or not any more.
  case trusted, untrusted
  /// A favourite, or not any more.
  case favourite, unfavourite
  /// Nothing is heard, or again.
  case blocked, unblocked
}
