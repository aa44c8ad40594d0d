/// The desktop's notification service, `org.freedesktop.Notifications`, over a bus.
///
/// Remembers of at most 64 shown notifications what they are about; of an older one nothing comes back.
public actor DesktopNotifications {
  /// Shown notifications that are remembered.
  public static let shownMax = 64

  /// Something that was chosen on a notification.
  public struct Chosen: Sendable, Hashable {
    /// What the notification was about.
    public var subject: String
    /// `DesktopNotification.openKey`, or the key of a choice.
    public var key: String
  }

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// What was chosen; the newest 16 where nobody takes them. Ends with `stop`.
  public nonisolated let chosen: AsyncStream<Chosen>
  private let feed: AsyncStream<Chosen>.Continuation
  private let bus: MessageBus
  private let programName: String
  private let desktopEntry: String
  private var shown: [(id: UInt32, subject: String)] = []
  private var abilities: Set<String>?
  private var listening: Task<Void, Never>?

  /// Over the bus at `address`. `desktopEntry` is the name of the program's desktop file without its ending,
  /// by which the desktop finds its icon.
  public init(address: String, programName: String, desktopEntry: String) throws(BusError) {
    self.programName = programName
    self.desktopEntry = desktopEntry
    bus = try MessageBus(
      address: address,
      subscriptions: [
        BusSubscription(sender: Self.service, path: Self.path, interface: Self.service)
      ])
    (chosen, feed) = AsyncStream.makeStream(of: Chosen.self, bufferingPolicy: .bufferingNewest(16))
  }

  /// Asks who shows notifications here; `nil` where nobody does.
  public func serviceName() async -> String? {
    guard let answer = try? await call("GetServerInformation"), let name = answer.first?.text else {
      abilities = nil
      return nil
    }
    return name
  }

  /// Shows a notification, in the place of an older one about the same. Throws where nobody showed it.
  public func show(_ notification: DesktopNotification) async throws(BusError) {
    listen()
    let abilities = await knownAbilities()
    let words = NotificationWords(
      notification, takesMarkup: abilities.contains("body-markup"), hasChoices: abilities.contains("actions"))
    let older = shown.last { $0.subject == notification.subject }?.id ?? 0
    let answer: [BusValue]
    do {
      answer = try await call(
        "Notify",
        [
          .string(programName), .uint32(older), .string(""), .string(words.title), .string(words.body),
          .strings(words.choices), .options(hints), .int32(-1),
        ])
    } catch {
      // Whoever answers next may be another one.
      self.abilities = nil
      throw error
    }
    guard let id = answer.first?.number else { return }
    shown.removeAll { $0.id == id || $0.id == older }
    shown.append((id, notification.subject))
    if shown.count > Self.shownMax { shown.removeFirst() }
  }

  /// Takes everything that is shown away; does not wait until that is done.
  public func withdrawAll() {
    for (id, _) in shown {
      bus.tell(
        BusCall(
          to: Self.service, path: Self.path, interface: Self.service, member: "CloseNotification",
          arguments: [.uint32(id)]))
    }
    shown = []
  }

  /// Takes everything away and ends the connection.
  public func stop() async {
    withdrawAll()
    listening?.cancel()
    feed.finish()
    await bus.stop()
  }

  private var hints: [BusValue.Option] {
    [
      BusValue.Option("desktop-entry", .string(desktopEntry)),
      BusValue.Option("category", .string("im.received")), BusValue.Option("urgency", .byte(1)),
    ]
  }

  private func knownAbilities() async -> Set<String> {
    if let abilities { return abilities }
    guard let told = try? await call("GetCapabilities").first?.texts else { return [] }
    abilities = Set(told)
    return Set(told)
  }

  private func call(_ member: String, _ arguments: [BusValue] = []) async throws(BusError) -> [BusValue] {
    try await bus.call(
      BusCall(
        to: Self.service, path: Self.path, interface: Self.service, member: member, arguments: arguments))
  }

  private func listen() {
    guard listening == nil else { return }
    let signals = bus.signals
    listening = Task { [weak self] in
      for await signal in signals { await self?.hear(signal) }
    }
  }

  private func hear(_ signal: BusSignal) {
    guard signal.interface == Self.service, let id = signal.arguments.first?.number,
      let subject = shown.last(where: { $0.id == id })?.subject
    else { return }
    switch signal.member {
    case "ActionInvoked":
      guard signal.arguments.count == 2, let key = signal.arguments[1].text else { return }
      feed.yield(Chosen(subject: subject, key: key))
    case "NotificationClosed":
      shown.removeAll { $0.id == id }
    default: break
    }
  }
}
