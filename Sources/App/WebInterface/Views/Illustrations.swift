import Markup

/// The two drawings that carry state or mood: Reach and the horizon.
enum Illustrations {
  /// Three gull wings over a coral dot. The inner one is nearby; the hub and the relays are not built yet and
  /// stay unlit.
  static func reach(near: Reach.Wing) -> HTML {
    Tag.svg(.set(.viewBox, "0 0 30 26"), .aria("hidden", "true")) {
      wing(halfWidth: 5.5, y: 18, state: near)
      wing(halfWidth: 9.5, y: 13, state: .off)
      wing(halfWidth: 13.5, y: 7.5, state: .off)
      Tag.circle(.set(.cx, "15"), .set(.cy, "23"), .set(.r, "2"))
    }
  }

  /// The horizon of empty Talk screens.
  static let horizon = HTML(
    trustedMarkup: """
      <svg class="horizon" viewBox="0 0 440 172" aria-hidden="true">\
      <path class="far" d="M90 140a130 130 0 0 1 260 0"/>\
      <path class="ring outer" d="M124 140a96 96 0 0 1 192 0"/>\
      <path class="ring middle" d="M156 140a64 64 0 0 1 128 0"/>\
      <path class="ring inner" d="M186 140a34 34 0 0 1 68 0"/>\
      <path class="ground" d="M0 140h212M228 140h212"/>\
      <circle class="you" cx="220" cy="140" r="4.5"/>\
      <path class="gull" d="M310 31.500C314.500 26 324 25 332 34C340 25 349.500 26 354 31.500"/>\
      <path class="gull distant" d="M66 46.500C69 43 75 42.500 80 48C85 42.500 91 43 94 46.500"/>\
      <path class="gull distant" \
      d="M366 55.500C368.500 52.500 374 52 378 57C382 52 387.500 52.500 390 55.500"/>\
      <path class="wave" d="M160 150h86M194 158h70M168 166h35"/></svg>
      """)

  private static func wing(halfWidth w: Double, y: Double, state: Reach.Wing) -> HTML {
    let c = 15.0
    let h = 0.4 * w
    let path =
      "M\(n(c - w)) \(n(y - 0.25 * h))C\(n(c - 0.62 * w)) \(n(y - h)) \(n(c - 0.22 * w)) \(n(y - 0.8 * h)) "
      + "\(n(c)) \(n(y + 1))C\(n(c + 0.22 * w)) \(n(y - 0.8 * h)) \(n(c + 0.62 * w)) \(n(y - h)) "
      + "\(n(c + w)) \(n(y - 0.25 * h))"
    return Tag.path(.class("wing", state.rawValue), .set(.d, path))
  }

  /// Two decimals, without a locale.
  private static func n(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
