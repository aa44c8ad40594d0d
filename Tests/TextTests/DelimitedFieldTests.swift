import Testing
import Text

@Suite struct DelimitedFieldTests {
  @Test func onlyWhatCouldBeMisreadIsQuoted() {
    let cases = [
      ("", ""), ("plain", "plain"), ("it's; fine", "it's; fine"), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""),
      ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""),
      ("a\u{2028}b", "\"a\u{2028}b\""),
    ]
    for (value, field) in cases { #expect(Text.delimitedField(value) == field, "\(value)") }
    #expect(Text.delimitedField("a,b", delimiter: ";") == "a,b")
    #expect(Text.delimitedField("a||b", delimiter: "||") == "\"a||b\"")
    #expect(Text.delimitedField("a|b|", delimiter: "||") == "a|b|")
  }

  @Test func marksOfDelimitedValuesAreSeenUnderACombiningMark() {
    let mark = "\u{301}"
    let cases = [
      ("a,\(mark)b", ",", "\"a,\(mark)b\""), ("a;\(mark)", ";", "\"a;\(mark)\""),
      ("a\"\(mark)b", ",", "\"a\"\"\(mark)b\""), ("\"\u{200D}", ",", "\"\"\"\u{200D}\""),
    ]
    for (value, delimiter, field) in cases {
      let found = Text.delimitedField(value, delimiter: delimiter)
      #expect(Array(found.utf8) == Array(field.utf8), "\(value)")
    }
  }
}
