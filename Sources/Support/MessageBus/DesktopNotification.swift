import Text

/// Something to be shown by the desktop, as it is meant: no markup, no ids of a bus.
public struct DesktopNotification: Sendable, Hashable {
  /// What can be chosen besides the notification itself.
  public struct Choice: Sendable, Hashable {
    /// What comes back when it is chosen.
    public var key: String
    /// What stands on it.
    public var label: String

    /// Joins the parts.
    public init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// What comes back when the notification itself is chosen.
  public static let openKey = "default"

  /// What it is about; a newer one about the same takes the place of the older.
  public var subject: String
  /// The first line.
  public var title: String
  /// The text under it.
  public var body: String
  /// Whether choosing it leads anywhere.
  public var opens: Bool
  /// What can be chosen besides.
  public var choices: [Choice]

  /// Joins the parts.
  public init(subject: String, title: String, body: String, opens: Bool, choices: [Choice] = []) {
    self.subject = subject
    self.title = title
    self.body = body
    self.opens = opens
    self.choices = choices
  }
}

/// A notification as the service takes it (Desktop Notifications Specification 1.2).
struct NotificationWords: Sendable, Equatable {
  /// Longest title and body, in characters.
  static let titleCharactersMax = 120
  static let bodyCharactersMax = 400

  var title: String
  var body: String
  /// Keys and labels in turn.
  var choices: [String]

  /// `takesMarkup` and `hasChoices` are what the service says of itself: one that knows markup must get it
  /// escaped, one that does not must not; one without choices would show nothing of them.
  init(_ notification: DesktopNotification, takesMarkup: Bool, hasChoices: Bool) {
    let line = Text.displayText(notification.title).split(whereSeparator: \.isWhitespace)
    title = Self.cut(line.joined(separator: " "), Self.titleCharactersMax)
    let text = Self.cut(Text.displayText(notification.body), Self.bodyCharactersMax)
    body = takesMarkup ? Self.escaped(text) : text
    var choices: [String] = []
    if hasChoices {
      if notification.opens { choices += [DesktopNotification.openKey, "Open"] }
      for choice in notification.choices { choices += [choice.key, choice.label] }
    }
    self.choices = choices
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    text.count <= limit ? text : String(text.prefix(limit)) + "…"
  }

  /// The signs that begin markup or an entity, and quotes, as entities.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for sign in text.unicodeScalars {
      switch sign {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(sign)
      }
    }
    return escaped
  }
}
