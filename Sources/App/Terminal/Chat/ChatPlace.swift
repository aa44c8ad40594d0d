import AppState
import ConversationModel
import Text
import TransportPorts

/// A place of the list on the left: a conversation, or somebody in sight to begin one with.
struct ChatPlace: Sendable, Equatable {
  var key: ConversationKey
  /// Safe to show.
  var name: String
  var unreadCount = 0
  /// The other person, while in sight.
  var person: Person?
  /// Whether messages were exchanged.
  var isConversation = false

  /// A place nobody knows anything of.
  init(key: ConversationKey) {
    self.key = key
    name = key.peer.map { "anon" + $0.text.prefix(4) } ?? "Nearby"
  }

  /// Conversations first, then people in sight without one; the current place is always among them.
  static func all(_ view: TalkView?, current: ConversationKey) -> [ChatPlace] {
    var places: [ChatPlace] = []
    var taken: Set<ConversationKey> = []
    for row in view?.conversations ?? [] {
      var place = ChatPlace(key: row.key)
      place.name = Text.displayName(row.title).isEmpty ? place.name : Text.displayName(row.title)
      place.unreadCount = row.unreadCount
      place.person = view?.people.first { ConversationKey.direct($0.address) == row.key }
      place.isConversation = true
      places.append(place)
      taken.insert(row.key)
    }
    if taken.insert(.mesh).inserted { places.insert(ChatPlace(key: .mesh), at: 0) }
    for person in view?.people ?? [] where taken.insert(.direct(person.address)).inserted {
      var place = ChatPlace(key: .direct(person.address))
      place.name = Text.displayName(person.name.text)
      place.person = person
      places.append(place)
    }
    if taken.insert(current).inserted { places.append(ChatPlace(key: current)) }
    return places
  }

  /// How the person can be reached, as a sign that needs no colour.
  var mark: String {
    guard key.isPrivate else { return "#" }
    guard let peer = person?.peer else { return " " }
    return peer.isConnected ? "●" : peer.isReachable ? "◐" : "○"
  }

  /// How the person can be reached, in words.
  var reach: String {
    guard let peer = person?.peer else { return "out of sight; what you send waits here" }
    let way =
      peer.isConnected
      ? "in range"
      : peer.isReachable ? peer.hops.map { "\($0) hops away" } ?? "reachable" : "out of reach"
    switch peer.session {
    case .established: return way + ", encrypted"
    case .handshaking: return way + ", agreeing on keys"
    case .none: return way
    }
  }
}
