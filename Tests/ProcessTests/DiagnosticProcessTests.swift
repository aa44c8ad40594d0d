import Foundation
import Testing

/// Looking at the way to somebody, by commands of two real nodes.
@Suite(.serialized) struct DiagnosticProcessTests {
  @Test func aPingIsAnsweredTheTraceShowsTheHopAndVerboseSaysMore() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    _ = try await place.start("bob")
    let bob = try await place.meet("alice", "bob")
    try await eventually("alice has a link to bob") {
      try await place.people("alice").first?["inRange"] as? Bool == true
    }

    let pong = try #require(try await place.json(["--profile", "alice", "ping", bob]) as? [String: Any])
    #expect(pong["result"] as? String == "answered" && pong["hops"] as? Int == 1)
    #expect(pong["address"] as? String == bob)
    let milliseconds = try #require(pong["milliseconds"] as? Int)
    #expect((0..<10_000).contains(milliseconds))
    let name = try #require(pong["name"] as? String)
    let words = try await place.run(["--profile", "alice", "ping", name])
    #expect(words.status == 0 && words.output.hasPrefix("\(name) answered in "))

    let way = try #require(try await place.json(["--profile", "alice", "trace", name]) as? [String: Any])
    #expect(way["hops"] as? Int == 1 && (way["way"] as? [Any])?.isEmpty == true)
    let traced = try await place.run(["--profile", "alice", "trace", bob])
    #expect(traced.output == "you → \(name) (\(bob))  1 hop\n")

    let row = try #require(try await place.rows(["--profile", "alice", "who", "--verbose"]).first)
    #expect(row["address"] as? String == bob && (row["noiseKey"] as? String)?.count == 64)
    #expect((row["links"] as? [String])?.isEmpty == false && (row["way"] as? [Any])?.isEmpty == true)
    #expect((row["fingerprint"] as? String)?.hasPrefix(bob) == true)
    let neighbours = try #require(row["neighbours"] as? [String])
    #expect(neighbours.contains(try await place.address(of: "alice")))

    let map = try #require(try await place.json(["--profile", "alice", "topology"]) as? [String: Any])
    let nodes = try #require(map["nodes"] as? [[String: Any]])
    #expect(nodes.map { $0["hops"] as? Int } == [0, 1] && nodes.first?["own"] as? Bool == true)
    #expect(nodes.last?["address"] as? String == bob && (nodes.last?["way"] as? [Any])?.isEmpty == true)
    let link = try #require((map["links"] as? [[String: Any]])?.first)
    #expect(link["own"] as? Bool == true && link["confirmed"] as? Bool == true)
    let table = try await place.run(["--profile", "alice", "topology"])
    #expect(table.status == 0 && table.output.hasSuffix("longest way 1 hop.\n"))

    for arguments in [["ping", "nobody"], ["trace", "1111aaaaaaaaaaaa"]] {
      let refused = try await place.run(["--profile", "alice"] + arguments)
      #expect(refused.status == 1 && refused.output.isEmpty && !refused.errors.isEmpty)
    }
  }
}
