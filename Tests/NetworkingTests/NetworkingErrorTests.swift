import Networking
import Testing

@Suite struct NetworkingErrorTests {
  @Test func failedCallsDifferByTheirCode() {
    #expect(NetworkingError.system(call: "bind", code: 98) != .system(call: "bind", code: 13))
  }
}
