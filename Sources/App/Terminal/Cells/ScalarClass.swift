/// What a scalar does on a grid of cells.
///
/// Widths are those of UAX #11 (wide and full-width: two columns, ambiguous: one) and of emoji presentation.
/// Terminals differ in sequences; `ScreenWriter` therefore trusts no terminal with the column after one.
enum ScalarClass: Equatable {
  /// Not shown: controls, direction marks, invisible characters, noncharacters.
  case dropped
  /// White space of any kind.
  case space
  /// Stands on the base before it and takes no column.
  case mark
  /// Stands on the base before it and takes a column in most terminals (vowel signs of India).
  case spacingMark
  /// Joins what stands before and after it.
  case joiner
  /// Turns a sign into its emoji.
  case emojiStyle
  /// Colours the emoji before it.
  case skinTone
  /// Half of a flag.
  case region
  /// An emoji, or a sign that can become one; its columns.
  case emoji(width: Int)
  /// Anything else that is shown; its columns.
  case base(width: Int)

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029, 0x2800: self = .space
    case 0x200C, 0x200D: self = .joiner
    case 0xFE0F: self = .emojiStyle
    case 0x1F3FB...0x1F3FF: self = .skinTone
    case 0x1F1E6...0x1F1FF: self = .region
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: self = .mark  // the later letters of a Korean syllable
    default: self = Self.byProperties(scalar)
    }
  }

  private static func byProperties(_ scalar: Unicode.Scalar) -> ScalarClass {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: return .dropped
    case .spaceSeparator: return .space
    case .nonspacingMark, .enclosingMark: return properties.isDefaultIgnorableCodePoint ? .dropped : .mark
    case .spacingMark: return .spacingMark
    default: break
    }
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return .dropped }
    let width = properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
    return properties.isEmoji && scalar.value > 0xFF ? .emoji(width: width) : .base(width: width)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return wide.contains { $0.contains(value) }
  }

  /// Wide and full-width blocks of UAX #11 besides emoji; unassigned places in them count as wide.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x16FF1, 0x17000...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}
