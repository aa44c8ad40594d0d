import Text
import TransportPorts

/// Whom a text mentions (chat-app 10.2).
public struct Mentions: Sendable, Hashable {
  /// How many different names of one text are looked up; each costs a look at everybody in sight.
  public static let namesMax = 32

  /// Addresses of people in sight, in the order of the text, each once.
  public let people: [PeerAddress]
  /// Whether it mentions us.
  public let isAboutUs: Bool

  /// Looks for the names of people in sight and for ours. Where somebody in sight has our name only ours with
  /// the suffix is meant.
  public init(in text: String, directory: PeopleDirectory, ownAddress: PeerAddress?) {
    let own = Text.nfc(directory.ownNickname)
    let ownSuffixed = ownAddress.map { own + PeopleDirectory.suffix(of: $0) }
    let isShared = directory.people.contains { Text.nfc($0.peer.nickname) == own }
    var people: [PeerAddress] = []
    var isAboutUs = false
    var names: [String] = []
    for case .mention(let token) in MessageSpans.of(text) {
      let name = Text.nfc(token)
      guard !names.contains(name), names.count < Self.namesMax else { continue }
      names.append(name)
      let parts = NameParts(name)
      let isSuffixedOwn = ownSuffixed.map { NameParts($0) }.map { ours in
        ours.base == parts.base && ours.suffix.lowercased() == parts.suffix.lowercased()
      }
      if isSuffixedOwn == true || name == own && !isShared { isAboutUs = true }
      if case .found(let person) = directory.lookUp(name), !people.contains(person.address) {
        people.append(person.address)
      }
    }
    self.people = people
    self.isAboutUs = isAboutUs
  }
}
