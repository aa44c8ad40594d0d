import ConversationModel
import Foundation
import Testing

@testable import WebInterface

/// Contrast: computed from the style sheets themselves.
@Suite struct ColourTests {
  @Test func textAndControlsCanBeReadInBothThemes() throws {
    let tokens = try Tokens()
    var failures: [String] = []
    for (front, backs, least) in Self.pairs {
      for back in backs {
        for isDark in [false, true] {
          let ratio = try tokens.colour(front, isDark).contrast(with: tokens.colour(back, isDark))
          if ratio < least { failures.append("\(front) on \(back), \(isDark ? "dark" : "light"): \(ratio)") }
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func theColourOfEveryPersonCanBeReadOnSurfaceAndTile() throws {
    let tokens = try Tokens()
    var failures: [String] = []
    for isDark in [false, true] {
      let base = isDark ? PersonHue.baseDark : PersonHue.baseLight
      let direct = (0..<120).map {
        PersonHue.Colour(hue: Double($0) / 120, saturation: base.saturation, brightness: base.brightness)
      }
      let places = (0...1).flatMap { ring in
        PersonPalette.hues.indices.map { PersonPalette.Place(slot: $0, ring: ring).colour(isDark: isDark) }
      }
      for colour in direct + places {
        let pair = PeopleStylesheet.legible(colour, isDark: isDark)
        let backs = try ["sky", "surface", isDark ? "raised" : "sky"].map { try tokens.colour($0, isDark) }
        let ratios = (backs + [pair.tile]).map { pair.text.contrast(with: $0) }
        if ratios.contains(where: { $0 < 4.5 }) { failures.append("\(colour) \(isDark): \(ratios)") }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func peoplesColoursStandOnTheTokensSurfaces() throws {
    let tokens = try Tokens()
    typealias Surface = PeopleStylesheet.Surface
    #expect(try tokens.colour("surface", false) == Surface.light)
    #expect(try tokens.colour("sky", false) == Surface.lightSky)
    #expect(try tokens.colour("surface", true) == Surface.dark)
    #expect(try tokens.colour("raised", true) == Surface.darkRaised)
  }

  @Test func thePeoplesStyleSheetHasAClassForEverybody() {
    let css = PeopleStylesheet.css()
    for selector in [".who-0 ", ".who-32 ", ".who-32.r1 ", ".hue-0 ", ".hue-119 "] {
      #expect(css.contains(selector), "\(selector)")
    }
  }

  @Test func contrastIsThatOfTheGuidelines() {
    #expect(abs(ScreenColour(0xFFFFFF).contrast(with: ScreenColour(0)) - 21) < 0.001)
    #expect(abs(ScreenColour(0x767676).contrast(with: ScreenColour(0xFFFFFF)) - 4.54) < 0.01)
    #expect(ScreenColour(hue: 0, saturation: 1, brightness: 1).text == "#FF0000")
    #expect(ScreenColour(hue: 1.0 / 3, saturation: 1, brightness: 1).text == "#00FF00")
    #expect(ScreenColour(hue: 2.0 / 3, saturation: 1, brightness: 1).text == "#0000FF")
    #expect(ScreenColour(0x00000F).text == "#00000F")
  }

  /// Foreground, backgrounds, least ratio: text 4.5, borders of controls and graphics 3.
  private static let pairs: [(String, [String], Double)] = [
    (
      "ink",
      [
        "sky", "surface", "sunk", "raised", "sea-tint", "bill-tint", "warn-tint", "good-tint", "own-bubble",
        "their-bubble",
      ], 4.5
    ),
    ("ink2", ["sky", "surface", "sunk", "raised"], 4.5),
    ("ink3", ["sky", "surface", "sunk", "raised", "row-chosen"], 4.5),
    ("sea", ["sky", "surface", "sunk", "raised", "sea-tint", "own-bubble"], 4.5),
    ("sea-strong", ["sky", "surface"], 4.5),
    ("on-sea", ["sea", "sea-strong"], 4.5), ("bill", ["sky", "surface", "bill-tint"], 4.5),
    ("on-bill", ["bill-fill"], 4.5), ("good", ["surface", "good-tint"], 4.5),
    ("bad", ["surface", "sky", "bad-tint"], 4.5),
    ("warn", ["surface", "warn-tint"], 4.5), ("cap-ink", ["cap"], 4.5), ("cap-focus", ["cap", "cap-on"], 3),
    ("edge", ["sky", "surface", "field"], 3), ("bill-fill", ["surface", "sunk", "cap"], 3),
  ]
}

/// The colours of `Web/tokens.css`.
private struct Tokens {
  private let values: [String: (light: ScreenColour, dark: ScreenColour)]

  init() throws {
    let css = try String(contentsOf: WebFolder.url.appending(path: "tokens.css"), encoding: .utf8)
    var values: [String: (light: ScreenColour, dark: ScreenColour)] = [:]
    for line in css.split(separator: "\n") {
      let parts = line.split { " :(),;".contains($0) }
      guard parts.count == 4, parts[1] == "light-dark", parts[0].hasPrefix("--"),
        let light = UInt32(parts[2].dropFirst(), radix: 16),
        let dark = UInt32(parts[3].dropFirst(), radix: 16)
      else { continue }
      values[String(parts[0].dropFirst(2))] = (ScreenColour(light), ScreenColour(dark))
    }
    self.values = values
  }

  func colour(_ name: String, _ isDark: Bool) throws -> ScreenColour {
    let pair = try #require(values[name], "no token \(name)")
    return isDark ? pair.dark : pair.light
  }
}

/// The folder of our own style sheets, scripts and drawings.
enum WebFolder {
  static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Web")
}
