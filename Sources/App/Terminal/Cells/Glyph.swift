/// What stands in one place of the screen: a base with its marks, an emoji sequence; one or two columns.
struct Glyph: Sendable, Hashable {
  var text: String
  /// Columns: 1 or 2.
  var width: Int

  static let blank = Glyph(text: " ", width: 1)
  /// Most scalars in one place; more begin a new one.
  static let scalarsMax = 12

  /// Whether every terminal agrees on its width.
  var isPlain: Bool { text.utf8.count == 1 }

  /// The text as glyphs. The last guard before the terminal: whatever the text holds, no control character,
  /// direction mark or other invisible character is in the result; tabs and line breaks become a space.
  static func glyphs(of text: some StringProtocol) -> [Glyph] {
    var builder = GlyphBuilder()
    for scalar in text.unicodeScalars { builder.add(scalar) }
    return builder.glyphs
  }

  /// How many columns a text takes.
  static func columns(of text: some StringProtocol) -> Int {
    glyphs(of: text).reduce(0) { $0 + $1.width }
  }
}

/// Gathers scalars into glyphs.
private struct GlyphBuilder {
  var glyphs: [Glyph] = []
  private var scalarCount = 0
  private var isEmoji = false
  private var isLoneRegion = false
  private var joins = false

  mutating func add(_ scalar: Unicode.Scalar) {
    if (0x20...0x7E).contains(scalar.value) { return begin(scalar, width: 1) }
    let joined = joins
    joins = false
    switch ScalarClass(scalar) {
    case .dropped: break
    case .space: begin(" ", width: 1)
    case .mark: attach(scalar)
    case .spacingMark: attach(scalar, widens: true)
    case .joiner:
      if attach(scalar) { joins = isEmoji }
    case .emojiStyle:
      if isEmoji, attach(scalar), let last = glyphs.indices.last { glyphs[last].width = 2 }
    case .skinTone:
      if !isEmoji || !attach(scalar) { begin(scalar, width: 2) }
    case .region:
      if isLoneRegion, attach(scalar) {
        isLoneRegion = false
      } else {
        begin(scalar, width: 2)
        isLoneRegion = true
      }
    case .emoji(let width):
      if joined, attach(scalar) { return }
      begin(scalar, width: width)
      isEmoji = true
    case .base(let width): begin(scalar, width: width)
    }
  }

  private mutating func begin(_ scalar: Unicode.Scalar, width: Int) {
    glyphs.append(Glyph(text: String(Character(scalar)), width: width))
    scalarCount = 1
    (isEmoji, isLoneRegion, joins) = (false, false, false)
  }

  /// Puts a scalar on the glyph before it. A mark without anything to stand on is not shown.
  @discardableResult
  private mutating func attach(_ scalar: Unicode.Scalar, widens: Bool = false) -> Bool {
    guard let last = glyphs.indices.last, scalarCount < Glyph.scalarsMax, glyphs[last].text != " " else {
      return false
    }
    glyphs[last].text.unicodeScalars.append(scalar)
    if widens { glyphs[last].width = 2 }
    scalarCount += 1
    return true
  }
}
