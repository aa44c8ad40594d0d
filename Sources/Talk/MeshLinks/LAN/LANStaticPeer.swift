/// A node that is dialled because a person named it, without its beacon being heard.
///
/// The LAN is trusted with nothing, and neither is this: a link to a static peer obeys the same deadlines and
/// needs the same verified announce.
public struct LANStaticPeer: Sendable, Hashable {
  /// A name, or an address without brackets.
  public let host: String
  /// Its TCP port, 1…65535.
  public let port: UInt16

  /// Reads `host:port`; an IPv6 address stands in brackets. `nil` when a part is missing or no port, when the
  /// host is longer than 253 bytes, or holds blanks or control characters.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port != 0
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    guard !host.isEmpty, host.utf8.count <= Self.hostBytesMax, isPlain else { return nil }
    self.host = String(host)
    self.port = port
  }

  private static let hostBytesMax = 253
}
