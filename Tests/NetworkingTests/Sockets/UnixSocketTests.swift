import Foundation
import Networking
import Testing

@Suite(.timeLimit(.minutes(Patience.factor))) struct UnixSocketTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("socket").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tern-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test func linesGoBothWaysAndBothEndsKnowTheirPeer() async throws {
    let sockets = try SocketLoop()
    let server = try UnixLineServer(path: path, on: sockets)
    let client = try LineConnection.connect(to: path, on: sockets)
    let served = try #require(await server.nextConnection())
    try await client.send(line: Array("{\"a\":1}".utf8))
    try await client.send(line: [])
    #expect(try await served.nextLine() == Array("{\"a\":1}".utf8))
    #expect(try await served.nextLine() == [])
    try await served.send(line: Array("ok".utf8))
    #expect(try await client.nextLine() == Array("ok".utf8))
    #expect(served.peer == .local(user: geteuid(), process: getpid()))
    #expect(client.peer == .local(user: geteuid(), process: getpid()))
    client.close()
    #expect(try await served.nextLine() == nil)
    await sockets.stop()
  }

  @Test func onlyTheOwnerMayOpenItAndTheNameGoesWithTheListener() async throws {
    let sockets = try SocketLoop()
    let server = try UnixLineServer(path: path, on: sockets)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    server.stop()
    await sockets.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aNameLeftOverIsReplacedAndALivingOneIsNot() async throws {
    let sockets = try SocketLoop()
    // What a killed program leaves: a bound name nobody listens at.
    let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    close(left)
    let server = try UnixLineServer(path: path, on: sockets)
    #expect(throws: NetworkingError.system(call: "bind", code: EADDRINUSE)) {
      try UnixLineServer(path: path, on: sockets)
    }
    server.stop()
    await sockets.stop()
  }

  @Test func aFileThatIsNoSocketStays() throws {
    let sockets = try SocketLoop()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: NetworkingError.system(call: "bind", code: EADDRINUSE)) {
      try UnixLineServer(path: path, on: sockets)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
  }

  @Test func nobodyListeningAndAPathTooLongAreSaid() throws {
    let sockets = try SocketLoop()
    #expect(throws: NetworkingError.system(call: "connect", code: ENOENT)) {
      _ = try LineConnection.connect(to: path, on: sockets)
    }
    let long = path + String(repeating: "x", count: 108)
    #expect(throws: NetworkingError.addressNotUsable(long)) { try UnixLineServer(path: long, on: sockets) }
  }

  @Test func manyConnectionsAreServedUpToTheLimitAndPlacesComeBack() async throws {
    let sockets = try SocketLoop()
    let server = try UnixLineServer(path: path, on: sockets, connectionsMax: 2)
    let clients = try (0..<3).map { _ in try LineConnection.connect(to: path, on: sockets) }
    var first: LineConnection? = await server.nextConnection()
    let second = await server.nextConnection()
    #expect(first != nil && second != nil)
    // The third is hung up on as soon as somebody asks for connections again.
    let third = Task { await server.nextConnection() }
    #expect(try await clients[2].nextLine() == nil)
    first = nil
    let fourth = try LineConnection.connect(to: path, on: sockets)
    let served = try #require(await third.value)
    try await served.send(line: [65])
    #expect(try await fourth.nextLine() == [65])
    await sockets.stop()
  }

  @Test func aConnectionNobodyTookEndsWithTheServer() async throws {
    let sockets = try SocketLoop()
    let server = try UnixLineServer(path: path, on: sockets)
    let client = try LineConnection.connect(to: path, on: sockets)
    server.stop()
    // The end or a reset, by whether the connection was accepted yet.
    let line = try? await client.nextLine()
    #expect(line == nil)
    await sockets.stop()
  }

  @Test func alotOfTextWaitsForASlowReader() async throws {
    let sockets = try SocketLoop()
    let server = try UnixLineServer(path: path, on: sockets)
    let client = try LineConnection.connect(to: path, on: sockets)
    let served = try #require(await server.nextConnection())
    let line = [UInt8](repeating: 65, count: LineConnection.lineBytesMax)
    let writer = Task {
      for _ in 0..<20 { try await served.send(line: line) }
    }
    for _ in 0..<20 { #expect(try await client.nextLine()?.count == line.count) }
    try await writer.value
    // Not before: what is still to be written when it closes has five seconds.
    served.close()
    #expect(try await client.nextLine() == nil)
    await #expect(throws: NetworkingError.tooLong(bytesMax: line.count)) {
      try await client.send(line: line + [65])
    }
    await sockets.stop()
  }
}
