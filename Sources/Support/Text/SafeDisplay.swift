extension Text {
  /// A name somebody else chose, made safe to show on one line; may be empty.
  ///
  /// Normal form C, at most 50 characters and 255 UTF-8 bytes. White space of any kind becomes single
  /// spaces, none at the ends; control, direction, zero-width and other invisible characters are
  /// dropped; at most 4 combining marks stay on a base. Markup is left as it is: escaping is the
  /// page's work. Applying it twice changes nothing more.
  public static func displayName(_ raw: String) -> String {
    name(from: raw, keepsJoiners: false, utf8BytesMax: 255)
  }

  /// The nickname a user typed, as it is stored and announced; nothing when no character is left.
  ///
  /// As `displayName`, but at most 200 UTF-8 bytes, and the joiners that scripts and emoji need stay.
  /// Source: mesh-wire 8.6.
  public static func nickname(fromUser raw: String) -> String? {
    let name = name(from: raw, keepsJoiners: true, utf8BytesMax: nicknameBytesMax)
    return displayName(name).isEmpty ? nil : name
  }

  /// Most characters of a name.
  public static let nameCharactersMax = 50
  /// Most UTF-8 bytes of a nickname of our own (mesh-wire 8.6).
  public static let nicknameBytesMax = 200

  /// Whether `nickname(fromUser:)` leaves out the end of what was typed, because it is too long.
  public static func isCut(nickname raw: String) -> Bool {
    trimmed(wholeName(from: raw, keepsJoiners: true))
      != name(from: raw, keepsJoiners: true, utf8BytesMax: nicknameBytesMax)
  }

  /// A message's text, made safe to show on several lines.
  ///
  /// Line breaks (all kinds, as `\n`) and tabs stay, and so do joiners. Other control characters,
  /// direction overrides, embeddings and isolates, and invisible tags outside a flag are dropped; at
  /// most 8 combining marks and joiners stay on a base. Not normalised, not shortened.
  public static func displayText(_ raw: String) -> String {
    var kept = String.UnicodeScalarView()
    var limit = MarkLimit(marksMax: 8)
    var previous: Unicode.Scalar?
    for scalar in raw.unicodeScalars {
      defer { previous = scalar }
      let (kind, shown) = kindInText(scalar, after: previous)
      guard limit.admits(kind) else { continue }
      kept.append(shown)
    }
    return String(kept)
  }

  /// What a scalar does to the cluster it stands in.
  private enum Kind {
    /// Starts something new that marks can stand on.
    case base
    /// A flag that invisible tags may follow.
    case flag
    /// A line break, a tab, in names any white space: shown, but nothing for marks to stand on.
    case separator
    /// Belongs to the base before it: a combining mark, a joiner, a variation.
    case mark
    /// An invisible letter that spells a region, only after a flag.
    case tag
    /// Stays and changes nothing: a direction mark.
    case neutral
    /// Not shown.
    case dropped
  }

  /// Counts marks a base; those with no base, and those over the limit, are not admitted.
  private struct MarkLimit {
    let marksMax: Int
    var marks: Int?
    var isFlag = false

    init(marksMax: Int) {
      self.marksMax = marksMax
    }

    mutating func admits(_ kind: Kind) -> Bool {
      switch kind {
      case .base, .flag:
        marks = 0
        isFlag = kind == .flag
        return true
      case .separator:
        marks = nil
        return true
      case .mark, .tag:
        guard let count = marks, count < marksMax, kind == .mark || isFlag else { return false }
        marks = count + 1
        return true
      case .neutral:
        return true
      case .dropped:
        return false
      }
    }
  }

  private static func name(from raw: String, keepsJoiners: Bool, utf8BytesMax: Int) -> String {
    cut(wholeName(from: raw, keepsJoiners: keepsJoiners), utf8BytesMax: utf8BytesMax)
  }

  private static func wholeName(from raw: String, keepsJoiners: Bool) -> String {
    var kept = String.UnicodeScalarView()
    var limit = MarkLimit(marksMax: nameMarksMax)
    var bytes = 0
    var previous: Unicode.Scalar?
    for scalar in raw.unicodeScalars {
      // Enough for what is cut below, however normalisation joins it.
      guard bytes < nameInputBytesMax else { break }
      defer { previous = scalar }
      let kind = kindInName(scalar, after: previous, keepsJoiners: keepsJoiners)
      guard limit.admits(kind) else { continue }
      let shown: Unicode.Scalar = kind == .separator ? " " : scalar
      if shown == " ", kept.isEmpty || kept.last == " " { continue }
      kept.append(shown)
      bytes += UTF8.width(shown)
    }
    return nfc(cappingMarks(nfd(String(kept))))
  }

  /// Counts marks again where they stand apart: one before may have been two.
  private static func cappingMarks(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    var limit = MarkLimit(marksMax: nameMarksMax)
    for scalar in text.unicodeScalars where limit.admits(isMark(scalar) ? .mark : .base) {
      kept.append(scalar)
    }
    return String(kept)
  }

  private static func cut(_ text: String, utf8BytesMax: Int) -> String {
    let short = String(text.prefix(nameCharactersMax))
    let fitting = split(short, utf8BytesMax: utf8BytesMax).first ?? ""
    return trimmed(fitting)
  }

  private static func kindInName(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, keepsJoiners: Bool
  ) -> Kind {
    switch scalar {
    case zeroWidthJoiner, zeroWidthNonJoiner: return keepsJoiners ? .mark : .dropped
    case emojiVariation: return isPictograph(previous) ? .mark : .dropped
    default: break
    }
    if isBlank(scalar) { return .separator }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate: return .dropped
    default: break
    }
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return .dropped }
    return isMark(scalar) ? .mark : .base
  }

  private static func kindInText(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?
  ) -> (Kind, shown: Unicode.Scalar) {
    switch scalar.value {
    case 0x0A: return (previous == "\r" ? .dropped : .separator, "\n")
    case 0x0D, 0x85, 0x2028, 0x2029: return (.separator, "\n")
    case 0x09: return (.separator, "\t")
    case 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F: return (.dropped, scalar)
    case 0xFFF9...0xFFFB, 0xFEFF: return (.dropped, scalar)
    case 0xE0000...0xE007F: return (.tag, scalar)
    case 0x1F3F4: return (.flag, scalar)
    case 0x200E, 0x200F, 0x061C: return (.neutral, scalar)
    default: break
    }
    let properties = scalar.properties
    if properties.generalCategory == .control || properties.isNoncharacterCodePoint {
      return (.dropped, scalar)
    }
    return (isMark(scalar) || properties.isDefaultIgnorableCodePoint ? .mark : .base, scalar)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: scalar == zeroWidthJoiner || scalar == zeroWidthNonJoiner
    }
  }

  /// White space, line breaks, and the pattern of no dots, which looks like one.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{2800}"
  }

  private static func isPictograph(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar.properties.isEmoji && !scalar.isASCII
  }

  private static let zeroWidthNonJoiner: Unicode.Scalar = "\u{200C}"
  private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
  private static let emojiVariation: Unicode.Scalar = "\u{FE0F}"
  private static let nameMarksMax = 4
  private static let nameInputBytesMax = 2048
}
