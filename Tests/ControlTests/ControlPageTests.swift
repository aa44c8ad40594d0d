import Control
import Testing

@Suite struct ControlPageTests {
  @Test func theExampleOfThePageHolds() throws {
    let request = ControlRequest.send(text: "hello", to: .conversation(.mesh))
    let line = request.line
    let same = try ControlRequest(line: line)
    let isSame = request == same  // true: a request survives its line
    let reply = ControlReply.failed("Nobody in sight is called “bob”.")
    let text = reply.lines  // [{"error":"Nobody in sight is called “bob”."}]
    #expect(isSame)
    #expect(text == ["{\"error\":\"Nobody in sight is called “bob”.\"}"])
  }
}
