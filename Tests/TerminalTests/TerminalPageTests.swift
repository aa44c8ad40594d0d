import Testing
import Timebase

@testable import Terminal

@Suite struct TerminalPageTests {
  @Test func theExampleOfThePageHolds() {
    let moment = Timestamp(milliseconds: 1_700_000_000_000)
    let size = ScreenSize(columns: 20, rows: 6)
    var program = ChatProgram(size: size)
    let start = program.start  // follow the open channel
    let effects = program.handle(.keys([.text("h"), .text("i"), .enter]), now: moment)  // send “hi”
    let canvas = ChatScreen.canvas(program, now: moment)
    var writer = ScreenWriter(colours: false)
    let bytes = writer.bytes(for: canvas)
    let nothing = writer.bytes(for: canvas)  // the same picture again: no bytes
    #expect(start == [.follow(.mesh, messagesMin: 300, reads: true)])
    #expect(effects == [.ask(.submit("hi", in: .mesh))])
    #expect(!bytes.isEmpty && nothing.isEmpty)
  }
}
