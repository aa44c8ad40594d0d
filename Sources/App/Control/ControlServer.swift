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
  /// Newcomers and connections that are ending, beyond those served.
  static let passingMax = 32

  private struct Served {
    let connection: LineConnection
    let task: Task<Void, Never>
    /// A running number of the moment since which nothing is asked; `nil` while a request is answered.
    var idleSince: Int?
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
      await serve(connection, by: service) { await self?.mark(number, isAsking: $0) }
      await self?.forget(number)
    }
    connections[number] = Served(connection: connection, task: task, idleSince: number)
  }

  private func endLongestIdle() -> Bool {
    let idle = connections.filter { $0.value.idleSince != nil }
    guard let oldest = idle.min(by: { ($0.value.idleSince ?? 0) < ($1.value.idleSince ?? 0) }) else {
      return false
    }
    oldest.value.connection.close()
    connections[oldest.key] = nil
    return true
  }

  private func mark(_ number: Int, isAsking: Bool) {
    nextNumber += 1
    connections[number]?.idleSince = isAsking ? nil : nextNumber
  }

  private func forget(_ number: Int) {
    connections[number] = nil
  }
}

/// Answers a connection until its peer is done or breaks the rules.
private func serve(
  _ connection: LineConnection, by service: ControlService, mark: (_ isAsking: Bool) async -> Void
) async {
  do {
    while let line = try await connection.nextLine() {
      await mark(true)
      let text = String(validating: line, as: UTF8.self)
      if case .follow(let wish)? = text.flatMap({ try? ControlRequest(line: $0) }) {
        return await service.follow(wish, on: connection)
      }
      let reply =
        if let text {
          await service.reply(to: text)
        } else {
          ControlReply.failed("The request is not UTF-8. Nothing was done.")
        }
      for line in reply.lines { try await connection.send(line: Array(line.utf8)) }
      await mark(false)
    }
  } catch {
    // The peer sent too long a line, or is gone: there is nobody to tell.
    connection.close()
  }
}
