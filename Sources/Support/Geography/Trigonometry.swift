import Glibc

/// The functions of an angle in radians, for the pure modules, which import no C library themselves.
///
/// Source: the C library's `libm`.
public enum Radians {
  /// The sine.
  public static func sine(_ angle: Double) -> Double { sin(angle) }
  /// The cosine.
  public static func cosine(_ angle: Double) -> Double { cos(angle) }
  /// The tangent.
  public static func tangent(_ angle: Double) -> Double { tan(angle) }
  /// The angle whose sine is `value`, which is cut to -1…1.
  public static func arcsine(_ value: Double) -> Double { asin(min(1, max(-1, value))) }
  /// The angle whose cosine is `value`, which is cut to -1…1.
  public static func arccosine(_ value: Double) -> Double { acos(min(1, max(-1, value))) }
  /// The angle of the point (`x`, `y`) from the x axis, -π…π.
  public static func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
}
