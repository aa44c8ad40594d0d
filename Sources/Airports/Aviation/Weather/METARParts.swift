/// `24015G25KT`, `VRB03KT`, `/////KT`, `250V320`.
enum METARWind {
  static func read(_ group: [UInt8]) -> ReportedWind? {
    guard let (body, factor) = withoutUnit(group), body.count >= 5 else { return nil }
    let direction: ReportedWind.Direction
    switch METARGroups.text(Array(body[0..<3])) {
    case "VRB": direction = .variable
    case "///": direction = .missing
    default:
      guard let degrees = METARDigits.number(body[0..<3]), degrees <= 360 else { return nil }
      direction = .from(degrees)
    }
    let rest = body[3...]
    let parts = rest.split(separator: UInt8(ascii: "G"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let speed = speed(first, factor) else { return nil }
    var wind = ReportedWind(direction: direction, speedKnots: speed)
    wind.isAbove = isAbove(first)
    guard parts.count > 1, !parts[1].allSatisfy({ $0 == UInt8(ascii: "/") }) else { return wind }
    // A gust below the mean is a slip of the pen, and which of the two figures is wrong nobody knows.
    guard let gust = Self.speed(parts[1], factor), gust >= speed else { return nil }
    wind.gustKnots = gust
    wind.isGustAbove = isAbove(parts[1])
    return wind
  }

  /// Whether the station says that it cannot tell the wind: strokes alone before the unit.
  static func isMissing(_ group: [UInt8]) -> Bool {
    guard let (body, _) = withoutUnit(group), body.count >= 5 else { return false }
    return body.allSatisfy { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "G") } && body.first != 0x47
  }

  /// The two ends of a range of directions.
  static func range(_ group: [UInt8]) -> (from: Int, to: Int)? {
    guard group.count == 7, group[3] == UInt8(ascii: "V"), let from = METARDigits.number(group[0..<3]),
      let to = METARDigits.number(group[4..<7]), from <= 360, to <= 360
    else { return nil }
    return (from, to)
  }

  private static func withoutUnit(_ group: [UInt8]) -> (ArraySlice<UInt8>, Double)? {
    for (unit, factor) in [("KT", 1), ("MPS", knotsPerMetreASecond), ("KMH", 1 / 1.852)] {
      let bytes = Array(unit.utf8)
      if group.count > bytes.count, group.suffix(bytes.count).elementsEqual(bytes) {
        return (group.dropLast(bytes.count), factor)
      }
    }
    return nil
  }

  /// `P` before the figure: more than it.
  private static func isAbove(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.first == UInt8(ascii: "P") }

  /// Two or three digits, with `P` for "more than".
  private static func speed(_ bytes: ArraySlice<UInt8>, _ factor: Double) -> Int? {
    let digits = isAbove(bytes) ? bytes.dropFirst() : bytes
    guard (2...3).contains(digits.count), let value = METARDigits.number(digits) else { return nil }
    return factor == 1 ? value : WindComponents.whole(Double(value) * factor)
  }

  static let knotsPerMetreASecond = 1.94384
}

/// `9999`, `0400`, `4000NE`, `10SM`, `1 1/2SM`, `P6SM`, `M1/4SM`.
enum METARVisibility {
  /// The distance that begins at `index`, and of how many groups it is.
  static func read(_ groups: [[UInt8]], at index: Int) -> (Visibility, length: Int)? {
    let group = groups[index]
    if let metres = metres(group) {
      return (Visibility(metres: metres == 9999 ? 10_000 : metres, isAtLeast: metres == 9999), 1)
    }
    if let found = miles(group, whole: 0) { return (found, 1) }
    guard group.count == 1, let whole = METARDigits.number(group[...]), groups.indices.contains(index + 1),
      groups[index + 1].contains(UInt8(ascii: "/")), let found = miles(groups[index + 1], whole: whole)
    else { return nil }
    return (found, 2)
  }

  /// A distance with a direction, or a lone second distance.
  static func isDirectional(_ group: [UInt8]) -> Bool { metres(group) != nil }

  private static func metres(_ group: [UInt8]) -> Int? {
    guard group.count >= 4, let metres = METARDigits.number(group[0..<4]) else { return nil }
    let tail = METARGroups.text(Array(group[4...]))
    return ["", "NDV", "N", "NE", "E", "SE", "S", "SW", "W", "NW"].contains(tail) ? metres : nil
  }

  private static func miles(_ group: [UInt8], whole: Int) -> Visibility? {
    guard group.count >= 3, group.suffix(2).elementsEqual("SM".utf8) else { return nil }
    var body = group.dropLast(2)
    let isAtLeast = body.first == UInt8(ascii: "P")
    let isLessThan = body.first == UInt8(ascii: "M")
    if isAtLeast || isLessThan { body = body.dropFirst() }
    let parts = body.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let first = parts.first, let above = METARDigits.number(first), above <= 99 else { return nil }
    if parts.count == 1, whole == 0 {
      return Visibility(statuteMiles: Double(above), isAtLeast: isAtLeast, isLessThan: isLessThan)
    }
    guard parts.count == 2, let below = METARDigits.number(parts[1]), (2...16).contains(below), above < below
    else { return nil }
    return Visibility(
      statuteMiles: Double(whole) + Double(above) / Double(below), isAtLeast: isAtLeast,
      isLessThan: isLessThan)
  }
}

/// `FEW040`, `BKN028CB`, `OVC///`, `VV001`, `//////`.
enum METARClouds {
  static func read(_ group: [UInt8]) -> CloudLayer? {
    let word = METARGroups.text(group)
    if word == "VV///" { return CloudLayer(amount: .verticalVisibility, baseFeet: nil) }
    if group.count == 5, word.hasPrefix("VV"), let hundreds = METARDigits.number(group[2...]) {
      return CloudLayer(amount: .verticalVisibility, baseFeet: hundreds * 100)
    }
    guard group.count >= 6, let amount = CloudLayer.Amount(rawValue: METARGroups.text(Array(group[0..<3])))
    else {
      return nil
    }
    let isHidden = group[3..<6].elementsEqual("///".utf8)
    let hundreds = METARDigits.number(group[3..<6])
    guard isHidden || hundreds != nil else { return nil }
    let kind = METARGroups.text(Array(group[6...]))
    guard ["", "CB", "TCU", "///"].contains(kind) else { return nil }
    return CloudLayer(amount: amount, baseFeet: hundreds.map { $0 * 100 }, kind: kind.isEmpty ? nil : kind)
  }
}

/// `18/09`, `M02/M04`, `Q1015`, `A2992`.
enum METARAir {
  /// Both temperatures; either may be missing (`05///`), not both.
  static func temperatures(_ group: [UInt8]) -> (air: Int?, dewPoint: Int?)? {
    let parts = group.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let air = part(parts[0]), let dewPoint = part(parts[1]),
      air.value != nil || dewPoint.value != nil
    else { return nil }
    return (air.value, dewPoint.value)
  }

  /// `Q` and hectopascals of 850…1100, `A` and hundredths of an inch of 2500…3250.
  static func pressure(_ group: [UInt8]) -> AltimeterSetting? {
    guard group.count == 5, let value = METARDigits.number(group[1...]) else { return nil }
    switch group[0] {
    case UInt8(ascii: "Q") where (850...1100).contains(value): return .hectopascals(value)
    case UInt8(ascii: "A") where (2500...3250).contains(value): return .hundredthsOfInch(value)
    default: return nil
    }
  }

  /// A temperature, or the sign that there is none (`//`, `XX`, nothing); nil when it is neither.
  private static func part(_ bytes: ArraySlice<UInt8>) -> (value: Int?, Void)? {
    if bytes.allSatisfy({ $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "X") }) { return (nil, ()) }
    let isBelow = bytes.first == UInt8(ascii: "M")
    let digits = isBelow ? bytes.dropFirst() : bytes
    guard digits.count == 2, let value = METARDigits.number(digits) else { return nil }
    return (isBelow ? -value : value, ())
  }
}
