import Networking
import Testing
import Timebase

@testable import WebInterface

/// Launch codes and sessions.
@Suite struct SessionTests {
  private let start = Instant(nanoseconds: 1_000)

  @Test func aLaunchCodeOpensOneSessionAndIsSpent() throws {
    var sessions = Sessions()
    var generator = CountingGenerator()
    let code = sessions.makeCode(now: start, using: &generator)
    #expect(code.count == 64)
    #expect(sessions.exchange(code: code + "0", now: start, using: &generator) == nil)
    #expect(sessions.exchange(code: "", now: start, using: &generator) == nil)
    let session = try #require(sessions.exchange(code: code, now: start, using: &generator))
    #expect(sessions.exchange(code: code, now: start, using: &generator) == nil)
    #expect(Set([code, session.cookie, session.requestToken]).count == 3)
    #expect(sessions.session(cookie: session.cookie, now: start) == session)
    #expect(sessions.session(cookie: session.requestToken, now: start) == nil)
    #expect(sessions.session(cookie: nil, now: start) == nil)
  }

  @Test func sessionsAndCodesEndAfterTwelveHours() throws {
    var sessions = Sessions()
    var generator = CountingGenerator()
    let code = sessions.makeCode(now: start, using: &generator)
    let late = sessions.makeCode(now: start, using: &generator)
    let session = try #require(sessions.exchange(code: code, now: start, using: &generator))
    let end = start + .seconds(43_200)
    #expect(sessions.session(cookie: session.cookie, now: start + .seconds(43_199)) != nil)
    #expect(sessions.session(cookie: session.cookie, now: end) == nil)
    #expect(sessions.exchange(code: late, now: end, using: &generator) == nil)
  }

  @Test func sessionsAndCodesAreCappedAndTheOldestGo() throws {
    var sessions = Sessions()
    var generator = CountingGenerator()
    let codes = (0..<20).map { _ in sessions.makeCode(now: start, using: &generator) }
    #expect(sessions.exchange(code: codes[3], now: start, using: &generator) == nil)
    var cookies: [String] = []
    for _ in 0..<20 {
      let code = sessions.makeCode(now: start, using: &generator)
      cookies.append(try #require(sessions.exchange(code: code, now: start, using: &generator)).cookie)
    }
    let alive = cookies.filter { sessions.session(cookie: $0, now: start) != nil }
    #expect(alive == Array(cookies.suffix(16)))
  }

  @Test func cookiesAreNamedAfterTheProfileAndReadOnlyWhenUnambiguous() {
    let cookies = Cookies(profile: "bob")
    #expect(cookies.sessionName == "tern-bob")
    #expect(Cookies(profile: "a b;=").sessionName == "tern-a_20b_3b_3d")
    func request(_ cookie: String...) -> HTTPRequest {
      HTTPRequest(id: 1, method: "GET", path: "/", headers: cookie.map { HTTPHeader("cookie", $0) })
    }
    #expect(cookies.session(of: request("a=b; tern-bob=abc; c=d")) == "abc")
    #expect(cookies.session(of: request("tern-alice=abc")) == nil)
    #expect(cookies.session(of: request("tern-bob=a; tern-bob=b")) == nil)
    #expect(cookies.session(of: request("tern-bob=a", "tern-bob=b")) == nil)
    #expect(cookies.session(of: request()) == nil)
    #expect(cookies.theme(of: request("tern-look-bob=dark")) == .dark)
    #expect(cookies.theme(of: request("tern-look-bob=pink")) == .system)
    #expect(
      cookies.setSession("abc").value == "tern-bob=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict")
  }
}

/// Numbers that follow one another: never twice the same.
struct CountingGenerator: RandomNumberGenerator {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    count &+= 0x9E37_79B9_7F4A_7C15
    var mixed = count
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
