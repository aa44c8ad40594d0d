import AppState
import ConversationModel
import StrictJSON

/// What is to change of what is told outside of the window; nil leaves it as it is.
public struct NoticeChange: Sendable, Equatable {
  /// The desktop shows it.
  public var desktop: Bool?
  /// Open pages have the browser show it.
  public var browser: Bool?
  /// Names and texts are shown.
  public var previews: Bool?

  /// Joins the parts.
  public init(desktop: Bool? = nil, browser: Bool? = nil, previews: Bool? = nil) {
    self.desktop = desktop
    self.browser = browser
    self.previews = previews
  }

  init(_ value: JSONValue) throws(ControlProblem) {
    desktop = try Self.flag(value, "desktop")
    browser = try Self.flag(value, "browser")
    previews = try Self.flag(value, "previews")
  }

  var fields: [(String, JSONValue)] {
    [("desktop", desktop), ("browser", browser), ("previews", previews)].compactMap { name, flag in
      flag.map { (name, .bool($0)) }
    }
  }

  private static func flag(_ value: JSONValue, _ name: String) throws(ControlProblem) -> Bool? {
    guard let field = value[name] else { return nil }
    guard let flag = field.bool else {
      throw ControlProblem("The field \(name) must be true or false.")
    }
    return flag
  }
}

extension ControlService {
  /// Changes what was asked for, and answers what holds.
  func notifications(_ change: NoticeChange) async throws -> JSONValue {
    var wanted = state.notices.preferences
    wanted.isOnDesktop = change.desktop ?? wanted.isOnDesktop
    wanted.isInBrowser = change.browser ?? wanted.isInBrowser
    wanted.showsPreviews = change.previews ?? wanted.showsPreviews
    if wanted != state.notices.preferences { try await state.notices.choose(wanted) }
    await state.notices.look()
    let service: JSONValue =
      switch state.notices.desktop {
      case .shows(let name): .string(name)
      case .none, .unasked, .silent: .null
      }
    return .fields([
      ("desktop", .bool(wanted.isOnDesktop)), ("browser", .bool(wanted.isInBrowser)),
      ("previews", .bool(wanted.showsPreviews)), ("shownBy", service),
    ])
  }
}
