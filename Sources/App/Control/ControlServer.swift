import Networking

/// Serves one profile's control socket: a JSON line asks, one or more answer, in order on each connection.
///
/// Only processes of our own user (and root) are answered, 32 connections at a time. Requests of one
/// connection wait for one another, not for those of others. The owner calls `stop()`.
public actor ControlServer {
  /// Connections served at a time; more are hung up on.
  public static let connectionsMax = 32

  private let service: ControlService
  private let server: UnixLineServer
  private var connections: [Int: Task<Void, Never>] = [:]
  private var nextNumber = 0
  private var accepting: Task<Void, Never>?

  /// Listens at `path`, whose folder only we can enter; a socket left over by an ended node is replaced.
  public init(path: String, sockets: SocketLoop, service: ControlService) throws(NetworkingError) {
    self.service = service
    server = try UnixLineServer(path: path, on: sockets, connectionsMax: Self.connectionsMax)
  }

  /// Takes connections from now on.
  public func start() {
    let server = server
    accepting = Task { [weak self] in
      while let connection = await server.nextConnection() { await self?.take(connection) }
    }
  }

  /// Closes the socket and every connection.
  public func stop() async {
    server.stop()
    await accepting?.value
    for task in connections.values { task.cancel() }
    for task in connections.values { await task.value }
    connections = [:]
  }

  private func take(_ connection: LineConnection) {
    let number = nextNumber
    nextNumber += 1
    let service = service
    connections[number] = Task { [weak self] in
      await serve(connection, by: service)
      await self?.forget(number)
    }
  }

  private func forget(_ number: Int) {
    connections[number] = nil
  }
}

/// Answers a connection until its peer is done or breaks the rules.
private func serve(_ connection: LineConnection, by service: ControlService) async {
  do {
    while let line = try await connection.nextLine() {
      let reply = await service.reply(to: String(decoding: line, as: UTF8.self))
      for line in reply.lines { try await connection.send(line: Array(line.utf8)) }
    }
  } catch {
    // The peer sent too long a line, or is gone: there is nobody to tell.
    connection.close()
  }
}
