import Glibc
import Testing

@testable import Networking

@Suite struct HTTPListenerTests {
  @Test func bothLoopbackAddressesShareOnePortAndNothingElseIsOpen() async throws {
    try await withServer { server in
      #expect(server.addresses.first == "127.0.0.1")
      #expect(server.port != 0)
      let listening = Self.listening(port: server.port)
      #expect(listening.contains("0100007F"))
      #expect(
        listening.isSubset(of: ["0100007F", "00000000000000000000000001000000"]), "\(listening)")
    }
  }

  @Test func anAddressThatIsNoneIsRefused() async {
    var configuration = HTTPServerConfiguration()
    configuration.addresses = [.init("localhost")]
    await #expect(throws: NetworkingError.addressNotUsable("localhost")) {
      _ = try await HTTPServer(configuration: configuration, service: TestService())
    }
  }

  @Test func anAddressTheMachineDoesNotHaveIsRefusedOrLeftOut() async throws {
    var configuration = HTTPServerConfiguration()
    configuration.addresses = [.init("192.0.2.1")]
    await #expect(throws: NetworkingError.system(call: "bind", code: EADDRNOTAVAIL)) {
      _ = try await HTTPServer(configuration: configuration, service: TestService())
    }
    try await withServer(configure: { $0.addresses = [.loopback4, .init("192.0.2.1", isRequired: false)] }) {
      #expect($0.addresses == ["127.0.0.1"])
    }
  }

  @Test func aTakenPortIsToldSo() async throws {
    try await withServer { server in
      var configuration = HTTPServerConfiguration()
      configuration.port = server.port
      await #expect(throws: NetworkingError.system(call: "bind", code: EADDRINUSE)) {
        _ = try await HTTPServer(configuration: configuration, service: TestService())
      }
    }
  }

  @Test func aFixedPortCanBeTakenAgainAfterAStop() async throws {
    let port = try await withServer { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await client.readAnswer().status == 200)
      return server.port
    }
    try await withServer(configure: { $0.port = port }) { #expect($0.port == port) }
  }

  @Test func addressesOfOneNetworkCountAsOneEnd() {
    #expect(NumericAddress("127.0.0.1", port: 1)?.limitKey == "127.0.0.1")
    let one = NumericAddress("2001:db8:1:2:3:4:5:6", port: 1)
    #expect(one?.limitKey == NumericAddress("2001:db8:1:2::9", port: 2)?.limitKey)
    #expect(one?.limitKey != NumericAddress("2001:db8:1:3::9", port: 2)?.limitKey)
    #expect(NumericAddress("::0001", port: 1)?.text == "::1")
    #expect(NumericAddress("1.2.3", port: 1) == nil)
  }

  /// The local addresses that listen at a port, in the system's hexadecimal.
  private static func listening(port: UInt16) -> Set<String> {
    let hexadecimal = String(port, radix: 16, uppercase: true)
    let wanted = String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    var found: Set<String> = []
    for name in ["/proc/net/tcp", "/proc/net/tcp6"] {
      for line in (systemText(name) ?? "").split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 3, fields[3] == "0A" else { continue }
        let parts = fields[1].split(separator: ":")
        if parts.count == 2, parts[1] == wanted { found.insert(String(parts[0])) }
      }
    }
    return found
  }
}
