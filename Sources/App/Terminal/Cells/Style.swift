/// How a cell looks. Text keeps the terminal's own colours, which fit its background; only names and states
/// are coloured, by colours that can be read on light and on dark.
struct Style: Sendable, Hashable {
  var isBold = false
  var isDim = false
  var isItalic = false
  var isReversed = false
  /// One of the 256 colours of a terminal; left out where colours are not wanted or not there.
  var colour: UInt8?
  /// Likewise, behind the text.
  var background: UInt8?

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let bar = Style(isReversed: true)
  static let bad = Style(isBold: true, colour: 161)

  /// The colours of people: each has a contrast of at least 4:1 against black and against white.
  static let peopleColours: [UInt8] = [27, 28, 30, 31, 62, 64, 97, 98, 130, 131, 133, 163]

  /// A person's name, coloured by a number that stays the same for that person.
  static func person(_ number: UInt64) -> Style {
    Style(isBold: true, colour: peopleColours[Int(number % UInt64(peopleColours.count))])
  }

  /// The sequence that sets the look, whatever it was before.
  func sequence(colours: Bool) -> String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isItalic { codes.append("3") }
    if isReversed { codes.append("7") }
    if colours, let colour { codes.append("38;5;\(colour)") }
    if colours, let background { codes.append("48;5;\(background)") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
