import Terminal
import Testing

@testable import tern

@Suite struct TextTableTests {
  @Test func amountsEndInLineAndWideLettersCountTwice() {
    let lines = TextTable.lines(
      [.init(title: "Account"), .init(title: "Balance", isRight: true)],
      [["Bank", "1,234.50"], ["現金", "-7"]])
    #expect(lines == ["Account   Balance", "Bank     1,234.50", "現金           -7"])
  }

  @Test func nothingOfAFileCanSteerTheTerminal() {
    let cell = LineText("red\u{1B}[31m\u{202E}\nnext\tx", columnsMax: 40)
    #expect(cell.text == "red[31m next x" && cell.columns == 14)
    #expect(LineText("abcdef", columnsMax: 4).text == "abc…")
    #expect(LineText("現金現金", columnsMax: 4) == LineText("現…"))
    #expect(CommandRefusal("Perhaps: red\u{1B}[2J\u{202E}.").description == "Perhaps: red[2J.")
  }

  @Test func laterBlocksStandBelowTheFirst() {
    var table = TextTable([.init(title: "A", isRight: true), .init(title: "B")])
    #expect(table.lines([["12345", "x"]]) == ["    A  B", "12345  x"])
    #expect(table.lines([["1", "y"]]) == ["    1  y"])
  }
}
