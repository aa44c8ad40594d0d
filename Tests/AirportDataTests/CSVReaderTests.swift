import Testing

@testable import AirportData

@Suite struct CSVReaderTests {
  @Test func columnsAreFoundByNameWhateverTheirOrder() throws {
    let rows = try read("name,IDENT ,extra\r\nFairoaks,EGTF,x\r\n", "ident", "name")
    #expect(rows == [["EGTF", "Fairoaks"]])
  }

  @Test func quotesHoldDelimitersLineBreaksAndQuotes() throws {
    let rows = try read("a,b\n\"one, two\",\"say \"\"hi\"\"\nthere\"\n", "a", "b")
    #expect(rows == [["one, two", "say \"hi\"\nthere"]])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyLineBreakEndsALine(lineBreak: String) throws {
    let text = ["a,b", "1,2", "", "3,4", ""].joined(separator: lineBreak)
    #expect(try read(text, "a", "b") == [["1", "2"], ["3", "4"]])
  }

  @Test func aByteOrderMarkAndOtherDelimitersAreTaken() throws {
    #expect(try read("\u{FEFF}a;b\n1,5;2\n", "a", "b") == [["1,5", "2"]])
    #expect(try read("a\tb\n1\t2\n", "a", "b") == [["1", "2"]])
  }

  @Test func whiteSpaceAroundFieldsGoes() throws {
    #expect(try read("a,b\n  1 ,\u{A0}2\u{A0}\n", "a", "b") == [["1", "2"]])
  }

  @Test func aLineOfOtherLengthIsHandedOutAsSuch() throws {
    var reader = try CSVReader(Array("a,b\n1\n1,2,3\n1,2,,\n\"1\"x,2\n1,2\n".utf8))
    var regular: [Bool] = []
    while let row = try reader.next() { regular.append(row.isRegular) }
    #expect(regular == [false, false, true, false, true])
  }

  @Test func linesAreCountedThroughQuotedLineBreaks() throws {
    var reader = try CSVReader(Array("a,b\n\"x\ny\",1\n2,3\n".utf8))
    #expect(try reader.next()?.line == 2)
    #expect(try reader.next()?.line == 4)
  }

  @Test func aFileCutInTheMiddleIsRefused() {
    #expect(throws: CSVError.cutOff(line: 3)) { try read("a,b,c\n1,2,3\n4,5", "a") }
    #expect(throws: CSVError.endsInsideQuotes(line: 3)) { try read("a,b\n1,2\n3,\"4", "a") }
  }

  @Test func aLastLineWithoutBreakIsTakenAndSaid() throws {
    var reader = try CSVReader(Array("a,b\n1,2".utf8))
    #expect(try reader.next()?.text(1) == "2")
    #expect(!reader.isEnded)
  }

  @Test func anotherEncodingIsSaidWithItsLine() {
    #expect(throws: CSVError.anotherEncoding(line: 2, guess: "ISO 8859-1 or Windows-1252")) {
      try CSVReader(Array("a\nC".utf8) + [0xF4] + Array("te\n".utf8))
    }
    #expect(throws: CSVError.anotherEncoding(line: 1, guess: "UTF-16")) {
      try CSVReader([0xFF, 0xFE, 0x61, 0x00])
    }
  }

  @Test(arguments: [
    (CSVError.OtherKind.gzip, [UInt8]([0x1F, 0x8B, 8, 0])), (.zip, [0x50, 0x4B, 3, 4]),
    (.database, Array("SQLite format 3\u{0}".utf8)), (.webPage, Array("\n <!DOCTYPE html>".utf8)),
    (.binary, [0x61, 0, 0x62]),
  ])
  func whatIsNoTableIsCalledByItsName(kind: CSVError.OtherKind, bytes: [UInt8]) {
    #expect(throws: CSVError.notATable(kind)) { try CSVReader(bytes) }
  }

  @Test func headingsWithoutANeededColumnOrWithOneTwiceAreRefused() throws {
    #expect(throws: CSVError.columnTwice("a")) { try CSVReader(Array("a,b,A\n".utf8)) }
    let reader = try CSVReader(Array("a,b\n".utf8))
    #expect(throws: CSVError.missingColumns(["c"])) { try reader.require(["a", "c"]) }
    #expect(throws: CSVError.empty) { try CSVReader(Array(" \n\n".utf8)) }
  }

  @Test func limitsHold() throws {
    var limits = CSVLimits()
    limits.bytesMax = 10
    limits.columnsMax = 3
    limits.fieldBytesMax = 4
    limits.rowsMax = 2
    #expect(throws: CSVError.tooLarge(bytes: 12, bytesMax: 10)) {
      try CSVReader(Array("a,b\n12,34567".utf8), limits: limits)
    }
    limits.bytesMax = 100
    #expect(throws: CSVError.tooManyColumns(3)) { try CSVReader(Array("a,b,c,d\n".utf8), limits: limits) }
    #expect(throws: CSVError.fieldTooLong(line: 2)) { try read("a,b\n12345,2\n", "a", limits: limits) }
    #expect(throws: CSVError.fieldTooLong(line: 2)) { try read("a,b\n\"12345\",2\n", "a", limits: limits) }
    #expect(throws: CSVError.tooManyRows(2)) { try read("a\n1\n2\n3\n", "a", limits: limits) }
  }

  private func read(
    _ text: String, _ names: String..., limits: CSVLimits = CSVLimits()
  ) throws -> [[String]] {
    var reader = try CSVReader(Array(text.utf8), limits: limits)
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(names.map { row.text(reader.column($0)) }) }
    return rows
  }
}
