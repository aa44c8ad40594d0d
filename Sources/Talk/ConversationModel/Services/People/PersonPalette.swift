/// The colours of people (chat-app 10.4). The numbers are agreed between clients and are not a matter of
/// taste; what is drawn on a screen is mixed until it can be read, which is the front end's work.
public enum PersonHue {
  /// Hue, saturation and brightness, each 0…1.
  public struct Colour: Sendable, Hashable {
    /// Position on the colour circle.
    public var hue: Double
    /// 0 is grey.
    public var saturation: Double
    /// 0 is black.
    public var brightness: Double

    /// Joins the parts.
    public init(hue: Double, saturation: Double, brightness: Double) {
      self.hue = hue
      self.saturation = saturation
      self.brightness = brightness
    }
  }

  /// Base saturation and brightness on light and on dark.
  public static let baseLight = (saturation: 0.70, brightness: 0.45)
  /// Base saturation and brightness on dark.
  public static let baseDark = (saturation: 0.80, brightness: 0.75)

  /// What identifies a person's colour: the Noise key when known, else the address, else the name.
  public static func seed(noiseKey: String?, address: String?, name: String) -> String {
    if let noiseKey { return "noise:" + noiseKey.lowercased() }
    return address?.lowercased() ?? name.lowercased()
  }

  /// The hue of somebody who has no place in a palette; kept away from orange, which is ours.
  public static func direct(_ seed: String) -> Double {
    let hue = Double(DJB2.hash(seed) % 1_000) / 1_000
    return abs(hue - 30.0 / 360.0) < orangeDistance ? (hue + 0.12).truncatingRemainder(dividingBy: 1) : hue
  }

  /// The whole direct colour.
  public static func direct(_ seed: String, isDark: Bool) -> Colour {
    let hash = DJB2.hash(seed)
    let base = isDark ? baseDark : baseLight
    let saturation = base.saturation + (Double(hash >> 17 & 1_023) / 1_023 - 0.5) * 0.20
    let brightness = base.brightness + (Double(hash >> 27 & 1_023) / 1_023 - 0.5) * (isDark ? 0.16 : 0.14)
    return Colour(
      hue: direct(seed), saturation: min(max(saturation, 0.5), 1), brightness: min(max(brightness, 0.35), 1))
  }

  static let orangeDistance = 0.05
}

/// Places of people on the colour circle, as far apart as possible, for a list of people.
///
/// Whoever stays keeps the place; whoever leaves gives it up. Holds one place a person given to `assign`.
public struct PersonPalette: Sendable, Equatable {
  /// One of the 33 hues, and how often the circle had to be gone round.
  public struct Place: Sendable, Hashable {
    /// 0…32.
    public var slot: Int
    /// 0, or 1 when all slots were taken.
    public var ring: Int

    /// Joins the parts.
    public init(slot: Int, ring: Int) {
      self.slot = slot
      self.ring = ring
    }

    /// 0…1.
    public var hue: Double { PersonPalette.hues[slot] }

    /// The colour before it is made legible.
    public func colour(isDark: Bool) -> PersonHue.Colour {
      let base = isDark ? PersonHue.baseDark : PersonHue.baseLight
      let step = Double(ring) * (isDark ? -0.07 : 0.07)
      return PersonHue.Colour(hue: hue, saturation: base.saturation, brightness: base.brightness + step)
    }
  }

  /// The 36 steps of the circle without those near orange.
  public static let hues: [Double] = (0..<36).map { Double($0) / 36 }
    .filter { abs($0 - 30.0 / 360.0) >= PersonHue.orangeDistance }

  /// Who has which place, by id.
  public private(set) var places: [String: Place] = [:]

  /// Nobody has a place.
  public init() {}

  /// Gives everybody in `seeds` (id to seed) a place and takes the others' away.
  public mutating func assign(_ seeds: [String: String]) {
    places = places.filter { seeds[$0.key] != nil }
    var used = Set(places.values.filter { $0.ring == 0 }.map(\.slot))
    var leftOver: [(id: String, preferred: Int)] = []
    for (id, seed) in seeds.sorted(by: { $0.key < $1.key }) where places[id] == nil {
      let preferred = Int(DJB2.hash(seed) % UInt64(Self.hues.count))
      guard let slot = Self.freeSlot(preferred, used) else {
        leftOver.append((id, preferred))
        continue
      }
      used.insert(slot)
      places[id] = Place(slot: slot, ring: 0)
    }
    for (index, person) in leftOver.enumerated() {
      places[person.id] = Place(slot: (person.preferred + 7 * index) % Self.hues.count, ring: 1)
    }
  }

  /// The preferred slot, or the free one farthest from all hues in use; nil when none is free.
  private static func freeSlot(_ preferred: Int, _ used: Set<Int>) -> Int? {
    guard used.contains(preferred) else { return preferred }
    var best: (slot: Int, score: Double)?
    for slot in hues.indices where !used.contains(slot) {
      let distance = hues.indices.filter(used.contains).map { circular(hues[slot], hues[$0]) }.min() ?? 0
      let nearness = 1 - Double(abs(slot - preferred) % hues.count) / Double(hues.count)
      let score = distance + 0.05 * nearness
      if score > best?.score ?? -1 { best = (slot, score) }
    }
    return best?.slot
  }

  private static func circular(_ left: Double, _ right: Double) -> Double {
    let distance = abs(left - right)
    return min(distance, 1 - distance)
  }
}
