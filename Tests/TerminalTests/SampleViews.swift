import AppState
import ConversationModel
import Testing
import Timebase
import TransportPorts

@testable import Terminal

/// Views as a node would send them, and programs that got them, in a calendar of their own.
enum SampleViews {
  /// 14 May 2026, 14:21 UTC.
  static let now = Timestamp(milliseconds: 1_778_768_460_000)

  static func civil(_ moment: Timestamp) -> CivilTime {
    let minutes = Int(moment.milliseconds / 60_000)
    let days = minutes / 1_440
    return CivilTime(
      year: 2026, month: 5, day: 14 + days - 20_587, weekday: (days + 4) % 7, hour: minutes / 60 % 24,
      minute: minutes % 60, second: 0, dayNumber: days)
  }

  static func address(_ number: Int) throws -> PeerAddress {
    let digits = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
    return try #require(PeerAddress(String(repeating: "0", count: 16 - digits.count) + digits))
  }

  static func person(_ number: Int, _ name: String, near: Bool = true) throws -> Person {
    let peer = TransportPeer(
      address: try address(number), nickname: name, noiseKey: nil, fingerprint: "", isConnected: near,
      isReachable: true, hops: near ? 1 : 3, session: near ? .established : .none,
      lastSeen: Timestamp(milliseconds: 0))
    return Person(address: peer.address, name: DisplayName(name: name), peer: peer)
  }

  static func message(
    _ number: Int, _ text: String, from person: Person?, minutesAgo: UInt64 = 0,
    in key: ConversationKey = .mesh,
    delivery: DeliveryState? = nil
  ) -> ChatMessage {
    ChatMessage(
      id: MessageID("m\(number)"), conversation: key,
      author: MessageAuthor(
        name: person?.name.name ?? "juno", address: person?.address, isOwn: person == nil),
      text: text, sentAt: Timestamp(milliseconds: now.milliseconds - minutesAgo * 60_000), delivery: delivery)
  }

  static func view(
    _ messages: [ChatMessage], people: [Person] = [], in key: ConversationKey = .mesh, hasOlder: Bool = false
  ) -> TalkView {
    var timeline = Timeline()
    for message in messages { timeline.insert(message) }
    var rows = [TalkView.Conversation(key: .mesh, title: "Nearby", unreadCount: 0, newestAt: nil)]
    if key != .mesh {
      let name = people.first { .direct($0.address) == key }?.name.text ?? "?"
      rows.append(TalkView.Conversation(key: key, title: name, unreadCount: 0, newestAt: now))
    }
    return TalkView(
      own: TalkView.Own(
        profileName: "default", nickname: "juno", status: TransportStatus(condition: .listening, links: 1)),
      people: people, conversations: rows, key: key,
      timeline: OpenTimeline(timeline: timeline, hasOlder: hasOlder, unreadLine: nil, unreadCount: 0))
  }

  static func program(
    _ view: TalkView, columns: Int = 80, rows: Int = 24
  ) -> ChatProgram {
    var program = ChatProgram(size: ScreenSize(columns: columns, rows: rows), civil: civil)
    if view.key != .mesh { _ = program.open(view.key) }
    _ = program.handle(.view(view), now: now)
    return program
  }

  static func rows(_ program: ChatProgram) -> [String] {
    let canvas = ChatScreen.canvas(program, now: now)
    return (0..<canvas.size.rows).map { canvas.text(row: $0) }
  }
}
