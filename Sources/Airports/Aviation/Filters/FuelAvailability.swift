import Text

/// Which fuels an airport's AIP promises; nothing where it has no text.
///
/// Read from field 402 alone, its first entry (T7). Source: airports 3.
public struct FuelAvailability: Sendable, Hashable {
  /// Whether AVGAS or 100LL is there.
  public let avgas: Bool?
  /// Whether jet fuel is there.
  public let jetA: Bool?

  /// What the entries of an airport promise.
  public init(of entries: [AIPEntry]) {
    guard let entry = entries.first(where: { $0.standardField?.id == StandardField.fuelID }) else {
      self.init(text: "")
      return
    }
    self.init(text: entry.effectiveValue)
  }

  /// What a text promises; a text that says "none" promises nothing, an empty one is unknown.
  public init(text: String) {
    let trimmed = Text.trimmed(text)
    guard !trimmed.isEmpty else {
      avgas = nil
      jetA = nil
      return
    }
    guard !AIPText.saysNone(trimmed) else {
      avgas = false
      jetA = false
      return
    }
    let upper = Array(trimmed.uppercased().utf8)
    func holds(_ words: [String]) -> Bool {
      words.contains { ByteSearch.contains(Array($0.utf8), in: upper) }
    }
    avgas = holds(["AVGAS", "100LL", "100 LL", "100/LL"])
    jetA = holds(["JET A", "JET-A", "JETA1", "AVTUR"])
  }
}

/// What AIP texts say in few words.
public enum AIPText {
  /// Whether the text says that there is none. Source: airports 3, "Negative texts".
  public static func saysNone(_ text: String) -> Bool {
    var words = Text.trimmed(text).lowercased()
    while words.last == "." { words.removeLast() }
    return ["nil", "none", "na", "n/a", "no", "not available", "unavailable"].contains(words)
  }
}
