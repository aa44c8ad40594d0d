import Markup

/// A piece of a page that is pushed as a whole when it changes: one element with an id.
///
/// It stands directly in an element with an id, its region. `data-v` carries a number of its content, so that
/// a page can tell what it already has.
struct Fragment: Sendable {
  let id: String
  let version: String
  private let tag: Tag
  private let attributes: [Attribute]
  private let content: HTML

  /// The id is ours: letters, digits, hyphens.
  init(_ tag: Tag, id: String, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML) {
    self.tag = tag
    self.id = id
    self.attributes = attributes
    self.content = content()
    version = Self.number(tag.element(attributes, content: self.content).utf8)
  }

  /// The element; with `replacing`, as a message that takes the place of the one with the same id.
  func html(replacing: Bool = false) -> HTML {
    let identity: [Attribute] = [
      .id(id), .data("v", version), .when(replacing, .set(.hxSwapOob, "true")),
    ]
    return tag.element(identity + attributes, content: content)
  }

  /// FNV-1a, the lower 48 bits as hexadecimal digits. Only tells versions of one fragment apart.
  private static func number(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return String((hash ^ hash >> 48) & 0xFFFF_FFFF_FFFF, radix: 16)
  }
}

/// Fragments that stand in one element, in order.
struct Region: Sendable {
  let id: String
  let fragments: [Fragment]

  /// The id is ours: letters, digits, hyphens.
  init(_ id: String, _ fragments: [Fragment]) {
    self.id = id
    self.fragments = fragments
  }

  /// Names the kind of page this is, by the id of its only fragment. When that changes nothing else is sent:
  /// the other regions would not find their places, and the page is loaded anew.
  static func kind(_ name: String) -> Region {
    Region(kindID, [Fragment(.span, id: "kind-\(name)") {}])
  }

  static let kindID = "kind"

  /// Whether it names the kind of the page.
  var isKind: Bool { id == Self.kindID }

  /// All of them, for a whole page.
  var html: HTML {
    var whole = HTML()
    for fragment in fragments { whole.append(fragment.html()) }
    return whole
  }
}
