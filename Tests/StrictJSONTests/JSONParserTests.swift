import StrictJSON
import Testing

@Suite struct JSONParserTests {
  @Test func valuesAreReadAsTheyAreWritten() throws {
    let cases: [(String, JSONValue)] = [
      ("null", .null), (" true\n", .bool(true)), ("\tfalse\r", .bool(false)), ("0", .integer(0)),
      ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1.0", .number(1)), ("1e3", .number(1000)), ("-2.5E-3", .number(-0.0025)), ("1e-400", .number(0)),
      (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u00e9\ud83d\ude00\u0000""#, .string("é😀\0")), ("\"é😀\u{2028}\"", .string("é😀\u{2028}")),
      ("[]", .array([])), ("[ 1 , [ ] ]", .array([.integer(1), .array([])])), ("{}", .object([])),
      (
        #"{ "b" : 1 , "a" : { } }"#,
        .object([
          JSONMember(name: "b", value: .integer(1)), JSONMember(name: "a", value: .object([])),
        ])
      ),
    ]
    for (text, value) in cases {
      #expect(try JSONValue(parsing: text.utf8) == value, "\(text)")
    }
  }

  @Test func whatIsNotJSONIsRefusedWithItsPlace() {
    let cases: [(String, StrictJSONError)] = [
      ("", .unexpectedEnd(offset: 0)), ("  ", .unexpectedEnd(offset: 2)), ("nul", .unexpectedEnd(offset: 3)),
      ("nulL", .unexpectedByte(0x4C, offset: 3)), ("[1,]", .unexpectedByte(0x5D, offset: 3)),
      ("[1 2]", .unexpectedByte(0x32, offset: 3)), ("{\"a\":1,}", .unexpectedByte(0x7D, offset: 7)),
      ("{a:1}", .unexpectedByte(0x61, offset: 1)), ("{\"a\" 1}", .unexpectedByte(0x31, offset: 5)),
      ("[1]x", .trailingBytes(offset: 3)), ("1 2", .trailingBytes(offset: 2)),
      ("\u{FEFF}1", .unexpectedByte(0xEF, offset: 0)), ("'a'", .unexpectedByte(0x27, offset: 0)),
      ("NaN", .unexpectedByte(0x4E, offset: 0)), ("+1", .unexpectedByte(0x2B, offset: 0)),
      ("01", .invalidNumber(offset: 0)), ("-", .invalidNumber(offset: 0)), ("1.", .invalidNumber(offset: 0)),
      (".5", .unexpectedByte(0x2E, offset: 0)), ("1e", .invalidNumber(offset: 0)),
      ("1e+", .invalidNumber(offset: 0)), ("-01", .invalidNumber(offset: 0)),
      ("1e999", .numberOutOfRange(offset: 0)), ("0x10", .trailingBytes(offset: 1)),
      ("\"a", .unexpectedEnd(offset: 2)), ("\"\\", .unexpectedEnd(offset: 2)),
      ("\"\n\"", .controlCharacter(offset: 1)), (#""\x""#, .invalidEscape(offset: 1)),
      (#""\u12g4""#, .invalidEscape(offset: 1)), (#""\u12"#, .unexpectedEnd(offset: 5)),
      (#""\ud800""#, .loneSurrogate(offset: 1)), (#""\ude00""#, .loneSurrogate(offset: 1)),
      (#""\ud800\n""#, .loneSurrogate(offset: 1)), (#""\ud800\u0041""#, .loneSurrogate(offset: 1)),
      (#"{"a":1,"b":2,"a":3}"#, .duplicateName(offset: 13)),
      (#"{"a":1,"\u0061":3}"#, .duplicateName(offset: 7)),
    ]
    for (text, error) in cases {
      #expect(throws: error, "\(text)") { try JSONValue(parsing: text.utf8) }
    }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    for bad: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
    ] {
      #expect(throws: StrictJSONError.invalidUTF8(offset: 1)) {
        try JSONValue(parsing: [0x22] + bad + [0x22])
      }
      #expect(throws: StrictJSONError.self) { try JSONValue(parsing: bad) }
    }
  }

  @Test func theLimitsHold() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    #expect(try JSONValue(parsing: nested(64).utf8).array?.count == 1)
    #expect(throws: StrictJSONError.tooDeep(offset: 64, maximum: 64)) {
      try JSONValue(parsing: nested(65).utf8)
    }
    #expect(throws: StrictJSONError.tooDeep(offset: 64, maximum: 64)) {
      try JSONValue(parsing: String(repeating: "[", count: 1_000_000).utf8)
    }
    #expect(throws: StrictJSONError.tooDeep(offset: 512 * 5, maximum: 512)) {
      let limits = JSONLimits(bytesMax: .max, depthMax: .max)
      return try JSONValue(parsing: String(repeating: #"{"a":"#, count: 100_000).utf8, limits: limits)
    }
    let three = JSONLimits(bytesMax: 3, depthMax: 1)
    #expect(try JSONValue(parsing: "[1]".utf8, limits: three)[0]?.integer == 1)
    #expect(throws: StrictJSONError.tooLarge(bytes: 4, maximum: 3)) {
      try JSONValue(parsing: "[11]".utf8, limits: three)
    }
    #expect(throws: StrictJSONError.numberOutOfRange(offset: 0)) {
      try JSONValue(parsing: String(repeating: "1", count: 401).utf8)
    }
  }

  /// Names that differ only in the order of many marks, and many names: neither is quadratic.
  @Test(.timeLimit(.minutes(1)))
  func hostileNamesTakeLinearTime() throws {
    let marks = String(repeating: "\u{301}\u{323}", count: 50_000)
    let similar = #"{"a\#(marks)x":1,"a\#(marks)y":2}"#
    #expect(try JSONValue(parsing: similar.utf8).object?.count == 2)
    let many = "{" + (0..<20_000).map { "\"name\($0)\":0" }.joined(separator: ",") + "}"
    #expect(try JSONValue(parsing: many.utf8).object?.count == 20_000)
  }

  @Test func accessorsGiveNothingForOtherKinds() throws {
    let value = try JSONValue(parsing: #"{"t":true,"i":7,"d":1.5,"s":"x","a":[null],"o":{}}"#.utf8)
    #expect(value["t"]?.bool == true)
    #expect(value["i"]?.integer == 7)
    #expect(value["i"]?.double == 7)
    #expect(value["d"]?.double == 1.5)
    #expect(value["d"]?.integer == nil)
    #expect(value["s"]?.string == "x")
    #expect(value["a"]?[0]?.isNull == true)
    #expect(value["a"]?[1] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["o"]?.object?.isEmpty == true)
    #expect(value["missing"] == nil)
    #expect(value[0] == nil)
    #expect(value["s"]?["x"] == nil)
    #expect(value["i"]?.string == nil && value["i"]?.bool == nil && value["i"]?.array == nil)
  }
}
