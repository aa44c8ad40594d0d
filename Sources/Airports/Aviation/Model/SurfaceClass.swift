import Text

/// What a wheel, a float or a ski meets. Source: airports 3, "Hard surface" (T6).
public enum SurfaceClass: String, Sendable, Hashable, CaseIterable {
  /// Asphalt, concrete and their like.
  case hard
  /// Grass, earth, gravel and their like.
  case soft
  /// Water.
  case water
  /// Snow and ice.
  case snow

  /// The class of a surface text; nothing when no rule knows it.
  ///
  /// Classes are tried in the order of the cases; inside a class the whole text, then parts, then the
  /// beginning. `unpaved` is no hard surface: only the whole word `paved` is.
  public init?(of surface: String) {
    let text = Array(Text.trimmed(surface.lowercased()).utf8)
    guard !text.isEmpty else { return nil }
    for rule in Self.rules where rule.holds(for: text) {
      self = rule.surface
      return
    }
    return nil
  }

  private struct Rule: Sendable {
    let surface: SurfaceClass
    let exact: [[UInt8]]
    let contained: [[UInt8]]
    let prefixes: [[UInt8]]

    init(_ surface: SurfaceClass, exact: [String], contained: String, prefixes: String) {
      func words(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }
      self.surface = surface
      self.exact = exact.map { Array($0.utf8) }
      self.contained = words(contained)
      self.prefixes = words(prefixes)
    }

    func holds(for text: [UInt8]) -> Bool {
      exact.contains(text) || contained.contains { ByteSearch.contains($0, in: text) }
        || prefixes.contains { text.starts(with: $0) }
    }
  }

  private static let rules = [
    Rule(
      .hard,
      exact: [
        "hard", "paved", "pem", "asfalt", "tarmac", "asfalto", "ashpalt", "ashphalt", "surface paved",
        "tar",
      ], contained: "asphalt concrete cement", prefixes: "asp con apsh bit pav tar"),
    Rule(
      .soft, exact: ["graas", "soft"], contained: "turf grass dirt gravel soil sand earth",
      prefixes: "turf grv grav grass san cla grs gra gre"),
    Rule(.water, exact: [], contained: "", prefixes: "wat"),
    Rule(.snow, exact: [], contained: "", prefixes: "sno"),
  ]
}

/// Looking for bytes among bytes.
enum ByteSearch {
  /// Whether `needle` stands somewhere in `hay`; an empty one stands everywhere.
  static func contains(_ needle: [UInt8], in hay: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    guard hay.count >= needle.count else { return false }
    return hay.indices.dropLast(needle.count - 1).contains { start in
      hay[start] == first && hay[start...].starts(with: needle)
    }
  }
}
