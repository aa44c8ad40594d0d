/// Why a text is not a report. The messages are for the person who pasted it.
public enum METARError: Error, Sendable, Equatable {
  /// There is nothing but white space.
  case empty
  /// More bytes than a report can have; nothing was read.
  case tooLong(bytes: Int, maximum: Int)
  /// A forecast (`TAF`): its figures are not the present weather.
  case forecast
  /// The station says that it has no report (`NIL`).
  case noReport
  /// No group of it is one of a report.
  case notAReport
  /// JSON that holds no report; the words say what is wrong.
  case unreadableJSON(String)
}

extension METARError: CustomStringConvertible {
  /// What happened and what to do next.
  public var description: String {
    switch self {
    case .empty: "There is no report here: paste the whole METAR."
    case .tooLong(let bytes, let maximum):
      "That has \(bytes) bytes, and a METAR at most \(maximum): paste one report alone."
    case .forecast: "This is a forecast (TAF), not a report of the present weather: paste a METAR."
    case .noReport: "The station sent no report (NIL)."
    case .notAReport: "No part of that text is one of a METAR: nothing was read."
    case .unreadableJSON(let why): "That JSON is no weather report: \(why)."
    }
  }
}

extension METAR {
  /// The longest text that is read, bytes.
  public static let bytesMax = 2_048

  /// Reads a report as it is broadcast; of several the first.
  ///
  /// Time in proportion to the text. Nothing of it is guessed: a group that is not exactly one of those
  /// known goes to `unread`.
  public init(reading text: String) throws(METARError) {
    let bytes = text.utf8.count
    guard bytes <= Self.bytesMax else { throw .tooLong(bytes: bytes, maximum: Self.bytesMax) }
    // The sign ends a report, and what stands behind it is another one.
    let reports = text.uppercased().split(separator: "=").map { report in
      report.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    }.filter { !$0.isEmpty }
    guard var groups = reports.first, let first = groups.first else { throw .empty }
    if first == Array("TAF".utf8) { throw .forecast }
    // A second report begins with its own heading: it is not this one's weather.
    var start = 0
    while start < groups.count, METARGroups.headings.contains(METARGroups.text(groups[start])) { start += 1 }
    let end = groups.indices.dropFirst(start).first { index in
      METARGroups.reportHeadings.contains(METARGroups.text(groups[index]))
        || (index > start + 1 && METARGroups.isBeginning(groups, at: index))
    }
    groups = Array(groups[start..<(end ?? groups.count)])

    self.init(raw: text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    hasMoreReports = end != nil || reports.count > 1
    var reader = METARGroups(groups)
    reader.read(into: &self)
    if reader.isNil { throw .noReport }
    guard reader.groupsRead > 0 else { throw .notAReport }
  }
}

/// Goes through the groups of one report.
struct METARGroups {
  static let reportHeadings: Set<String> = ["METAR", "SPECI"]
  static let headings: Set<String> = ["METAR", "SPECI", "COR"]
  /// From these words on it is not the present weather any more.
  private static let ends: Set<String> = ["RMK", "TEMPO", "BECMG", "NOSIG", "INTER", "PROB30", "PROB40"]
  private static let noClouds: Set<String> = ["NSC", "SKC", "CLR", "NCD"]
  private static let skipped: Set<String> = ["COR", "RTD", "NSW", "NDV"]

  private let groups: [[UInt8]]
  private var index = 0
  /// Weather groups understood; the station and the time alone are no report.
  private(set) var groupsRead = 0
  private(set) var isNil = false

  init(_ groups: [[UInt8]]) { self.groups = groups }

  mutating func read(into report: inout METAR) {
    if let group = groups.first, Self.isStation(group), !Self.isWord(group) {
      report.station = Self.text(group)
      index = 1
    }
    while index < groups.count {
      let group = groups[index]
      let word = Self.text(group)
      if Self.ends.contains(word) { return }
      if word == "NIL" {
        isNil = groupsRead == 0
        return
      }
      if take(group, word, into: &report) {
        groupsRead += 1
      } else if !takeHeader(group, word, into: &report), report.unread.count < METAR.unreadMax {
        report.unread.append(String(word.prefix(32)))
      }
      index += 1
    }
  }

  /// Station, time and words without figures.
  private mutating func takeHeader(_ group: [UInt8], _ word: String, into report: inout METAR) -> Bool {
    if report.time == nil, let time = Self.time(group) {
      report.time = time
      return true
    }
    if word == "AUTO" {
      report.isAutomatic = true
      return true
    }
    return Self.skipped.contains(word) || Self.isRunwayRange(group) || Self.isWeather(group)
  }

  /// A group with weather; each is taken once, the first counts.
  private mutating func take(_ group: [UInt8], _ word: String, into report: inout METAR) -> Bool {
    if word == "CAVOK" {
      report.isCAVOK = true
      report.visibility = report.visibility ?? Visibility(metres: 10_000, isAtLeast: true)
      return true
    }
    if Self.noClouds.contains(word) {
      report.saysClouds = true
      return true
    }
    if report.wind == nil, let wind = METARWind.read(group) {
      report.wind = wind
      return true
    }
    if report.wind == nil, !report.saysWindIsMissing, METARWind.isMissing(group) {
      report.saysWindIsMissing = true
      return true
    }
    if report.wind != nil, report.wind?.variableFrom == nil, let range = METARWind.range(group) {
      report.wind?.variableFrom = range.from
      report.wind?.variableTo = range.to
      return true
    }
    if report.visibility == nil, let (found, length) = METARVisibility.read(groups, at: index) {
      report.visibility = found
      index += length - 1
      return true
    }
    // A second distance is that of one direction: known, and not the prevailing one.
    if report.visibility != nil, METARVisibility.isDirectional(group) { return true }
    if let layer = METARClouds.read(group) {
      report.saysClouds = true
      if report.clouds.count < 8 { report.clouds.append(layer) }
      return true
    }
    if report.temperature == nil, report.dewPoint == nil, let pair = METARAir.temperatures(group) {
      report.temperature = pair.air
      report.dewPoint = pair.dewPoint
      return true
    }
    if report.pressure == nil, let pressure = METARAir.pressure(group) {
      report.pressure = pressure
      return true
    }
    return false
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Four letters or digits, a letter first.
  static func isStation(_ group: [UInt8]) -> Bool {
    group.count == 4 && METARDigits.isLetter(group[0]) && group.allSatisfy(METARDigits.isLetterOrDigit)
  }

  /// Whether a report begins here without its heading: a station and its time.
  static func isBeginning(_ groups: [[UInt8]], at index: Int) -> Bool {
    groups.indices.contains(index + 1) && isStation(groups[index]) && !isWord(groups[index])
      && time(groups[index + 1]) != nil
  }

  /// Words of four letters that stand where a station is missing.
  private static func isWord(_ group: [UInt8]) -> Bool { ["AUTO", "TEMP"].contains(text(group)) }

  private static func time(_ group: [UInt8]) -> ReportTime? {
    guard group.count == 7, group[6] == UInt8(ascii: "Z"), let day = METARDigits.number(group[0..<2]),
      let hour = METARDigits.number(group[2..<4]), let minute = METARDigits.number(group[4..<6])
    else { return nil }
    return ReportTime(day: day, hour: hour, minute: minute)
  }

  /// `R24/1200`, `R24L/P1500N`, and states of runways.
  private static func isRunwayRange(_ group: [UInt8]) -> Bool {
    group.count >= 6 && group[0] == UInt8(ascii: "R") && METARDigits.number(group[1..<3]) != nil
      && group.contains(UInt8(ascii: "/"))
  }

  /// `-SHRA`, `+TSRA`, `BR`, `VCSH`, `RERA`: letters in pairs that name weather.
  private static func isWeather(_ group: [UInt8]) -> Bool {
    var letters = group[...]
    if let sign = letters.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      letters = letters.dropFirst()
    }
    guard (2...10).contains(letters.count), letters.count % 2 == 0 else { return false }
    var at = letters.startIndex
    while at < letters.endIndex {
      guard weather.contains(text(Array(letters[at..<at + 2]))) else { return false }
      at += 2
    }
    return true
  }

  private static let weather: Set<String> = [
    "VC", "RE", "MI", "PR", "BC", "DR", "BL", "SH", "TS", "FZ", "DZ", "RA", "SN", "SG", "IC", "PL", "GR",
    "GS",
    "UP", "BR", "FG", "FU", "VA", "DU", "SA", "HZ", "PO", "SQ", "FC", "SS", "DS", "PY",
  ]
}

/// Figures within a group.
enum METARDigits {
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  /// A number of one to six digits and nothing else.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...6).contains(bytes.count), bytes.allSatisfy(isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
