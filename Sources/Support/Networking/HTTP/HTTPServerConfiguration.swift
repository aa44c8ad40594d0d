/// Where a server listens and what it allows. Every limit has a default fit for a page on the same machine.
public struct HTTPServerConfiguration: Sendable {
  /// An address to listen at.
  public struct Address: Sendable, Hashable {
    /// A numeric IPv4 or IPv6 address.
    public let text: String
    /// Whether the server refuses to start without it; an address that is not required is left out where the
    /// machine does not have it.
    public let isRequired: Bool

    /// An address to listen at.
    public init(_ text: String, isRequired: Bool = true) {
      self.text = text
      self.isRequired = isRequired
    }

    /// 127.0.0.1, required.
    public static let loopback4 = Address("127.0.0.1")
    /// ::1, where there is one.
    public static let loopback6 = Address("::1", isRequired: false)
  }

  /// Where to listen; all on the same port.
  public var addresses: [Address] = [.loopback4, .loopback6]
  /// The port; 0 takes a free one.
  public var port: UInt16 = 0
  /// Names of headers to keep beyond the well-known ones, for example `hx-request`. Of such a header only the
  /// first occurrence is seen: libwebsockets keeps the others, and its version 4.1 has no call that tells of
  /// them. A guard may rely on one only where no page can write it, as with `sec-fetch-site`; of the
  /// well-known ones (Host, Origin, Cookie, Content-Type) every occurrence is seen.
  public var extraHeaderNames: [String] = ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"]
  /// Headers of the answers the server gives by itself (400, 413, 503 and so on).
  public var errorHeaders: [HTTPHeader] = []
  /// What may be used up.
  public var limits = Limits()
  /// How long things may take.
  public var deadlines = Deadlines()

  /// The defaults: both loopback addresses, a free port.
  public init() {}

  /// Caps of everything a peer can make grow.
  public struct Limits: Sendable {
    /// Bytes of a request's head, 1,024...32,768: beyond it 431, beyond twice as much the connection ends.
    public var headBytesMax = 16_384
    /// Bytes of a request's body: beyond it 413.
    public var bodyBytesMax = 1_048_576
    /// Requests being received, answered or sent at once: beyond it 503.
    public var requestsMax = 100
    /// Connections at once: a newcomer ends the oldest one that never sent a whole head, else the longest
    /// idle one, and is closed where there is none.
    public var connectionsMax = 256
    /// Connections of one remote address (an IPv6 address by its /64) at once; a newcomer ends one of
    /// that address, by the same rule.
    public var connectionsPerAddressMax = 256
    /// Bytes of a WebSocket message received: beyond it the socket is closed with 1009.
    public var messageBytesMax = 65_536
    /// Messages waiting for the service on one WebSocket: reading pauses until some are taken.
    public var incomingMessagesMax = 32
    /// Bytes waiting to be sent on one WebSocket: beyond it the socket is ended, never a message dropped.
    public var outgoingBytesMax = 1_048_576

    /// The defaults.
    public init() {}
  }

  /// Time limits.
  public struct Deadlines: Sendable {
    /// From accepting a connection to the end of its first request's head.
    public var head: Duration = .seconds(10)
    /// From the end of an answer to the end of the next request's head.
    public var keepAlive: Duration = .seconds(30)
    /// The whole body, however slowly it comes: then 408.
    public var body: Duration = .seconds(20)
    /// The service's answer: then 504.
    public var reply: Duration = .seconds(60)
    /// Every 64 KiB of an answer or of a WebSocket's queue: then the connection ends.
    public var send: Duration = .seconds(20)
    /// Between pings on a WebSocket; one that stays silent for two of them is ended.
    public var ping: Duration = .seconds(30)
    /// What a stop waits for answers on their way and for closing handshakes.
    public var stop: Duration = .seconds(3)

    /// The defaults.
    public init() {}
  }
}
