import Networking

/// A TCP connection whose every byte the test decides.
final class RawLANClient: Sendable {
  private let sockets: SocketLoop
  private let inbox: SocketInbox
  private let state = RawState()

  init(sockets: SocketLoop) {
    self.sockets = sockets
    inbox = sockets.makeInbox()
  }

  func connect(to address: SocketAddress) async throws {
    let id = sockets.connectTCP(to: address, inbox: inbox)
    await state.set(id)
    var events = inbox.makeAsyncIterator()
    guard await events.next() == .connected(id) else { throw NetworkingError.closed }
  }

  @discardableResult
  func send(_ bytes: [UInt8]) async -> SendOutcome {
    guard let id = await state.id else { return .closed }
    return sockets.send(bytes, on: id)
  }

  func read(_ count: Int) async throws -> [UInt8] {
    while await state.pending < count {
      var events = inbox.makeAsyncIterator()
      guard case .received(_, let bytes)? = await events.next() else { throw NetworkingError.closed }
      await state.append(bytes)
    }
    return await state.take(count)
  }

  func waitForTheEnd() async {
    for await event in inbox {
      switch event {
      case .endOfInput, .ended: return
      case .accepted, .connected, .received, .datagram, .wrote, .datagramFailed: break
      }
    }
  }
}

private actor RawState {
  var id: SocketID?
  private var bytes: [UInt8] = []
  var pending: Int { bytes.count }

  func set(_ id: SocketID) { self.id = id }

  func append(_ more: [UInt8]) { bytes += more }

  func take(_ count: Int) -> [UInt8] {
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }
}
