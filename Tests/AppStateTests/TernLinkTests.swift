import AppState
import Testing
import TransportPorts

@Suite struct TernLinkTests {
  @Test func linksLeadWhereTheySay() throws {
    let address = try #require(PeerAddress("00112233aabbccdd"))
    for (text, link) in [
      ("tern:talk", TernLink.talk), ("tern://talk", .talk), ("TERN:people", .people),
      ("tern:person/00112233aabbccdd", .person(address)), ("tern:airports", .airports),
      ("tern:airport/eddf", .airport("EDDF")), ("tern:money", .money), ("tern:settings", .settings),
      ("bitchat://verify?v=1", .verify(code: "bitchat://verify?v=1")),
      ("tern:verify?v=1", .verify(code: "bitchat://verify?v=1")),
    ] {
      #expect(try TernLink(text) == link, "\(text)")
    }
  }

  @Test func anythingElseIsRefusedInWords() {
    for (text, problem) in [
      ("", LinkProblem.noLink), ("talk", .noLink), ("https://example.org", .otherScheme),
      ("javascript:alert(1)", .otherScheme), ("tern:", .unknown), ("tern:send/hello", .unknown),
      ("tern:talk/00112233aabbccdd", .unknown), ("tern:talk\n", .malformed), ("tern:talk ", .malformed),
      ("tern:person/zoe", .malformed), ("tern:person/..", .malformed), ("tern:airport/../x", .unknown),
      ("tern:airport/%2e", .malformed), ("tern:///talk", .unknown), ("bitchat:verify?v=1", .malformed),
      ("bitchat://verify", .unknown), ("bitchat://geohash/u10hb", .placesMissing),
      ("bitchat://geohash/a", .malformed), ("bitchat://group/x", .unknown),
      ("tern:verify?" + String(repeating: "x", count: 4_096), .tooLong),
    ] {
      #expect(throws: problem, "\(text)") { try TernLink(text) }
      #expect("\(problem)".hasSuffix("Nothing was opened."))
    }
  }
}
