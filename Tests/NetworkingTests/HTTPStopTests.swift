import Foundation
import Networking
import Testing

@Suite struct HTTPStopTests {
  @Test func answersOnTheirWayGoOutAndNothingNewComesIn() async throws {
    let gate = Gate()
    let service = TestService(onRequest: { _ in
      await gate.wait()
      return .text("done")
    })
    var configuration = HTTPServerConfiguration()
    configuration.deadlines.stop = .seconds(20)
    let server = try await HTTPServer(configuration: configuration, service: service)
    let client = try #require(RawClient(port: server.port))
    let idle = try #require(RawClient(port: server.port))
    await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(await eventually { server.statistics.tasksRunning == 1 })
    async let stopped: Void = server.stop()
    #expect(await idle.readToEnd() == "")
    #expect(RawClient(port: server.port) == nil)
    gate.open()
    let text = try #require(await client.readToEnd())
    #expect(text.hasSuffix("connection: close\r\n\r\ndone"))
    await stopped
    #expect(server.statistics.connectionsCreated == server.statistics.connectionsDestroyed)
  }

  @Test func aStopDoesNotWaitForeverForPeersOrTheService() async throws {
    let notes = Notes()
    let hanging = TestService(
      onRequest: { _ in
        await Gate().wait()
        notes.add("request")
        return .text("never")
      },
      onSocket: { _, _ in
        await Gate().wait()
        notes.add("socket")
      })
    var configuration = HTTPServerConfiguration()
    configuration.deadlines.stop = .milliseconds(200)
    let server = try await HTTPServer(configuration: configuration, service: hanging)
    let client = try #require(RawClient(port: server.port))
    await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    let socket = try #require(await RawWebSocket(port: server.port))
    #expect(await eventually { server.statistics.tasksRunning == 2 })
    let start = ContinuousClock.now
    await server.stop()
    await server.stop()
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(notes.all.sorted() == ["request", "socket"])
    #expect(server.statistics.connectionsCreated == server.statistics.connectionsDestroyed)
    #expect(server.statistics.tasksRunning == 0)
    #expect(await client.readToEnd() != nil)
    #expect(await socket.readFrames(1).first?.closeCode == 1001)
  }

  @Test func serversComeAndGoWithoutLeavingThreads() async throws {
    for _ in 0..<3 { try await withServer { _ in } }
    let before = try #require(Self.ownThreads())
    for _ in 0..<10 {
      try await withServer { server in
        let client = try #require(RawClient(port: server.port))
        await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await client.readAnswer().status == 200)
      }
    }
    let after = try #require(Self.ownThreads())
    // Tests beside this one have servers of their own: ten leaked threads would still stand out.
    #expect(after <= before + 8)
  }

  @Test func aServerThatIsLetGoShutsDownByItself() async throws {
    var server: HTTPServer? = try await HTTPServer(configuration: .init(), service: TestService())
    let port = try #require(server?.port)
    let client = try #require(RawClient(port: port))
    server = nil
    #expect(await client.readToEnd() == "")
    #expect(await eventually { RawClient(port: port) == nil })
  }

  /// Threads of this process that bear the server's name.
  private static func ownThreads() -> Int? {
    let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return tasks?.filter { systemText("/proc/self/task/\($0)/comm") == "http-server\n" }.count
  }
}
