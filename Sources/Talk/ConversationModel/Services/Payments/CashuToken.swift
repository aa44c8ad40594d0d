import Bytes
import StrictJSON
import Text

/// A bearer token of the Cashu kind, read for display and for `/pay` (chat-app 9, mesh-features 13).
///
/// Nothing is asked of a mint. A token is money: it is never logged, and what its fields say is only what its
/// sender claims.
public struct CashuToken: Sendable, Hashable {
  /// How the token is written.
  public enum Version: Sendable, Hashable {
    /// `cashuA`: JSON.
    case json
    /// `cashuB`: CBOR.
    case cbor
  }

  /// Shortest and longest token, in characters.
  public static let charactersMin = 12
  /// Longest token, in characters.
  public static let charactersMax = 60_000
  /// The largest amount, and sum of amounts, that is believed.
  public static let amountMax: UInt64 = 2_100_000_000_000_000

  /// The bare token, as it is sent.
  public let text: String
  /// How it is written.
  public let version: Version
  /// The sum of its amounts in `unit`, 1…`amountMax`; `nil` when none is told.
  public let amount: UInt64?
  /// 1…12 ASCII letters and digits; `nil` when not told, which means `sat`.
  public let unit: String?
  /// The host of the mint, lower case, at most 48 characters.
  public let mintHost: String?
  /// A remark without control characters, at most 80 characters; not made safe for display.
  public let memo: String?

  /// Reads a token, with or without `cashu:` or `cashu://` and percent escapes. A `cashuB` token that cannot
  /// be read is one without fields. `nil` for anything else.
  public init?(_ written: String) {
    guard let bare = Self.bare(written), let payload = [UInt8](base64: bare.dropFirst(6)) else { return nil }
    text = bare
    let fields: Fields
    if bare.hasPrefix("cashuA") {
      guard let read = Fields(json: payload) else { return nil }
      version = .json
      fields = read
    } else {
      version = .cbor
      fields = Fields(cbor: payload) ?? Fields()
    }
    amount = fields.sum.flatMap { $0 > 0 ? $0 : nil }
    unit = fields.unit.flatMap(Self.checkedUnit)
    mintHost = fields.mints.lazy.compactMap(Self.host).first
    memo = fields.memo.flatMap(Self.shortMemo)
  }

  /// Reads a token to be sent: it must say an amount.
  public init?(strictly written: String) {
    self.init(written)
    guard amount != nil else { return nil }
  }

  /// `10 sat`; `nil` without an amount.
  public var displayAmount: String? { amount.map { "\($0) \(unit ?? "sat")" } }

  /// The bare token without scheme and escapes, its prefix and characters checked.
  private static func bare(_ written: String) -> String? {
    guard written.utf8.count <= 4 * charactersMax else { return nil }
    var rest = Text.trimmed(written)
    for scheme in ["cashu://", "cashu:"] where rest.lowercased().hasPrefix(scheme) {
      rest = String(rest.dropFirst(scheme.count))
      break
    }
    if rest.contains("%") {
      guard let decoded = PercentCoding.decoded(rest) else { return nil }
      rest = decoded
    }
    guard (charactersMin...charactersMax).contains(rest.utf8.count), rest.utf8.allSatisfy(isTokenByte),
      rest.hasPrefix("cashuA") || rest.hasPrefix("cashuB")
    else { return nil }
    return rest
  }

  private static func checkedUnit(_ unit: String) -> String? {
    (1...12).contains(unit.utf8.count) && unit.utf8.allSatisfy(isAlphanumeric) ? unit : nil
  }

  /// A host that would have to be cut is none: a cut one could be taken for another.
  private static func host(_ mint: String) -> String? {
    guard mint.utf8.count <= 512, let colon = mint.range(of: "://"),
      mint[..<colon.lowerBound].utf8.first.map(isAlphanumeric) == true
    else { return nil }
    var authority = mint[colon.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    let host =
      authority.first == "["
      ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    let isPlain = host.utf8.allSatisfy { isAlphanumeric($0) || ".-_:".utf8.contains($0) }
    return (1...48).contains(host.utf8.count) && isPlain ? host.lowercased() : nil
  }

  private static func shortMemo(_ memo: String) -> String? {
    guard memo.unicodeScalars.count <= 512 else { return nil }
    let kept = memo.unicodeScalars.filter { $0.properties.generalCategory != .control }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: kept)
    let short = Text.trimmed(String(Text.trimmed(String(view)).prefix(80)))
    return short.isEmpty ? nil : short
  }
}

/// What a payload says, unchecked but for the amounts.
private struct Fields {
  var amounts: [UInt64] = []
  var unit: String?
  var mints: [String] = []
  var memo: String?

  init() {}

  init?(json payload: [UInt8]) {
    guard let value = try? JSONValue(parsing: payload), let tokens = value["token"]?.array, !tokens.isEmpty
    else { return nil }
    for token in tokens {
      if let mint = token["mint"]?.string { mints.append(mint) }
      for proof in token["proofs"]?.array ?? [] {
        if let amount = proof["amount"].flatMap(Self.amount) { amounts.append(amount) }
      }
    }
    unit = value["unit"]?.string
    memo = value["memo"]?.string
    guard sum != nil else { return nil }
  }

  init?(cbor payload: [UInt8]) {
    guard let value = CBORValue(reading: payload), case .map = value else { return nil }
    for token in value["t"]?.array ?? [] {
      for proof in token["p"]?.array ?? [] {
        if let amount = proof["a"]?.unsigned, amount <= CashuToken.amountMax { amounts.append(amount) }
      }
    }
    unit = value["u"]?.text
    mints = value["m"]?.text.map { [$0] } ?? []
    memo = value["d"]?.text
    guard sum != nil else { return nil }
  }

  /// `nil` when it is over what is believed.
  var sum: UInt64? {
    var sum: UInt64 = 0
    for amount in amounts {
      sum += amount
      if sum > CashuToken.amountMax { return nil }
    }
    return sum
  }

  private static func amount(_ value: JSONValue) -> UInt64? {
    guard let amount = value.integer, amount > 0, UInt64(amount) <= CashuToken.amountMax else { return nil }
    return UInt64(amount)
  }
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default: false
  }
}

private func isTokenByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-_+/=.".utf8.contains(byte) }
