import Text
import TransportPorts

/// A name as it is shown: safe to display, with a suffix where the name alone is ambiguous.
public struct DisplayName: Sendable, Hashable {
  /// The name, one line, never empty.
  public var name: String
  /// `#` and four hexadecimal digits, only where another person in sight, or we, have the same name.
  public var suffix: String?

  /// Joins the parts.
  public init(name: String, suffix: String? = nil) {
    self.name = name
    self.suffix = suffix
  }

  /// Name and suffix as one text, the form commands take.
  public var text: String { name + (suffix ?? "") }
}

/// Somebody in sight, ready to be shown.
public struct Person: Sendable, Hashable {
  /// The conversation with this person.
  public var address: PeerAddress
  /// The name to show.
  public var name: DisplayName
  /// What the transport says.
  public var peer: TransportPeer

  /// Joins the parts.
  public init(address: PeerAddress, name: DisplayName, peer: TransportPeer) {
    self.address = address
    self.name = name
    self.peer = peer
  }
}

/// Who is in sight and how everybody is called (chat-app 8.1, 8.2).
///
/// Sorted: connected, reachable, others; inside by name, then address. Names of people who are away
/// come from what was remembered.
public struct PeopleDirectory: Sendable, Hashable {
  /// Everybody in sight.
  public let people: [Person]
  /// Our own name as we chose it.
  public let ownNickname: String
  private let remembered: [PeerAddress: String]

  /// What looking somebody up by name gave.
  public enum Lookup: Sendable, Hashable {
    /// Exactly this person.
    case found(Person)
    /// Several have the name; their suffixed names, to choose from.
    case ambiguous([String])
    /// Nobody has it.
    case unknown
  }

  /// Names everybody. `remembered` are people known from before, by any of their addresses.
  public init(peers: [TransportPeer], remembered: [PeerAddress: String], ownNickname: String) {
    self.ownNickname = ownNickname
    self.remembered = remembered
    var counts: [String: Int] = [Text.displayName(ownNickname): 1]
    let names = peers.map { displayName($0.nickname, of: $0.address) }
    for name in names { counts[name, default: 0] += 1 }
    people = zip(peers, names)
      .map { peer, name in
        let suffix = counts[name, default: 0] > 1 ? nameSuffix(of: peer.address) : nil
        return Person(address: peer.address, name: DisplayName(name: name, suffix: suffix), peer: peer)
      }
      .sorted { orderKey($0) < orderKey($1) }
  }

  /// The person in sight under this address.
  public func person(_ address: PeerAddress) -> Person? {
    people.first { $0.address == address }
  }

  /// How the person is called, in sight or not.
  public func name(of address: PeerAddress) -> DisplayName {
    person(address)?.name ?? DisplayName(name: displayName(remembered[address] ?? "", of: address))
  }

  /// Finds one person by a typed name: with or without `@`, with or without suffix, or an address.
  public func lookUp(_ typed: String) -> Lookup {
    let wanted = Text.nfc(typed.hasPrefix("@") ? String(typed.dropFirst()) : typed)
    if let address = PeerAddress(wanted), let person = person(address) {
      // Somebody may have chosen this address as a name; guessing who is meant could tell the wrong one.
      let named = people.filter { $0.address != address && $0.peer.nickname == wanted }
      if named.isEmpty { return .found(person) }
      return .ambiguous(([person] + named).map { $0.name.name + nameSuffix(of: $0.address) })
    }
    let suffixed = people.filter { $0.name.name + nameSuffix(of: $0.address) == wanted }
    if suffixed.count == 1, let person = suffixed.first { return .found(person) }
    let matches = people.filter { $0.name.name == wanted || $0.peer.nickname == wanted }
    guard let first = matches.first else { return .unknown }
    if matches.count == 1 { return .found(first) }
    return .ambiguous(matches.map { $0.name.name + nameSuffix(of: $0.address) })
  }

  /// Cuts what was typed after the longest name at its beginning that somebody in sight has; names may hold
  /// spaces. The first word where nobody is called that.
  public func leadingName(of typed: String) -> (name: String, rest: String) {
    let line = typed.hasPrefix("@") ? String(typed.dropFirst()) : typed
    // No name is longer than this, with its suffix or as an address.
    let head = line.prefix(80)
    var ends = head.indices.filter { head[$0].isWhitespace }
    if head.endIndex == line.endIndex { ends.append(line.endIndex) }
    let longest = ends.last { lookUp(String(line[..<$0])) != .unknown }
    let end = longest ?? ends.first ?? line.endIndex
    return (String(line[..<end]), Text.trimmed(String(line[end...])))
  }

  /// Names to complete after an at sign, but for those who are blocked: with a suffix where one is needed.
  public func completionNames(blocked: Set<String>) -> [String] {
    people.filter { !blocked.contains($0.peer.fingerprint) }.map(\.name.text)
  }

  /// `#` and the first four digits of the address.
  public static func suffix(of address: PeerAddress) -> String { nameSuffix(of: address) }
}

private func nameSuffix(of address: PeerAddress) -> String { "#" + address.text.prefix(4) }

/// The announced name made safe, or `anon` with the first four digits when nothing is left of it.
private func displayName(_ raw: String, of address: PeerAddress) -> String {
  let safe = Text.displayName(raw)
  return safe.isEmpty ? "anon" + address.text.prefix(4) : safe
}

private func orderKey(_ person: Person) -> (Int, String, PeerAddress) {
  let distance = person.peer.isConnected ? 0 : person.peer.isReachable ? 1 : 2
  return (distance, person.name.name, person.address)
}
