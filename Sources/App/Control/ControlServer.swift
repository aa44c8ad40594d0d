import Glibc
import Networking

/// Serves one profile's control socket: a JSON line asks, one or more answer, in order on each connection.
///
/// Only processes of our own user (and root) are answered. Requests of one connection wait for one another,
/// not for those of others. The owner calls `stop()`.
public actor ControlServer {
  /// Connections served at a time: a newcomer ends the one that has asked nothing for longest, and is hung up
  /// on where all are being answered.
  public static let connectionsMax = 32
  /// Of these, so many may follow, for as long as they like; the rest stays free for commands.
  public static let followersMax = 16
  /// Newcomers and connections that are ending, beyond those served.
  static let passingMax = 32

  /// What a connection is at.
  fileprivate enum Activity: Equatable {
    /// It asks nothing, since the moment with this running number.
    case idle(since: Int)
    case beingAnswered
    case following
  }

  private struct Served {
    let connection: LineConnection
    let task: Task<Void, Never>
    var activity: Activity
  }

  private let path: String
  private let sockets: SocketLoop
  private let service: ControlService
  private var server: UnixLineServer
  private var connections: [Int: Served] = [:]
  private var nextNumber = 0
  private var accepting: Task<Void, Never>?

  /// Listens at `path`, whose folder only we can enter; a socket left over by an ended node is replaced.
  public init(path: String, sockets: SocketLoop, service: ControlService) throws(NetworkingError) {
    self.path = path
    self.sockets = sockets
    self.service = service
    server = try Self.listen(path, sockets)
  }

  /// Takes connections from now on.
  public func start() {
    let server = server
    accepting = Task { [weak self] in
      while let connection = await server.nextConnection() { await self?.take(connection) }
    }
  }

  /// Listens anew when somebody removed the socket; answers whether that was needed. Connections stay.
  public func renewIfRemoved() throws(NetworkingError) -> Bool {
    guard accepting != nil, access(path, F_OK) != 0, errno == ENOENT else { return false }
    let old = server
    server = try Self.listen(path, sockets)
    old.stop()
    start()
    return true
  }

  /// Closes the socket and every connection.
  public func stop() async {
    server.stop()
    await accepting?.value
    accepting = nil
    let served = connections.values
    for one in served { one.task.cancel() }
    for one in served { await one.task.value }
    connections = [:]
  }

  private static func listen(_ path: String, _ sockets: SocketLoop) throws(NetworkingError) -> UnixLineServer
  {
    try UnixLineServer(path: path, on: sockets, connectionsMax: connectionsMax + passingMax)
  }

  private func take(_ connection: LineConnection) {
    guard connections.count < Self.connectionsMax || endLongestIdle() else { return connection.close() }
    let number = nextNumber
    nextNumber += 1
    let service = service
    let task = Task { [weak self] in
      await serve(connection, by: service) { await self?.admit(number, to: $0) ?? false }
      await self?.forget(number)
    }
    connections[number] = Served(connection: connection, task: task, activity: .idle(since: number))
  }

  private func endLongestIdle() -> Bool {
    let idle = connections.compactMap { number, one in
      if case .idle(let since) = one.activity { (number: number, since: since) } else { nil }
    }
    guard let oldest = idle.min(by: { $0.since < $1.since }) else { return false }
    connections.removeValue(forKey: oldest.number)?.connection.close()
    return true
  }

  /// Notes what a connection begins; answers whether it may: only so many can follow.
  private func admit(_ number: Int, to step: Step) -> Bool {
    guard connections[number] != nil else { return false }
    switch step {
    case .answering: connections[number]?.activity = .beingAnswered
    case .waiting:
      nextNumber += 1
      connections[number]?.activity = .idle(since: nextNumber)
    case .following:
      let following = connections.values.count { $0.activity == .following }
      guard following < Self.followersMax else { return false }
      connections[number]?.activity = .following
    }
    return true
  }

  private func forget(_ number: Int) {
    connections[number] = nil
  }
}

/// What a connection turns to next.
private enum Step {
  case answering, waiting, following
}

/// Answers a connection until its peer is done or breaks the rules.
private func serve(
  _ connection: LineConnection, by service: ControlService, admitted: (Step) async -> Bool
) async {
  do {
    while let line = try await connection.nextLine() {
      guard await admitted(.answering) else { return connection.close() }
      let text = String(validating: line, as: UTF8.self)
      let reply: ControlReply
      if case .follow(let wish)? = text.flatMap({ try? ControlRequest(line: $0) }) {
        if await admitted(.following) { return await service.follow(wish, on: connection) }
        reply = .failed(
          "\(ControlServer.followersMax) connections follow already, which is all there can be. "
            + "Close a screen of tern chat first.")
      } else if let text {
        reply = await service.reply(to: text)
      } else {
        reply = .failed("The request is not UTF-8. Nothing was done.")
      }
      for line in reply.lines { try await connection.send(line: Array(line.utf8)) }
      guard await admitted(.waiting) else { return connection.close() }
    }
  } catch {
    // The peer sent too long a line, or is gone: there is nobody to tell.
    connection.close()
  }
}
