import Timebase

/// Who is a favourite of whom (chat-app 8.3).
public struct FavouriteRecord: Sendable, Hashable {
  /// SHA-256 of the person's Noise key, 64 lower-case hexadecimal digits.
  public let fingerprint: String
  /// Noise static public key, 32 bytes.
  public let noiseKey: [UInt8]
  /// The Nostr address as the person gave it, not checked.
  public private(set) var npub: String?
  /// The name last known.
  public private(set) var nickname: String
  /// Whether the person is a favourite of ours.
  public private(set) var isFavourite: Bool
  /// Whether we are one of the person's.
  public private(set) var isFavouriteOfTheirs: Bool
  /// When the record changed last.
  public private(set) var updatedAt: Timestamp

  /// Joins the parts.
  public init(
    fingerprint: String, noiseKey: [UInt8], npub: String? = nil, nickname: String, isFavourite: Bool = false,
    isFavouriteOfTheirs: Bool = false, updatedAt: Timestamp
  ) {
    self.fingerprint = fingerprint
    self.noiseKey = noiseKey
    self.npub = npub
    self.nickname = nickname
    self.isFavourite = isFavourite
    self.isFavouriteOfTheirs = isFavouriteOfTheirs
    self.updatedAt = updatedAt
  }

  /// Whether both marks are set.
  public var isMutual: Bool { isFavourite && isFavouriteOfTheirs }

  /// Whether there is anything to keep.
  public var isKept: Bool { isFavourite || isFavouriteOfTheirs }

  /// We change our mark. Answers whether the person is told: when in reach, when they favour us, or when the
  /// mark is taken back.
  public mutating func setFavourite(_ value: Bool, isInReach: Bool, now: Timestamp) -> Bool {
    guard isFavourite != value else { return false }
    isFavourite = value
    updatedAt = now
    return isInReach || isFavouriteOfTheirs || !value
  }

  /// The person said so. Answers whether their mark changed, which is told in a line.
  public mutating func received(_ notice: FavouriteNotice, nickname name: String, now: Timestamp) -> Bool {
    if let npub = notice.npub { self.npub = npub }
    // A stranger's empty name never takes the place of one we know.
    if !name.isEmpty, name != "Unknown" { nickname = name }
    updatedAt = now
    defer { isFavouriteOfTheirs = notice.isFavourite }
    return isFavouriteOfTheirs != notice.isFavourite
  }
}
