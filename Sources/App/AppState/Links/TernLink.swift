import ConversationModel
import TransportPorts

/// Where a link from outside leads: `bitchat://…`, which other clients know, and `tern:…`.
///
/// A link only shows something, or fills in a field that the person then sends or not. Nothing is sent to
/// anybody by opening one, and nothing is changed; so none leads into a private conversation, where looking
/// alone tells the other side.
public enum TernLink: Sendable, Hashable {
  /// `tern:talk`: the open channel.
  case talk
  /// `tern:people`: everybody in sight.
  case people
  /// `tern:person/ADDRESS`: the way to somebody; nothing is asked of their device.
  case person(PeerAddress)
  /// `bitchat://verify?…` and `tern:verify?…`: a code, ready to be checked.
  case verify(code: String)
  /// `tern:airports`: the map.
  case airports
  /// `tern:airport/EDDF`: one airport.
  case airport(String)
  /// `tern:money`.
  case money
  /// `tern:settings`.
  case settings

  /// Longest link.
  public static let bytesMax = 4_096

  /// Reads a link. Throws words for one that leads nowhere.
  public init(_ typed: String) throws(LinkProblem) {
    guard typed.utf8.count <= Self.bytesMax else { throw .tooLong }
    guard typed.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw .malformed
    }
    guard let colon = typed.firstIndex(of: ":") else { throw .noLink }
    var rest = typed[typed.index(after: colon)...]
    switch typed[..<colon].lowercased() {
    case "bitchat":
      guard rest.hasPrefix("//") else { throw .malformed }
      self = try Self.ofOthers(rest.dropFirst(2), whole: typed)
    case "tern":
      if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
      self = try Self.ofOurs(rest)
    default: throw .otherScheme
    }
  }

  private static func ofOthers(_ rest: Substring, whole: String) throws(LinkProblem) -> TernLink {
    if rest.hasPrefix("verify?") { return .verify(code: whole) }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "geohash", parts.count == 2 {
      guard GeohashLink(hashtag: String(parts[1])) != nil else { throw .malformed }
      throw .placesMissing
    }
    throw .unknown
  }

  private static func ofOurs(_ rest: Substring) throws(LinkProblem) -> TernLink {
    if rest.hasPrefix("verify?") { return .verify(code: "bitchat://" + rest) }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    switch (parts.first.map(String.init), parts.count) {
    case ("talk", 1): return .talk
    case ("people", 1): return .people
    case ("airports", 1): return .airports
    case ("money", 1): return .money
    case ("settings", 1): return .settings
    case ("person", 2):
      guard let address = PeerAddress(parts[1]), address.form == .meshID else { throw .malformed }
      return .person(address)
    case ("airport", 2):
      let code = parts[1].uppercased()
      let isCode = code.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
      guard (3...7).contains(code.utf8.count), isCode else { throw .malformed }
      return .airport(code)
    default: throw .unknown
    }
  }
}

/// Why a link is not opened, in words.
public enum LinkProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// It has no scheme.
  case noLink
  /// Another program's.
  case otherScheme
  /// Over `TernLink.bytesMax`.
  case tooLong
  /// Its parts are not what they have to be.
  case malformed
  /// It leads to something that is not there.
  case unknown
  /// It leads to the channel of a place, of which there are none yet.
  case placesMissing

  /// What is wrong and what to do.
  public var description: String {
    let nothing = "Nothing was opened."
    switch self {
    case .noLink: return "This is no link. One begins with tern: or bitchat://. \(nothing)"
    case .otherScheme: return "Tern opens links that begin with tern: or bitchat://. \(nothing)"
    case .tooLong: return "The link is too long: at most \(TernLink.bytesMax) bytes. \(nothing)"
    case .malformed: return "The link is damaged, or was not copied whole. \(nothing)"
    case .unknown: return "The link leads to something that this Tern does not have. \(nothing)"
    case .placesMissing:
      return "The link leads to the channel of a place; this Tern has no such channels. \(nothing)"
    }
  }
}
