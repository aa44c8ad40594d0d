import Markup

/// The drawings of the symbol sheet, by name.
enum Icon: String, CaseIterable, Sendable {
  case talk, settings, mesh, person, lock, send, back, check, delivered, read, sending, carried
  case warn, failed, info, edit, local, sun, close, group, down, mark
  case money, list, chart, search, filter, next, calendar, transfer, split, tag, attach, layers, bank, card
  case cash, storage, shopping, food, fuel, lodging, more, retry
  case airports, star, plus, up, copy, download, wind, clock, bookmark, route, map, customs, phone, place
  case notice, seal, code, image
  case sealOn = "seal-on"
  case starOn = "star-on"
  case bookmarkOn = "bookmark-on"
  case repeated = "repeat"
  case inRange = "in-range"
  case outOfReach = "out-of-reach"
  case notSent = "not-sent"

  /// How large it is drawn.
  enum Size: String, Sendable {
    /// 20 px, for controls.
    case control = ""
    /// 16 px, in text.
    case small
    /// 14 px, in small text.
    case tiny
    /// 24 px, for empty screens.
    case large
  }

  /// The drawing; hidden from screen readers, since the control around it carries the name.
  func html(_ size: Size = .control) -> HTML {
    Tag.svg(.class("icon", size.rawValue), .aria("hidden", "true")) {
      Tag.use(.href(target))
    }
  }

  /// The mark, which is drawn by fill instead of stroke.
  static func brand() -> HTML {
    Tag.svg(.aria("hidden", "true")) { Tag.use(.href(Icon.mark.target)) }
  }

  private var target: LinkTarget {
    LinkTarget(checking: "/assets/icons.svg#" + rawValue) ?? "/assets/icons.svg"
  }
}
