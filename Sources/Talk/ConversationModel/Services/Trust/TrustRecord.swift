import Timebase

/// What we and those we verified say of one person.
public struct TrustRecord: Sendable, Hashable {
  /// Somebody's word for this person.
  public struct Voucher: Sendable, Hashable {
    /// Who said so.
    public var fingerprint: String
    /// When, by the voucher's clock.
    public var statedAt: Timestamp

    /// Joins the parts.
    public init(fingerprint: String, statedAt: Timestamp) {
      self.fingerprint = fingerprint
      self.statedAt = statedAt
    }
  }

  /// SHA-256 of the person's Noise key, 64 lower-case hexadecimal digits.
  public var fingerprint: String
  /// The Ed25519 key, once known for certain.
  public var signingKey: [UInt8]?
  /// When the keys were compared; `nil` when they were not.
  public var verifiedAt: Timestamp?
  /// Whether we chose to trust the person.
  public var isTrusted: Bool
  /// When our last batch of vouches went to the person.
  public var batchSentAt: Timestamp?
  /// Who vouches, the newest first; at most `TrustBook.vouchersMax`.
  public var vouchers: [Voucher]

  /// Joins the parts.
  public init(
    fingerprint: String, signingKey: [UInt8]? = nil, verifiedAt: Timestamp? = nil, isTrusted: Bool = false,
    batchSentAt: Timestamp? = nil, vouchers: [Voucher] = []
  ) {
    self.fingerprint = fingerprint
    self.signingKey = signingKey
    self.verifiedAt = verifiedAt
    self.isTrusted = isTrusted
    self.batchSentAt = batchSentAt
    self.vouchers = vouchers
  }

  /// Whether we have a part in it, so that it is never given up for room.
  var isOurs: Bool { verifiedAt != nil || isTrusted }
}

/// What the owner of a `TrustBook` has to write down.
public enum TrustChange: Sendable, Hashable {
  /// This holds now.
  case kept(TrustRecord)
  /// Nothing is held of this person any more.
  case removed(fingerprint: String)
}
