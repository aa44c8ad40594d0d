import AppState
import ConversationModel
import Timebase
import TransportPorts

@testable import WebInterface

/// Screens with invented people, for tests of what is drawn.
enum SampleScreens {
  /// 2026-05-14 14:21 UTC, a Thursday.
  static let now = Timestamp(milliseconds: 1_778_768_460_000)

  /// Calendar of UTC, whatever the machine is set to.
  static let times = TimeWords(now: now, civil: utc)

  static func context(_ page: Page, theme: Theme = .system) -> PageContext {
    PageContext(page: page, theme: theme, requestToken: "token", times: times)
  }

  static func utc(_ moment: Timestamp) -> CivilTime {
    let seconds = Int(moment.milliseconds / 1_000)
    let days = seconds / 86_400
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return CivilTime(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * part + 2) / 5 + 1,
      weekday: (days + 4) % 7, hour: seconds / 3_600 % 24, minute: seconds / 60 % 60, second: seconds % 60,
      dayNumber: days)
  }

  static func address(_ number: Int) -> PeerAddress? {
    let digits = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
    return PeerAddress(String(repeating: "0", count: 16 - digits.count) + digits)
  }

  static func peer(
    _ number: Int, _ name: String, connected: Bool = true, hops: Int? = 1,
    session: TransportPeer.Session = .none
  ) -> TransportPeer? {
    address(number).map {
      TransportPeer(
        address: $0, nickname: name, noiseKey: PeerAddress($0.text + $0.text + $0.text + $0.text),
        fingerprint: $0.text + $0.text + $0.text + $0.text, isConnected: connected, isReachable: true,
        hops: hops,
        session: session, lastSeen: now)
    }
  }

  static func message(
    _ id: String, _ author: (Int, String)?, _ text: String, minutesAgo: UInt64,
    in key: ConversationKey = .mesh, delivery: DeliveryState? = nil, kind: ChatMessage.Kind = .person
  ) -> ChatMessage {
    let from =
      author.map { MessageAuthor(name: $0.1, address: address($0.0), isOwn: false) }
      ?? MessageAuthor(name: "juno", address: nil, isOwn: kind == .person)
    return ChatMessage(
      id: MessageID(id), conversation: key, kind: kind, author: from, text: text,
      sentAt: Timestamp(milliseconds: now.milliseconds - minutesAgo * 60_000), delivery: delivery)
  }

  static func open(_ messages: [ChatMessage], unreadLine: String? = nil, unread: Int = 0) -> OpenTimeline {
    var timeline = Timeline()
    for message in messages { timeline.insert(message) }
    return OpenTimeline(
      timeline: timeline, hasOlder: false, unreadLine: unreadLine.map { MessageID($0) }, unreadCount: unread)
  }

  static func screen(_ peers: [TransportPeer?], name: String = "juno") -> TalkScreen {
    var screen = TalkScreen()
    screen.own = TalkScreen.Own(
      nickname: name, address: address(99), fingerprint: String(repeating: "4b1e09c7a2d077f3", count: 4))
    screen.directory = PeopleDirectory(
      peers: peers.compactMap { $0 }, remembered: [:], ownNickname: name)
    screen.status = TransportStatus(condition: .listening, links: peers.count)
    screen.colours.update(screen.directory.people)
    screen.conversations = [row(.mesh, nil, screen)]
    return screen
  }

  static func row(
    _ key: ConversationKey, _ newest: ChatMessage?, _ screen: TalkScreen, unread: Int = 0
  ) -> ConversationRow {
    let title = key.peer.map { screen.directory.name(of: $0) } ?? DisplayName(name: "Nearby")
    return ConversationRow(
      key: key, title: title, person: key.peer.flatMap { screen.directory.person($0) }, newest: newest,
      unreadCount: unread)
  }
}
