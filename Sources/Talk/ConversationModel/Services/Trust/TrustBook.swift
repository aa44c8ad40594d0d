import Bytes
import Timebase
import TransportPorts

/// Whom we trust and why (chat-app 8.6, mesh-features 11). The owner writes down what `takeChanges` names.
///
/// A vouch counts for one hop only, and only while its voucher is verified; so un-verifying somebody silently
/// takes back what they vouched for. Records that hold vouches alone are at most 2,000: the one whose newest
/// vouch is the oldest makes room.
public struct TrustBook: Sendable, Equatable {
  /// Vouchers kept for one person.
  public static let vouchersMax = 8
  /// Records kept that we have no part in.
  public static let strangersMax = 2_000

  private var records: [String: TrustRecord] = [:]
  private var changed: Set<String> = []

  /// Why a vouch does not count.
  public enum Refusal: Sendable, Equatable {
    /// We have not verified its sender, or do not know the sender's key.
    case unverifiedVoucher
    /// The signature is not the sender's.
    case badSignature
    /// Too old, or from the future.
    case outOfTime
    /// It is about its sender, or about us.
    case selfMade
    /// We compared the keys ourselves.
    case alreadyVerified
    /// Eight newer ones are held, or a newer one of the same voucher.
    case outdated
  }

  /// A book of what was kept.
  public init(_ records: [TrustRecord] = []) {
    for record in records { self.records[record.fingerprint] = record }
  }

  /// What is held of a person.
  public func record(_ fingerprint: String) -> TrustRecord? { records[fingerprint] }

  /// All records, by fingerprint.
  public var allRecords: [TrustRecord] { records.values.sorted { $0.fingerprint < $1.fingerprint } }

  /// What changed since this was asked last, by fingerprint.
  public mutating func takeChanges() -> [TrustChange] {
    defer { changed = [] }
    return changed.sorted().map { fingerprint in
      records[fingerprint].map { .kept($0) } ?? .removed(fingerprint: fingerprint)
    }
  }

  /// How sure we are of a person.
  public func level(of fingerprint: String, hasMet: Bool, now: Timestamp) -> TrustLevel {
    let record = records[fingerprint]
    if record?.verifiedAt != nil { return .verified }
    if record?.isTrusted == true { return .trusted }
    if !vouchers(of: fingerprint, now: now).isEmpty { return .vouched }
    return hasMet ? .casual : .unknown
  }

  /// Whose word counts for a person now, the newest first.
  public func vouchers(of fingerprint: String, now: Timestamp) -> [String] {
    (records[fingerprint]?.vouchers ?? [])
      .filter { voucher in
        records[voucher.fingerprint]?.verifiedAt != nil
          && Vouch.isCurrent(statedAt: voucher.statedAt, now: now)
      }
      .map(\.fingerprint)
  }

  /// How private a conversation is, by its session; `nil` for somebody who is away.
  public func encryption(
    of fingerprint: String, session: TransportPeer.Session?
  ) -> EncryptionStatus {
    let isVerified = records[fingerprint]?.verifiedAt != nil
    return switch session {
    case .established?: isVerified ? .verified : .secured
    case .handshaking?: .handshaking
    case TransportPeer.Session.none?: .none
    case nil: isVerified ? .verified : .none
    }
  }

  /// The keys were compared. A signing key that is not given stays as it was.
  public mutating func verify(_ fingerprint: String, signingKey: [UInt8]?, now: Timestamp) {
    change(fingerprint) { record in
      record.verifiedAt = now
      if let signingKey { record.signingKey = signingKey }
    }
  }

  /// The comparison is taken back.
  public mutating func unverify(_ fingerprint: String) {
    change(fingerprint) { $0.verifiedAt = nil }
  }

  /// Our choice to trust somebody, or not any more.
  public mutating func setTrusted(_ fingerprint: String, _ isTrusted: Bool) {
    change(fingerprint) { $0.isTrusted = isTrusted }
  }

  /// Somebody vouches in an authenticated session. `nil` when it counts.
  public mutating func accept(
    _ vouch: Vouch, from voucher: String, own: String, now: Timestamp
  ) -> Refusal? {
    let person = vouch.fingerprint.hexadecimal
    guard let sender = records[voucher], sender.verifiedAt != nil, let key = sender.signingKey else {
      return .unverifiedVoucher
    }
    guard Vouch.isCurrent(statedAt: vouch.statedAt, now: now) else { return .outOfTime }
    guard person != voucher, person != own else { return .selfMade }
    guard records[person]?.verifiedAt == nil else { return .alreadyVerified }
    guard vouch.isValid(under: key) else { return .badSignature }
    var vouchers = records[person]?.vouchers ?? []
    if let known = vouchers.first(where: { $0.fingerprint == voucher }) {
      guard known.statedAt < vouch.statedAt else { return .outdated }
      vouchers.removeAll { $0.fingerprint == voucher }
    }
    let place = vouchers.firstIndex { $0.statedAt < vouch.statedAt } ?? vouchers.endIndex
    guard place < Self.vouchersMax else { return .outdated }
    vouchers.insert(TrustRecord.Voucher(fingerprint: voucher, statedAt: vouch.statedAt), at: place)
    if records[person] == nil { makeRoom() }
    change(person) { $0.vouchers = Array(vouchers.prefix(Self.vouchersMax)) }
    return nil
  }

  /// Whom to vouch for in a batch to this person, most recently verified first; empty when none is due.
  /// `understandsVouches` is whether the person's capabilities are unknown or name it.
  public func batch(for fingerprint: String, understandsVouches: Bool, now: Timestamp) -> [TrustRecord] {
    guard understandsVouches, let receiver = records[fingerprint], receiver.verifiedAt != nil else {
      return []
    }
    if let last = receiver.batchSentAt, now.millisecondsSince(last) < Vouch.batchIntervalMilliseconds {
      return []
    }
    return Array(
      records.values
        .filter { $0.verifiedAt != nil && $0.signingKey != nil && $0.fingerprint != fingerprint }
        .sorted { recency($1) < recency($0) }
        .prefix(Vouch.batchMax))
  }

  /// A batch went to the person.
  public mutating func batchSent(to fingerprint: String, now: Timestamp) {
    change(fingerprint) { $0.batchSentAt = now }
  }

  private mutating func change(_ fingerprint: String, _ change: (inout TrustRecord) -> Void) {
    var record = records[fingerprint] ?? TrustRecord(fingerprint: fingerprint)
    change(&record)
    guard record != records[fingerprint] else { return }
    records[fingerprint] = record
    changed.insert(fingerprint)
  }

  private mutating func makeRoom() {
    guard records.count >= Self.strangersMax else { return }
    let strangers = records.values.filter { !$0.isOurs }
    guard strangers.count >= Self.strangersMax,
      let oldest = strangers.min(by: { newestWord($0) < newestWord($1) })
    else { return }
    records[oldest.fingerprint] = nil
    changed.insert(oldest.fingerprint)
  }

  /// Fingerprints differ, so no order depends on that of hashes.
  private func recency(_ record: TrustRecord) -> (Timestamp, String) {
    (record.verifiedAt ?? Timestamp(milliseconds: 0), record.fingerprint)
  }

  private func newestWord(_ record: TrustRecord) -> (Timestamp, String) {
    (record.vouchers.first?.statedAt ?? Timestamp(milliseconds: 0), record.fingerprint)
  }
}
