import ConversationModel
import Markup
import TransportPorts

/// The address of each page; the only place that knows both directions.
enum PagePath {
  /// `/talk/mesh`.
  static func text(_ page: Page) -> String {
    switch page {
    case .talk: "/talk"
    case .conversation(let key): "/talk/\(key.text)"
    case .people: "/talk/mesh/people"
    case .details(let address): "/talk/\(address.text)/details"
    case .settings(nil): "/settings"
    case .settings(let section?): "/settings/\(section.rawValue)"
    }
  }

  /// The same as a link.
  static func target(_ page: Page) -> LinkTarget {
    LinkTarget.path(text(page).split(separator: "/").map(String.init))
  }

  /// The page at a path; nil where there is none.
  static func page(_ path: String) -> Page? {
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard path.hasPrefix("/") else { return nil }
    switch (parts.first, parts.count) {
    case ("talk", 1): return .talk
    case ("talk", 2): return ConversationKey(parts[1]).map(Page.conversation)
    case ("talk", 3) where parts[1] == "mesh" && parts[2] == "people": return .people
    case ("talk", 3) where parts[2] == "details": return PeerAddress(parts[1]).map(Page.details)
    case ("settings", 1): return .settings(nil)
    case ("settings", 2): return SettingsSection(rawValue: parts[1]).map { .settings($0) }
    default: return nil
    }
  }
}
