import Networking
import Testing

@Suite struct NetworkingErrorTests {
  @Test func failedCallsDifferByTheirCode() {
    #expect(NetworkingError.system(call: "bind", code: 98) != .system(call: "bind", code: 13))
  }

  @Test func failedCallsAreSaidInPlainWords() {
    let full = "\(NetworkingError.system(call: "bind", code: 28))"
    let taken = NetworkingError.system(call: "bind", code: 98).explanation
    #expect(full.contains("the disk is full") && !full.contains("bind") && !full.contains("28"))
    #expect(taken == "another program uses it already")
  }
}
