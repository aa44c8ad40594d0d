import Networking
import Testing

/// A connection between two ends on one socket loop, each with its own inbox.
final class TCPPair: Sendable {
  enum End {
    case client
    case server
  }

  let sockets: SocketLoop
  let port: UInt16
  let client: SocketID
  let server: SocketID
  let clientInbox: SocketInbox
  private let serverInbox: SocketInbox

  init(host: IPAddress = .loopback4, inboxBytes: Int = 1 << 20) async throws {
    sockets = try SocketLoop()
    serverInbox = sockets.makeInbox(capacityBytes: inboxBytes)
    clientInbox = sockets.makeInbox(capacityBytes: inboxBytes)
    let bound = try sockets.listenTCP(on: SocketAddress(host, port: 0), inbox: serverInbox)
    port = bound.address.port
    client = sockets.connectTCP(to: bound.address, inbox: clientInbox)
    var atServer = serverInbox.makeAsyncIterator()
    guard case .accepted(let id, _, .internet(let peer)) = try #require(await atServer.next()) else {
      throw NetworkingError.closed
    }
    #expect(peer.host == host)
    server = id
    sockets.setReading(true, on: id)
    var atClient = clientInbox.makeAsyncIterator()
    #expect(await atClient.next() == .connected(client))
  }

  /// The next event that is not about writing.
  func next(at end: End) async -> SocketEvent? {
    var iterator = (end == .client ? clientInbox : serverInbox).makeAsyncIterator()
    while let event = await iterator.next() {
      if case .wrote = event { continue }
      return event
    }
    return nil
  }

  /// Reads exactly `count` bytes.
  func read(_ count: Int, at end: End) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard case .received(_, let more) = try #require(await next(at: end)) else {
        throw NetworkingError.closed
      }
      bytes += more
    }
    #expect(bytes.count == count)
    return bytes
  }
}
