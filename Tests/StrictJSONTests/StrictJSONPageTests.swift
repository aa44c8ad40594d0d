import StrictJSON
import Testing

@Suite struct StrictJSONPageTests {
  @Test func theExampleOfThePageHolds() throws {
    let text = #"{"nick":"ana","hops":2,"tags":["a","b"],"rssi":-60.5}"#
    let value = try JSONValue(parsing: text.utf8)
    let nick = value["nick"]?.string  // "ana"
    let hops = value["hops"]?.integer  // 2
    let second = value["tags"]?[1]?.string  // "b"
    let same = value.serialized() == text  // true: order and numbers stay
    let twice = try? JSONValue(parsing: #"{"a":1,"\u0061":2}"#.utf8)  // nil: the name is there twice

    #expect(nick == "ana")
    #expect(hops == 2)
    #expect(second == "b")
    #expect(same)
    #expect(twice == nil)
  }
}
