/// What filters and legends ask of an airport, in 24 bytes.
struct AirportFacts: Sendable {
  /// One bit for each thing an airport may have.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16
    static let procedures = Flags(rawValue: 1 << 0)
    static let hard = Flags(rawValue: 1 << 1)
    static let hardOpen = Flags(rawValue: 1 << 2)
    static let lighted = Flags(rawValue: 1 << 3)
    static let lightedOpen = Flags(rawValue: 1 << 4)
    static let pointOfEntry = Flags(rawValue: 1 << 5)
    static let ils = Flags(rawValue: 1 << 6)
    static let rnav = Flags(rawValue: 1 << 7)
    static let precision = Flags(rawValue: 1 << 8)
    static let avgas = Flags(rawValue: 1 << 9)
    static let jetA = Flags(rawValue: 1 << 10)
    static let entries = Flags(rawValue: 1 << 11)
    static let notLarge = Flags(rawValue: 1 << 12)
  }

  /// The country's letters in one number, see `CountryKey`.
  let country: UInt64
  /// Feet of the longest runway, -1 when no length is known.
  let longest: Int32
  /// Feet of the longest open runway, -1 when no length is known.
  let longestOpen: Int32
  /// What it has.
  let flags: Flags

  init(of airport: Airport, isPointOfEntry: Bool, surfaces: inout SurfaceCache) {
    var flags: Flags = isPointOfEntry ? .pointOfEntry : []
    var (longest, longestOpen): (Int32, Int32) = (-1, -1)
    for runway in airport.runways {
      let isOpen = !runway.isClosed
      if let length = runway.lengthFeet, length > 0 {
        let feet = Int32(clamping: length)
        longest = max(longest, feet)
        if isOpen { longestOpen = max(longestOpen, feet) }
      }
      if runway.isLighted { flags.formUnion(isOpen ? [.lighted, .lightedOpen] : .lighted) }
      if surfaces.surfaceClass(of: runway.surface) == .hard {
        flags.formUnion(isOpen ? [.hard, .hardOpen] : .hard)
      }
    }
    for procedure in airport.procedures {
      flags.insert(.procedures)
      switch procedure.approach {
      case .ils:
        flags.insert(.ils)
        if procedure.kind == .approach { flags.insert(.precision) }
      case .rnp, .rnav: flags.insert(.rnav)
      case nil, .vor, .ndb, .loc, .lda, .sdf: break
      }
    }
    if airport.kind != .large { flags.insert(.notLarge) }
    if !airport.entries.isEmpty {
      flags.insert(.entries)
      let fuel = FuelAvailability(of: airport.entries)
      if fuel.avgas == true { flags.insert(.avgas) }
      if fuel.jetA == true { flags.insert(.jetA) }
    }
    country = CountryKey.key(of: airport.country)
    self.longest = longest
    self.longestOpen = longestOpen
    self.flags = flags
  }
}

/// The classes of surface texts met so far: a world of runways has a few hundred texts.
struct SurfaceCache {
  private var known: [String: SurfaceClass?] = [:]

  /// The class of `text`.
  mutating func surfaceClass(of text: String) -> SurfaceClass? {
    if let known = known[text] { return known }
    let found = SurfaceClass(of: text)
    known[text] = .some(found)
    return found
  }
}

/// A country's letters as one number, upper case, for comparing without regard to case.
enum CountryKey {
  /// Up to eight bytes; all ones for a longer text, which must be compared as text.
  static func key(of text: String) -> UInt64 {
    guard text.utf8.count <= 8 else { return .max }
    return text.utf8.reduce(0) { $0 << 8 | UInt64((0x61...0x7A).contains($1) ? $1 - 0x20 : $1) }
  }
}
