import StrictJSON

extension METAR {
  /// Reads a report as weather services give it in JSON, the fields of AVWX.
  ///
  /// Where it holds the report as broadcast (`raw`), that is read; figures of the JSON fill what the
  /// broadcast leaves out. A gust is taken from `wind_gust` or `gust_speed` (T10); a direction that is null
  /// is variable. Speeds are knots unless `units` says otherwise.
  public init(json bytes: some Collection<UInt8>) throws(METARError) {
    let value: JSONValue
    do throws(StrictJSONError) {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(bytesMax: 65_536, depthMax: 16))
    } catch {
      throw .unreadableJSON(error.description)
    }
    guard value.object != nil else { throw .unreadableJSON("it is not an object") }
    try self.init(value)
  }

  /// Reads a value that was parsed already.
  public init(_ value: JSONValue) throws(METARError) {
    if let raw = value["raw"]?.string ?? value["sanitized"]?.string, let read = try? METAR(reading: raw) {
      self = read
    } else {
      self.init()
    }
    if station == nil { station = value["station"]?.string.map { String($0.prefix(8)).uppercased() } }
    wind = wind ?? Self.wind(value)
    if visibility == nil, let distance = Self.number(value["visibility"]) {
      visibility = Self.visibility(distance, value)
    }
    temperature = temperature ?? Self.whole(value["temperature"], in: -99...99)
    dewPoint = dewPoint ?? Self.whole(value["dewpoint"], in: -99...99)
    if clouds.isEmpty, !saysClouds, let layers = value["clouds"]?.array {
      saysClouds = true
      clouds = layers.prefix(8).compactMap(Self.layer)
      if layers.count > 8 || clouds.count != layers.count {
        clouds.append(CloudLayer(amount: .missing, baseFeet: nil))
      }
    }
    pressure = pressure ?? Self.pressure(value)
    guard
      wind != nil || visibility != nil || temperature != nil || pressure != nil || isCAVOK || !clouds.isEmpty
    else {
      throw .unreadableJSON("it has no wind, no visibility and no report")
    }
  }

  /// The moment in `time.dt` (ISO 8601 in UTC), seconds since 1970; nil when it is not one.
  public static func observedSeconds(_ value: JSONValue) -> Int64? {
    guard let text = value["time"]?["dt"]?.string else { return nil }
    let bytes = Array(text.utf8.prefix(40))
    guard bytes.count >= 16, let day = UTCDay(String(decoding: bytes[0..<10], as: UTF8.self)),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == 0x20, bytes[13] == UInt8(ascii: ":"),
      let hour = METARDigits.number(bytes[11..<13]), let minute = METARDigits.number(bytes[14..<16]),
      hour < 24,
      minute < 60
    else { return nil }
    var second = 0
    var rest = bytes[16...]
    if rest.first == UInt8(ascii: ":") {
      guard rest.count >= 3, let seconds = METARDigits.number(rest.dropFirst().prefix(2)), seconds < 60 else {
        return nil
      }
      second = seconds
      rest = rest.dropFirst(3)
    }
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: METARDigits.isDigit) }
    // Another zone than UTC would be another moment: it is refused rather than guessed.
    guard ["", "Z", "+00:00", "+0000", "-00:00"].contains(String(decoding: rest, as: UTF8.self)) else {
      return nil
    }
    return day.startSeconds + Int64(hour * 3600 + minute * 60 + second)
  }

  /// A number, or that in `value` of an object.
  private static func number(_ value: JSONValue?) -> Double? { value?.double ?? value?["value"]?.double }

  private static func whole(_ value: JSONValue?, in range: ClosedRange<Int>) -> Int? {
    guard let number = number(value), number >= Double(range.lowerBound), number <= Double(range.upperBound)
    else {
      return nil
    }
    return WindComponents.whole(number)
  }

  private static func wind(_ value: JSONValue) -> ReportedWind? {
    let factor: Double
    switch value["units"]?["wind_speed"]?.string?.lowercased() {
    case nil, "kt", "kts", "knots": factor = 1
    case "m/s", "mps": factor = METARWind.knotsPerMetreASecond
    case "km/h", "kmh", "kph": factor = 1 / 1.852
    case "mi/h", "mph": factor = 1 / 1.15078
    case _?: return nil
    }
    func speed(_ name: String) -> Int? {
      guard let number = number(value[name]), number >= 0, number <= 400 else { return nil }
      return WindComponents.whole(number * factor)
    }
    guard let mean = speed("wind_speed") else { return nil }
    let direction: ReportedWind.Direction
    if let degrees = whole(value["wind_direction"], in: 0...360) {
      direction = .from(degrees)
    } else {
      direction = number(value["wind_direction"]) == nil ? .variable : .missing
    }
    let gust = speed("wind_gust") ?? speed("gust_speed") ?? speed("gust")
    var wind = ReportedWind(
      direction: direction, speedKnots: mean, gustKnots: gust.flatMap { $0 >= mean && $0 > 0 ? $0 : nil })
    let ends = value["wind_variable_direction"]?.array?.compactMap { whole($0, in: 0...360) } ?? []
    if ends.count == 2 { (wind.variableFrom, wind.variableTo) = (ends[0], ends[1]) }
    return wind
  }

  private static func visibility(_ distance: Double, _ value: JSONValue) -> Visibility? {
    guard distance >= 0, distance <= 100_000 else { return nil }
    switch value["units"]?["visibility"]?.string?.lowercased() {
    case nil, "m":
      let metres = WindComponents.whole(distance)
      return Visibility(metres: metres == 9999 ? 10_000 : metres, isAtLeast: metres == 9999)
    case "sm", "mi": return Visibility(statuteMiles: distance)
    case _?: return nil
    }
  }

  private static func layer(_ value: JSONValue) -> CloudLayer? {
    guard let amount = value["type"]?.string.flatMap({ CloudLayer.Amount(rawValue: $0.uppercased()) }) else {
      return nil
    }
    return CloudLayer(amount: amount, baseFeet: whole(value["altitude"], in: 0...999).map { $0 * 100 })
  }

  private static func pressure(_ value: JSONValue) -> AltimeterSetting? {
    guard let number = number(value["altimeter"]) else { return nil }
    if (850...1100).contains(number) { return .hectopascals(WindComponents.whole(number)) }
    return (25...32.5).contains(number) ? .hundredthsOfInch(WindComponents.whole(number * 100)) : nil
  }
}
