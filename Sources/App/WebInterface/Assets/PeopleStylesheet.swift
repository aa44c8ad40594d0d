import ConversationModel

/// The style sheet with a class for every colour a person can have.
///
/// The palette gives the hue; each colour is then mixed with white (dark) or black (light) in steps of 4 %
/// until text in it can be read on the surface and on its own tile. Computed once, when the program starts.
enum PeopleStylesheet {
  /// Letters and tile of one person on one of the two themes.
  struct Pair: Sendable, Hashable {
    var text: ScreenColour
    var tile: ScreenColour
  }

  /// The least contrast of text.
  static let contrastMin = 4.5

  static func css() -> String {
    var rules = ["[class*=\"who-\"], [class*=\"hue-\"] { color: var(--person); }"]
    rules.append(".tile[class*=\"who-\"], .tile[class*=\"hue-\"] { background: var(--person-tile); }")
    for ring in 0...1 {
      for slot in PersonPalette.hues.indices {
        let place = PersonPalette.Place(slot: slot, ring: ring)
        rules.append(
          rule(
            ring == 0 ? ".who-\(slot)" : ".who-\(slot).r\(ring)", place.colour(isDark: false),
            place.colour(isDark: true)))
      }
    }
    for step in 0..<120 {
      let hue = Double(step) / 120
      rules.append(
        rule(
          ".hue-\(step)",
          PersonHue.Colour(
            hue: hue, saturation: PersonHue.baseLight.saturation, brightness: PersonHue.baseLight.brightness),
          PersonHue.Colour(
            hue: hue, saturation: PersonHue.baseDark.saturation, brightness: PersonHue.baseDark.brightness)))
    }
    return rules.joined(separator: "\n") + "\n"
  }

  /// The colour made legible, and its tile.
  static func legible(_ colour: PersonHue.Colour, isDark: Bool) -> Pair {
    let raw = ScreenColour(
      hue: colour.hue, saturation: colour.saturation, brightness: colour.brightness)
    let surface = isDark ? Surface.dark : Surface.light
    let lightest = isDark ? Surface.darkRaised : Surface.lightSky
    let towards = ScreenColour(isDark ? 0xFFFFFF : 0x000000)
    for step in 0...25 {
      let text = raw.mixed(with: towards, share: Double(step) * 0.04).rounded
      let tile = surface.mixed(with: isDark ? text : raw, share: isDark ? 0.22 : 0.16).rounded
      if text.contrast(with: lightest) >= contrastMin, text.contrast(with: tile) >= contrastMin {
        return Pair(text: text, tile: tile)
      }
    }
    return Pair(text: towards, tile: surface)
  }

  private static func rule(_ selector: String, _ light: PersonHue.Colour, _ dark: PersonHue.Colour) -> String
  {
    let onLight = legible(light, isDark: false)
    let onDark = legible(dark, isDark: true)
    return "\(selector) { --person: light-dark(\(onLight.text.text), \(onDark.text.text)); "
      + "--person-tile: light-dark(\(onLight.tile.text), \(onDark.tile.text)); }"
  }

  /// The surfaces people's colours stand on; a test compares them with the tokens.
  enum Surface {
    static let light = ScreenColour(0xFFFFFF)
    static let lightSky = ScreenColour(0xEFF4F7)
    static let dark = ScreenColour(0x101C25)
    static let darkRaised = ScreenColour(0x172733)
  }
}
