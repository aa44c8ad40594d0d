/// What the person wants to be told outside of the window, and how (chat-app 13).
public struct NoticePreferences: Sendable, Hashable {
  /// The desktop shows it.
  public var isOnDesktop = true
  /// Open pages have the browser show it, where the person allowed that to the browser.
  public var isInBrowser = false
  /// Names and texts are shown; hidden unless the person asks for them.
  public var showsPreviews = false

  /// On the desktop, without names and texts.
  public init() {}

  /// As it is kept: a word for each that is on.
  public var text: String {
    let words = [(isOnDesktop, "desktop"), (isInBrowser, "browser"), (showsPreviews, "previews")]
    return words.filter(\.0).map(\.1).joined(separator: " ")
  }

  /// Reads what was kept; words that mean nothing are passed over, so that a doubt never shows more.
  public init(text: String) {
    let words = Set(text.split(separator: " "))
    isOnDesktop = words.contains("desktop")
    isInBrowser = words.contains("browser")
    showsPreviews = words.contains("previews")
  }
}

/// A notice as it is shown: safe words, with or without names by what the person chose.
public struct ShownNotice: Sendable, Hashable {
  /// Counts the notices of this run.
  public var number: Int
  /// What it is about; a newer one about the same takes the place of the older. Says nothing about anybody
  /// that could be read on a screen.
  public var subject: String
  /// The first line.
  public var title: String
  /// The text under it.
  public var body: String
  /// Where it leads when it is chosen.
  public var target: ConversationKey?
  /// Whether those who are near can be waved to.
  public var offersWave: Bool

  /// Words for a notice.
  public init(_ notice: Notice, number: Int, showsPreviews: Bool) {
    self.number = number
    subject = notice.subject
    let words = notice.words(showsPreviews: showsPreviews)
    (title, body, target) = (words.title, words.body, notice.target)
    offersWave = if case .peopleNearby = notice { true } else { false }
  }
}

extension Notice {
  /// What a wave sends to everybody who is near; agreed between clients.
  public static let wave = "👋"

  /// What it is about.
  public var subject: String {
    switch self {
    case .mention(_, _, let key), .directMessage(_, _, let key): key.text
    case .peopleNearby: "nearby"
    case .verified, .verifiedEachOther: "verified"
    }
  }
}
