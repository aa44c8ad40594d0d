import AppState
import Control
import ConversationModel
import Foundation
import Networking
import Testing

/// The socket itself: who gets a place, and what is no text.
@Suite(.timeLimit(.minutes(Patience.factor))) struct ControlServerTests {
  @Test func idleConnectionsMakeRoomForCommands() async throws {
    try await withServer { path, sockets, _ in
      var idle: [LineConnection] = []
      for _ in 0..<(ControlServer.connectionsMax * 3) {
        idle.append(try LineConnection.connect(to: path, on: sockets))
        let reply = try await ControlClient.ask(.people, at: path, sockets: sockets)
        #expect(reply == .done(.array([])))
      }
      // The oldest was ended for the newcomers, the newest was not.
      #expect(try await idle[0].nextLine() == nil)
      let newest = try #require(idle.last)
      try await newest.send(line: Array(ControlRequest.people.line.utf8))
      #expect(try await newest.nextLine() == Array("{\"items\":0}".utf8))
    }
  }

  @Test func connectionsThatFollowLeaveRoomForCommands() async throws {
    try await withServer { path, sockets, _ in
      let follow = Array(ControlRequest.follow(FollowWish(conversation: .mesh)).line.utf8)
      var connections: [LineConnection] = []
      for _ in 0..<ControlServer.connectionsMax {
        let connection = try LineConnection.connect(to: path, on: sockets)
        try await connection.send(line: follow)
        connections.append(connection)
      }
      let refusedCount = ControlServer.connectionsMax - ControlServer.followersMax
      try await withThrowingTaskGroup { group in
        for connection in connections { group.addTask { try await connection.nextLine() } }
        // Who may follow gets a first state, the others the refusal, in any order.
        let lines = try await group.reduce(into: []) {
          $0.append($1.map { String(decoding: $0, as: UTF8.self) })
        }
        #expect(lines.count { $0?.contains("follow already") == true } == refusedCount)
        #expect(lines.count { $0?.contains("\"own\"") == true } == ControlServer.followersMax)
      }
      for _ in 0..<ControlServer.connectionsMax {
        let reply = try await ControlClient.ask(.people, at: path, sockets: sockets)
        #expect(reply == .done(.array([])))
      }
      withExtendedLifetime(connections) {}
    }
  }

  @Test func aLineThatIsNoTextIsRefusedAndTheConnectionGoesOn() async throws {
    try await withServer { path, sockets, _ in
      let connection = try LineConnection.connect(to: path, on: sockets)
      let bad =
        Array("{\"command\":\"message.send\",\"conversation\":\"mesh\",\"text\":\"a".utf8) + [
          0xFF, 0x22, 0x7D,
        ]
      try await connection.send(line: bad)
      let answer = try #require(try await connection.nextLine())
      #expect(String(decoding: answer, as: UTF8.self).contains("not UTF-8"))
      try await connection.send(line: Array(ControlRequest.people.line.utf8))
      #expect(try await connection.nextLine() == Array("{\"items\":0}".utf8))
    }
  }

  @Test func aRemovedSocketIsMadeAgain() async throws {
    try await withServer { path, sockets, server in
      #expect(try await server.renewIfRemoved() == false)
      try FileManager.default.removeItem(atPath: path)
      await #expect(throws: ControlClient.Failure.notRunning) {
        try await ControlClient.ask(.people, at: path, sockets: sockets)
      }
      #expect(try await server.renewIfRemoved())
      let reply = try await ControlClient.ask(.people, at: path, sockets: sockets)
      #expect(reply == .done(.array([])))
    }
  }

  @Test func aFailureOfTheNetworkIsSaidInWords() {
    let words = "\(NetworkingError.system(call: "bind", code: 98))"
    #expect(words.contains("uses it") && !words.contains("system("))
  }

  private func withServer(
    _ body: (_ path: String, SocketLoop, ControlServer) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString.prefix(8))")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/c.sock"
    let sockets = try SocketLoop()
    let service = await ControlService(
      state: AppState(profileName: "test", talk: TalkDomain()), makeLink: { _ in "" })
    let server = try ControlServer(path: path, sockets: sockets, service: service)
    await server.start()
    try await body(path, sockets, server)
    await server.stop()
    await sockets.stop()
  }
}
