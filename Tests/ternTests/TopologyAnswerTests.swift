import StrictJSON
import Testing

@testable import tern

@Suite struct TopologyAnswerTests {
  private static let items = [
    #"{"taken":"2026-11-30T20:00:10.000Z"}"#,
    #"""
    {"node":{"name":"me","address":"aa","own":true,"hops":0,"way":null,"neighbours":["bb"],"inRange":false,
    "reachable":false,"links":[],"session":"none","lastSeen":null}}
    """#,
    #"""
    {"node":{"name":"bob","address":"bb","own":false,"hops":1,"way":[],"neighbours":["aa","cc"],
    "inRange":true,"reachable":true,"links":["openedHere"],"session":"none",
    "lastSeen":"2026-11-30T20:00:08.000Z"}}
    """#,
    #"""
    {"node":{"name":"eve\u001b[2J","address":"cc","own":false,"hops":2,"way":["bb"],"neighbours":["bb"],
    "inRange":false,"reachable":true,"links":[],"session":"none","lastSeen":"2026-11-30T19:58:00.000Z"}}
    """#,
    #"{"link":{"first":"aa","second":"bb","own":true,"confirmed":true}}"#,
    #"{"link":{"first":"bb","second":"cc","own":false,"confirmed":false}}"#,
  ]

  @Test func aMapIsATableForPeople() throws {
    let lines = TopologyAnswer(try values(Self.items)).lines
    #expect(
      lines == [
        "Name    Hops  Heard  Reached                Next to",
        "you        0                                bob",
        "bob        1    2 s  in range, opened here  you, eve[2J",
        "eve[2J     2  2 min  through bob            bob",
        "",
        "2 devices, 2 links, 1 named by one side only, longest way 2 hops.",
      ])
  }

  @Test func jsonIsOneObject() throws {
    let json = TopologyAnswer(try values(Self.items)).json
    #expect(json.object?.map(\.name) == ["taken", "nodes", "links"])
    #expect(json["nodes"]?.array?.count == 3 && json["links"]?.array?.count == 2)
  }

  @Test func aloneThereIsNoTable() throws {
    #expect(TopologyAnswer(try values(Array(Self.items.prefix(2)))).lines == ["Nobody is in sight."])
  }

  private func values(_ texts: [String]) throws -> [JSONValue] {
    try texts.map { try JSONValue(parsing: Array($0.utf8)) }
  }
}
