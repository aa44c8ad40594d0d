import AppState
import ConversationModel
import Glibc
import MessageBus

/// The person's desktop, as the environment names it.
struct DesktopPlace: Sendable {
  /// Where the session's bus is; nil where there is none.
  var bus: String?
  /// What browsers are started with.
  var environment: [String: String]

  init(environment: [String: String]) {
    bus = BusAddress.ofSession(environment) { access($0, F_OK) == 0 }
    self.environment = environment
  }
}

/// Shows notices on the desktop, one after the other, and does what is chosen on them.
final class DesktopOutlet: NoticeOutlet {
  /// Notices that wait to be shown; the oldest goes first where the desktop is slow.
  private static let waitingMax = 8
  private static let waveKey = "wave"

  private let desktop: DesktopNotifications
  private let environment: [String: String]
  private let waiting: AsyncStream<ShownNotice>
  private let feed: AsyncStream<ShownNotice>.Continuation

  /// `nil` where the place has no bus.
  init?(_ place: DesktopPlace) {
    guard let address = place.bus,
      let desktop = try? DesktopNotifications(address: address, programName: "Tern", desktopEntry: "tern")
    else { return nil }
    self.desktop = desktop
    environment = place.environment
    (waiting, feed) = AsyncStream.makeStream(
      of: ShownNotice.self, bufferingPolicy: .bufferingNewest(Self.waitingMax))
  }

  func show(_ notice: ShownNotice) { feed.yield(notice) }

  func serviceName() async -> String? { await desktop.serviceName() }

  func withdrawAll() {
    Task { [desktop] in await desktop.withdrawAll() }
  }

  /// Until `stop`. A chosen notice opens its conversation in the browser by a link that `makeLink` makes; a
  /// wave goes to everybody near.
  func follow(_ talk: TalkDomain, makeLink: @escaping @Sendable (ConversationKey) -> String) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [waiting, desktop] in
        // What nobody shows is missed: the page tells it as well.
        for await notice in waiting { try? await desktop.show(Self.notification(notice)) }
      }
      group.addTask { [desktop, environment] in
        for await chosen in desktop.chosen {
          if chosen.key == Self.waveKey {
            _ = try? await talk.send(Notice.wave, to: .mesh)
          } else if chosen.key == DesktopNotification.openKey {
            await Browser.open(makeLink(Self.target(chosen.subject)), environment: environment)
          }
        }
      }
    }
  }

  /// Takes everything away and ends.
  func stop() async {
    feed.finish()
    await desktop.stop()
  }

  private static func notification(_ notice: ShownNotice) -> DesktopNotification {
    DesktopNotification(
      subject: notice.subject, title: notice.title, body: notice.body, opens: true,
      choices: notice.offersWave ? [DesktopNotification.Choice(key: waveKey, label: "Wave")] : [])
  }

  /// A subject that is no conversation leads to the open channel.
  private static func target(_ subject: String) -> ConversationKey { ConversationKey(subject) ?? .mesh }
}
