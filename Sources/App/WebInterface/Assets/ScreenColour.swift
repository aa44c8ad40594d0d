import Glibc

/// A colour of a screen: sRGB, each part 0…1.
struct ScreenColour: Sendable, Hashable {
  var red: Double
  var green: Double
  var blue: Double

  /// From hue, saturation and brightness, each 0…1.
  init(hue: Double, saturation: Double, brightness: Double) {
    let sector = (hue - hue.rounded(.down)) * 6
    let fraction = sector - sector.rounded(.down)
    let low = brightness * (1 - saturation)
    let falling = brightness * (1 - saturation * fraction)
    let rising = brightness * (1 - saturation * (1 - fraction))
    switch Int(sector) {
    case 0: (red, green, blue) = (brightness, rising, low)
    case 1: (red, green, blue) = (falling, brightness, low)
    case 2: (red, green, blue) = (low, brightness, rising)
    case 3: (red, green, blue) = (low, falling, brightness)
    case 4: (red, green, blue) = (rising, low, brightness)
    default: (red, green, blue) = (brightness, low, falling)
    }
  }

  /// From `0xRRGGBB`.
  init(_ hexadecimal: UInt32) {
    red = Double(hexadecimal >> 16 & 0xFF) / 255
    green = Double(hexadecimal >> 8 & 0xFF) / 255
    blue = Double(hexadecimal & 0xFF) / 255
  }

  /// This colour with `share` (0…1) of another in it.
  func mixed(with other: ScreenColour, share: Double) -> ScreenColour {
    var mix = self
    mix.red += (other.red - red) * share
    mix.green += (other.green - green) * share
    mix.blue += (other.blue - blue) * share
    return mix
  }

  /// The colour as it reaches the screen: 8 bits a part.
  var rounded: ScreenColour { ScreenColour(value) }

  /// `#RRGGBB`.
  var text: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Contrast as WCAG 2 defines it, 1…21.
  func contrast(with other: ScreenColour) -> Double {
    let pair = [luminance, other.luminance].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  private var value: UInt32 {
    [red, green, blue].reduce(0) { $0 << 8 | UInt32((min(max($1, 0), 1) * 255).rounded()) }
  }

  private var luminance: Double {
    func linear(_ part: Double) -> Double {
      part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
