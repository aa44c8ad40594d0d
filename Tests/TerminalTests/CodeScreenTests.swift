import AppState
import ConversationModel
import QRCode
import Testing
import Timebase

@testable import Terminal

/// Our code in a terminal, and reading others'.
@Suite struct CodeScreenTests {
  private let now = SampleViews.now
  private let code = "bitchat://verify?v=1&noise=" + String(repeating: "7f", count: 180)

  @Test func halfBlocksAreReadAsTheCode() throws {
    let symbol = try QRCode.symbol(of: code)
    let rows = HalfBlocks.rows(symbol)
    #expect(Set(rows.map(\.count)) == [symbol.size + 8])
    let (pixels, side) = (3, symbol.size + 8)
    let height = rows.count * 2
    var shades = [UInt8](repeating: 255, count: side * height * pixels * pixels)
    for (row, line) in rows.enumerated() {
      for (column, character) in line.enumerated() {
        for half in 0...1 where character == "█" || character == (half == 0 ? "▀" : "▄") {
          for place in 0..<pixels * pixels {
            let y = (row * 2 + half) * pixels + place / pixels
            shades[y * side * pixels + column * pixels + place % pixels] = 0
          }
        }
      }
    }
    let picture = try GreyPicture(width: side * pixels, height: height * pixels, shades: shades)
    #expect(try QRCode.texts(in: picture) == [code])
    #expect(HalfBlocks.escaped(symbol).allSatisfy { $0.hasPrefix("\u{1B}[0;38;5;16;48;5;231m") })
  }

  @Test func theCodeStandsOverTheScreenUntilAKeyIsPressed() throws {
    var program = SampleViews.program(SampleViews.view([], people: []), columns: 100, rows: 50)
    let before = SampleViews.rows(program)
    #expect(type("/verify", into: &program) == [.ask(.ownCode)])
    _ = program.handle(.answered(.ownCode, .code(code)), now: now)
    let shown = SampleViews.rows(program)
    #expect(shown == Array(shown.prefix(50)) && shown.contains { $0.contains("▀▀") || $0.contains("█▀") })
    #expect(shown.contains { $0.contains("any other key: back") })
    _ = program.handle(.keys([.text("t")]), now: now)
    #expect(SampleViews.rows(program).joined().contains(code.prefix(60)))
    #expect(program.handle(.keys([.control("c")]), now: now).isEmpty)
    #expect(SampleViews.rows(program) == before, "nothing was left behind, and nobody left")
  }

  @Test func aSmallWindowShowsTheTextAndSaysWhatThePictureNeeds() {
    for (columns, rows) in [(80, 24), (20, 10), (1, 1)] {
      var program = SampleViews.program(SampleViews.view([], people: []), columns: columns, rows: rows)
      _ = program.handle(.answered(.ownCode, .code(code)), now: now)
      let shown = SampleViews.rows(program)
      #expect(shown.count == rows && !shown.contains { $0.contains("█") })
      if columns == 80 {
        #expect(shown[0].hasPrefix("For the picture the window has to have"))
        #expect(shown.joined().contains(code.suffix(40)))
      }
    }
    var program = SampleViews.program(SampleViews.view([], people: []), columns: 80, rows: 24)
    _ = program.handle(.answered(.ownCode, .code(String(repeating: "x", count: 5_000))), now: now)
    #expect(SampleViews.rows(program).count == 24, "a code that no picture holds is text")
  }

  @Test func aPastedCodeIsReadAndTheOutcomeSaid() {
    var program = SampleViews.program(SampleViews.view([], people: []), columns: 80, rows: 24)
    _ = program.handle(.keys([.text("/verify "), .paste(code), .enter]), now: now)
    #expect(type("/verify " + code, into: &program) == [.ask(.readCode(code))])
    _ = program.handle(.answered(.readCode(code), .says("bob is verified: yes.")), now: now)
    #expect(SampleViews.rows(program).contains { $0.contains("bob is verified: yes.") })
    _ = program.handle(.answered(.readCode(code), .refused("The code is too old.")), now: now)
    #expect(SampleViews.rows(program).contains { $0.contains("The code is too old.") })
  }

  private func type(_ text: String, into program: inout ChatProgram) -> [ChatProgram.Effect] {
    program.handle(.keys(text.map { .text(String($0)) } + [.enter]), now: now)
  }
}
