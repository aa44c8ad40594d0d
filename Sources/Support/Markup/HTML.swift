/// A finished, escaped piece of HTML.
///
/// The only ways to make one are text (escaped here), `Tag` calls, joining pieces, and
/// `init(trustedMarkup:)`, which takes a literal of our own source and nothing else. A value is
/// therefore always safe to stand where element content may stand.
public struct HTML: Sendable, Equatable {
  /// The bytes, UTF-8.
  public private(set) var utf8: [UInt8]

  /// Nothing at all.
  public init() {
    utf8 = []
  }

  /// The pieces of a builder, in order.
  public init(@HTMLBuilder _ content: () -> HTML) {
    self = content()
  }

  /// Text, with every character that means something to an HTML parser escaped.
  public init(text: String) {
    utf8 = []
    utf8.reserveCapacity(text.utf8.count)
    Escaping.append(text, to: &utf8)
  }

  /// Markup written by us in the source itself: symbols and illustrations. A literal only, never a
  /// value that came from anywhere.
  public init(trustedMarkup literal: StaticString) {
    utf8 = literal.withUTF8Buffer { [UInt8]($0) }
  }

  /// The first line of a page.
  public static let doctype = HTML(trustedMarkup: "<!DOCTYPE html>")

  /// A script of our own, by its path. Inline scripts do not exist here.
  ///
  /// Written with `defer`, so that it runs once the page is parsed.
  public static func script(_ source: LinkTarget) -> HTML {
    var piece = HTML()
    piece.open("script", [.source(source), .defers], isVoid: false)
    piece.close("script")
    return piece
  }

  /// The same bytes as a string.
  public var string: String {
    String(decoding: utf8, as: UTF8.self)
  }

  /// True when there is nothing in it.
  public var isEmpty: Bool {
    utf8.isEmpty
  }

  /// Adds a piece at the end.
  public mutating func append(_ other: HTML) {
    utf8.append(contentsOf: other.utf8)
  }

  mutating func open(_ name: StaticString, _ attributes: [Attribute], isVoid: Bool) {
    utf8.append(0x3C)
    append(name)
    for attribute in attributes {
      attribute.write(to: &utf8)
    }
    if isVoid {
      utf8.append(0x2F)
    }
    utf8.append(0x3E)
  }

  mutating func close(_ name: StaticString) {
    utf8.append(0x3C)
    utf8.append(0x2F)
    append(name)
    utf8.append(0x3E)
  }

  mutating func appendNewline() {
    utf8.append(0x0A)
  }

  private mutating func append(_ name: StaticString) {
    name.withUTF8Buffer { utf8.append(contentsOf: $0) }
  }
}
