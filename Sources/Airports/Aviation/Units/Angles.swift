import Geography

/// Trigonometry in degrees.
enum Angles {
  static func sine(_ degrees: Double) -> Double { Radians.sine(Degrees.radians(degrees)) }
  static func cosine(_ degrees: Double) -> Double { Radians.cosine(Degrees.radians(degrees)) }
  static func tangent(_ degrees: Double) -> Double { Radians.tangent(Degrees.radians(degrees)) }

  /// The angle, −180…180, whose tangent is `y / x`.
  static func direction(_ y: Double, _ x: Double) -> Double { Degrees.degrees(Radians.arctangent(y, x)) }

  /// The angle, −90…90, with this sine; the argument is taken into −1…1.
  static func angle(ofSine value: Double) -> Double { Degrees.degrees(Radians.arcsine(value)) }

  /// The angle, 0…180, with this cosine; the argument is taken into −1…1.
  static func angle(ofCosine value: Double) -> Double { Degrees.degrees(Radians.arccosine(value)) }

  /// The sine of whole degrees, exact where it is a half or whole: a wind of 5 kt at 30° is 2.5 kt across,
  /// which rounds up, and not 2.4999….
  static func sine(whole degrees: Int) -> Double {
    let folded = ((degrees % 360) + 360) % 360
    return switch folded {
    case 0, 180: 0
    case 30, 150: 0.5
    case 90: 1
    case 210, 330: -0.5
    case 270: -1
    default: sine(Double(folded))
    }
  }

  /// The cosine of whole degrees, exact where it is a half or whole.
  static func cosine(whole degrees: Int) -> Double { sine(whole: degrees % 360 + 90) }
}
