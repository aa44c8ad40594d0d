import ConversationModel
import Observation
import Timebase
import TransportPorts

/// Who shows notices outside of the window, where there is somebody: the desktop.
public protocol NoticeOutlet: Sendable {
  /// Shows a notice soon; never waits. What cannot be shown is missed.
  func show(_ notice: ShownNotice)
  /// Asks who shows them; `nil` where nobody does.
  func serviceName() async -> String?
  /// Takes all that is shown away; never waits.
  func withdrawAll()
}

/// What the person is told outside of the window, and what they chose about it (chat-app 13).
///
/// Main actor only. What is told at all is decided before: nothing about a conversation that is looked at.
@MainActor @Observable public final class NoticesDomain {
  /// Whether a desktop can show notices.
  public enum Desktop: Sendable, Hashable {
    /// There is no session of a desktop here.
    case none
    /// Nobody has looked yet.
    case unasked
    /// There is a session, and nobody in it shows notices.
    case silent
    /// They are shown by a program of this name.
    case shows(by: String)
  }

  /// So many notices at once, and then so many a second; more would only be noise. A newer message of the
  /// same conversation takes the place of the older one anyway.
  static let atOnce = 8.0
  static let perSecond = 0.5

  /// What the person chose.
  public private(set) var preferences = NoticePreferences()
  /// Whether a desktop can show notices.
  public private(set) var desktop = Desktop.none
  /// The newest notice for pages, while pages have the browser show them.
  public private(set) var latest: ShownNotice?

  @ObservationIgnored private var outlet: (any NoticeOutlet)?
  @ObservationIgnored private var settings: (any SettingsRepository)?
  @ObservationIgnored private var now: @Sendable () -> Instant = { Instant(nanoseconds: 0) }
  @ObservationIgnored private var pace: TokenBucket?
  @ObservationIgnored private var count = 0

  /// Tells nobody; `connect` gives it somebody.
  public init() {}

  /// Reads what the person chose. `outlet` is nil where there is no desktop.
  public func connect(
    outlet: (any NoticeOutlet)?, settings: any SettingsRepository, now: @escaping @Sendable () -> Instant
  ) async {
    self.outlet = outlet
    self.settings = settings
    self.now = now
    pace = TokenBucket(capacity: Self.atOnce, refillPerSecond: Self.perSecond, at: now())
    desktop = outlet == nil ? .none : .unasked
    guard let text = try? await settings.setting(.notices) else { return }
    preferences = NoticePreferences(text: text)
  }

  /// Tells a notice by the ways the person chose.
  public func tell(_ notice: Notice) {
    guard preferences.isOnDesktop || preferences.isInBrowser, pace?.take(at: now()) == true else { return }
    count += 1
    let shown = ShownNotice(notice, number: count, showsPreviews: preferences.showsPreviews)
    if preferences.isOnDesktop { outlet?.show(shown) }
    if preferences.isInBrowser { latest = shown }
  }

  /// Takes another choice and keeps it. What was shown with names goes where they are hidden from now on.
  public func choose(_ wanted: NoticePreferences) async throws {
    try await settings?.set(wanted.text, for: .notices)
    if preferences.showsPreviews, !wanted.showsPreviews || !wanted.isOnDesktop { outlet?.withdrawAll() }
    preferences = wanted
    latest = nil
  }

  /// Asks whether a desktop shows notices, for a page that says so.
  public func look() async {
    guard let outlet else { return }
    desktop = await outlet.serviceName().map { .shows(by: $0) } ?? .silent
  }

  /// Nothing of this profile stays on the desktop.
  public func withdrawAll() { outlet?.withdrawAll() }
}
