import Aviation

/// Figures as pilots read them, in the units of the settings, thousands apart. Source: airports 11, look 6.
struct AirportFigures: Sendable {
  let settings: AirportSettings

  private var units: AviationUnits { settings.units }

  /// `12.3 NM`.
  func distance(_ nauticalMiles: Double) -> String {
    distanceNumber(nauticalMiles) + "\u{A0}" + units.distance.symbol
  }

  /// `12.3`.
  func distanceNumber(_ nauticalMiles: Double) -> String {
    Self.fixed(nauticalMiles * units.distance.perNauticalMile, digits: 1)
  }

  /// `36 ft`.
  func altitude(_ feet: Int) -> String { length(feet, units.altitude) + "\u{A0}" + units.altitude.symbol }

  /// `6,070`.
  func runway(_ feet: Int) -> String { length(feet, units.runway) }

  /// `ft`.
  var runwayUnit: String { units.runway.symbol }

  private func length(_ feet: Int, _ unit: AviationUnits.Length) -> String {
    Self.grouped(unit == .feet ? feet : AviationUnits.metres(ofFeet: feet))
  }

  /// Thousands apart: `12,480`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// With so many decimals, thousands apart; half away from zero.
  static func fixed(_ value: Double, digits: Int) -> String {
    let text = Decimals.fixed(abs(value), places: digits)
    let parts = text.split(separator: ".")
    guard let whole = parts.first.flatMap({ Int($0) }) else { return text }
    let isZero = !text.contains { ("1"..."9").contains($0) }
    return (value < 0 && !isZero ? "−" : "") + grouped(whole) + (parts.count > 1 ? "." + parts[1] : "")
  }
}
