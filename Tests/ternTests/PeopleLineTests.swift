import StrictJSON
import Testing

@testable import tern

@Suite struct PeopleLineTests {
  @Test func theWayToAPersonIsSaidRightly() {
    let cases: [(inRange: Bool, reachable: Bool, hops: Int64?, way: String)] = [
      (true, true, 1, "in range"), (false, true, 2, "2 hops away"), (false, true, 1, "through others"),
      (false, true, nil, "through others"), (false, false, 3, "out of reach"),
      (false, false, nil, "out of reach"),
    ]
    for one in cases {
      let person = JSONValue.object([
        JSONMember(name: "inRange", value: .bool(one.inRange)),
        JSONMember(name: "reachable", value: .bool(one.reachable)),
        JSONMember(name: "hops", value: one.hops.map { .integer($0) } ?? .null),
      ])
      #expect(ClientCommands.way(to: person) == one.way)
    }
  }
}
