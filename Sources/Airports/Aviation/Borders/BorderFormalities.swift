/// What a flight between two countries has to pass. Countries are two ISO letters, case does not matter.
///
/// Immigration unless both are in Schengen, customs unless both are in the customs union of the EU, nothing
/// within one country. A code that no table has counts as outside. Source: airports 17.
public struct BorderFormalities: Sendable, Hashable {
  /// Where the flight begins, upper case.
  public let from: String
  /// Where it ends, upper case.
  public let to: String
  /// Whether passports are looked at.
  public let needsImmigration: Bool
  /// Whether goods are looked at.
  public let needsCustoms: Bool

  /// The formalities of a flight.
  public init(from: String, to: String) {
    self.from = Self.code(from)
    self.to = Self.code(to)
    let isWithin = self.from == self.to
    needsImmigration = !isWithin && !(Self.schengen.contains(self.from) && Self.schengen.contains(self.to))
    needsCustoms =
      !isWithin && !(Self.customsUnion.contains(self.from) && Self.customsUnion.contains(self.to))
  }

  /// What the rule does not say, in sentences; always shown with it.
  public var notes: [String] {
    var notes: [String] = []
    if Set([from, to]) == ["IE", "GB"] {
      notes.append(
        "Ireland and Great Britain are a Common Travel Area: there is no immigration check between them.")
    }
    for code in [from, to].removingRepeats where Self.islands[code] != nil {
      notes.append(
        "\(Self.islands[code] ?? code) is outside Schengen and outside the customs union of the EU.")
    }
    for code in [from, to].removingRepeats where !Self.isKnown(code) {
      notes.append(
        "\(code.isEmpty ? "A country without a code" : code) is in no table: it is taken for outside both.")
    }
    return notes
  }

  /// Whether a country is in Schengen; nil when neither table has it, which is not the same as outside.
  public static func isSchengen(_ country: String) -> Bool? {
    let code = code(country)
    return schengen.contains(code) ? true : customsUnion.contains(code) ? false : nil
  }

  /// Whether a country is in the customs union; nil when neither table has it.
  public static func isCustomsUnion(_ country: String) -> Bool? {
    let code = code(country)
    return customsUnion.contains(code) ? true : schengen.contains(code) ? false : nil
  }

  private static func isKnown(_ code: String) -> Bool {
    schengen.contains(code) || customsUnion.contains(code) || islands[code] != nil || code == "GB"
  }

  private static func code(_ text: String) -> String {
    String(text.filter { !$0.isWhitespace }.uppercased().prefix(8))
  }

  /// The 29 countries of Schengen, since 2025.
  public static let schengen: Set<String> = [
    "AT", "BE", "BG", "CH", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IS", "IT", "LI",
    "LT",
    "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
  ]
  /// The 27 countries of the EU.
  public static let customsUnion: Set<String> = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT",
    "LU",
    "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
  ]
  private static let islands = ["JE": "Jersey", "GG": "Guernsey", "IM": "The Isle of Man"]
}

extension [String] {
  /// Each once, in order.
  fileprivate var removingRepeats: [String] {
    reduce(into: []) { list, text in if !list.contains(text) { list.append(text) } }
  }
}
