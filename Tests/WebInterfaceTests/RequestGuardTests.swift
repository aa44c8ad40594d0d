import Networking
import Testing
import Timebase

@testable import WebInterface

/// The matrix of requests that must not get through.
@Suite struct RequestGuardTests {
  private let guards = RequestGuards(addresses: ["127.0.0.1"], port: 4321)
  private let session = Sessions.Session(
    cookie: "cookie", requestToken: "token", end: Instant(nanoseconds: .max))
  private let host = "127.0.0.1:4321"
  private let origin = "http://127.0.0.1:4321"

  @Test func onlyTheExactHostIsUs() {
    let hosts: [[String]] = [
      [], ["127.0.0.1"], ["127.0.0.1:4322"], ["127.0.0.1:80"], ["127.0.0.1:04321"], ["127.0.0.1:4321 "],
      ["localhost:4321"], ["LOCALHOST:4321"], ["127.0.0.1.:4321"], ["127.1:4321"], ["0x7f.1:4321"],
      ["2130706433:4321"], ["[::1]:4321"], ["[::ffff:127.0.0.1]:4321"], ["evil.example:4321"],
      ["evil.example"],
      ["127.0.0.1:4321.evil.example"], ["127.0.0.1:4321@evil.example"], ["user@127.0.0.1:4321"],
      ["0.0.0.0:4321"],
      ["127.0.0.1:4321", "127.0.0.1:4321"], ["127.0.0.1:4321", "evil.example"],
      ["127.0.0.1:4321,evil.example"],
      [""], ["127.0.0.1:4321\u{0}"],
    ]
    for values in hosts {
      let headers = values.map { HTTPHeader("host", $0) }
      for method in ["GET", "POST", "HEAD"] {
        let request = HTTPRequest(id: 1, method: method, path: "/talk", headers: headers)
        #expect(guards.refusal(of: request, session: session) == .otherHost, "\(values)")
      }
      #expect(
        guards.refusalOfWebSocket(
          HTTPRequest(id: 1, method: "GET", path: "/live", headers: headers), session: session)
          == .otherHost, "\(values)")
    }
    let ours = HTTPRequest(id: 1, method: "GET", path: "/talk", headers: [HTTPHeader("Host", host)])
    #expect(guards.refusal(of: ours, session: session) == nil)
    print("VECTORS suite=web-hosts cases=\(hosts.count)")
  }

  @Test func whatChangesStateComesFromOurOwnPagesOnly() {
    let cases: [(String, [HTTPHeader], RequestGuards.Refusal?)] = [
      ("ours", [HTTPHeader("origin", origin)], nil),
      (
        "ours, same site said", [HTTPHeader("origin", origin), HTTPHeader("sec-fetch-site", "same-origin")],
        nil
      ),
      ("none", [], .otherOrigin), ("null", [HTTPHeader("origin", "null")], .otherOrigin),
      ("other port", [HTTPHeader("origin", "http://127.0.0.1:4322")], .otherOrigin),
      ("other scheme", [HTTPHeader("origin", "https://127.0.0.1:4321")], .otherOrigin),
      ("other name", [HTTPHeader("origin", "http://localhost:4321")], .otherOrigin),
      // archreview:ignore foreign-host a made-up host that only looks like ours, to be refused
      ("subdomain", [HTTPHeader("origin", "http://a.127.0.0.1:4321")], .otherOrigin),
      ("slash", [HTTPHeader("origin", origin + "/")], .otherOrigin),
      ("upper case", [HTTPHeader("origin", "HTTP://127.0.0.1:4321")], .otherOrigin),
      ("twice", [HTTPHeader("origin", origin), HTTPHeader("origin", origin)], .otherOrigin),
      (
        "cross site", [HTTPHeader("origin", origin), HTTPHeader("sec-fetch-site", "cross-site")], .otherOrigin
      ),
      ("same site", [HTTPHeader("origin", origin), HTTPHeader("sec-fetch-site", "same-site")], .otherOrigin),
      (
        "ours, then another site",
        [
          HTTPHeader("origin", origin), HTTPHeader("sec-fetch-site", "same-origin"),
          HTTPHeader("sec-fetch-site", "cross-site"),
        ], .otherOrigin
      ),
    ]
    for path in [
      "/talk/mesh/messages", "/talk/mesh/again", "/talk/mesh/older", "/settings/you", "/settings/appearance",
    ] {
      for (name, headers, wanted) in cases {
        #expect(
          guards.refusal(of: post(path, headers, "token=token"), session: session) == wanted,
          "\(path) \(name)")
        let handshake = HTTPRequest(
          id: 1, method: "GET", path: "/live", headers: headers + [HTTPHeader("host", host)])
        #expect(guards.refusalOfWebSocket(handshake, session: session) == wanted, "socket \(name)")
      }
    }
  }

  /// A browser names no origin on a form that is sent without a script, as pages send no referrer.
  @Test func aFormWithoutScriptIsKnownByWhatNoPageCanWrite() {
    let null = HTTPHeader("origin", "null")
    func site(_ value: String) -> HTTPHeader { HTTPHeader("sec-fetch-site", value) }
    let cases: [(String, [HTTPHeader], RequestGuards.Refusal?)] = [
      ("ours", [null, site("same-origin")], nil), ("same site", [null, site("same-site")], .otherOrigin),
      ("cross site", [null, site("cross-site")], .otherOrigin),
      ("typed", [null, site("none")], .otherOrigin),
      ("twice", [null, site("same-origin"), site("same-origin")], .otherOrigin),
      ("two origins", [null, null, site("same-origin")], .otherOrigin),
      ("no origin", [site("same-origin")], .otherOrigin),
      (
        "other origin", [HTTPHeader("origin", "http://127.0.0.1:4322"), site("same-origin")], .otherOrigin
      ),
    ]
    for (name, headers, wanted) in cases {
      let form = post("/talk/0011223344556677/details", headers, "ask=ping&token=token")
      #expect(guards.refusal(of: form, session: session) == wanted, "\(name)")
      let bare = post("/talk/0011223344556677/details", headers, "ask=ping")
      #expect(guards.refusal(of: bare, session: session) == wanted ?? .noToken, "\(name), no token")
      let handshake = HTTPRequest(
        id: 1, method: "GET", path: "/live", headers: headers + [HTTPHeader("host", host)])
      #expect(guards.refusalOfWebSocket(handshake, session: session) == .otherOrigin, "socket \(name)")
    }
  }

  @Test func aFormWithoutTheSessionsTokenIsRefused() {
    let ours = [HTTPHeader("origin", origin)]
    for body in [
      "", "token=", "token=Token", "token=toke", "token=token2", "x=token", "token=x&token=token",
      "TOKEN=token",
    ] {
      #expect(
        guards.refusal(of: post("/talk/mesh/messages", ours, body), session: session) == .noToken, "\(body)")
    }
    #expect(guards.refusal(of: post("/talk/mesh/messages", ours, "a=b&token=token"), session: session) == nil)
    let header = ours + [HTTPHeader("x-request-token", "token")]
    #expect(guards.refusal(of: post("/talk/mesh/messages", header, ""), session: session) == nil)
    #expect(guards.refusal(of: post("/talk/mesh/messages", ours, "token=token"), session: nil) == .noSession)
  }

  @Test func otherContentTypesAndMethodsAreRefused() {
    let ours = [HTTPHeader("host", host), HTTPHeader("origin", origin)]
    for type in ["text/plain", "application/json", "multipart/form-data; boundary=x", ""] {
      let request = HTTPRequest(
        id: 1, method: "POST", path: "/settings/you", headers: ours + [HTTPHeader("content-type", type)],
        body: Array("token=token".utf8))
      #expect(guards.refusal(of: request, session: session) == .otherContent, "\(type)")
    }
    let from = HTTPHeader("origin", origin)
    let twice = post("/settings/you", [from, HTTPHeader("content-type", "text/plain")], "token=token")
    #expect(guards.refusal(of: twice, session: session) == .otherContent)
    let last = HTTPHeader("content-type", "application/x-www-form-urlencoded")
    #expect(guards.refusal(of: post("/settings/you", [last, from], "token=token"), session: session) != nil)
    for method in ["PUT", "PATCH", "DELETE", "OPTIONS"] {
      let request = HTTPRequest(
        id: 1, method: method, path: "/settings/you",
        headers: ours + [HTTPHeader("x-http-method-override", "GET"), HTTPHeader("x-request-token", "token")])
      #expect(guards.refusal(of: request, session: session) == .otherMethod, "\(method)")
    }
  }

  @Test func withoutASessionOnlyPagesWithoutDataAreServed() {
    let headers = [HTTPHeader("host", host)]
    for (path, isServed) in [
      ("/", true), ("/assets/base.css", true), ("/talk", false), ("/talk/mesh", false), ("/settings", false),
      ("/settings/you", false), ("/live", false), ("/assets", false), ("/other", false),
    ] {
      let request = HTTPRequest(id: 1, method: "GET", path: path, headers: headers)
      #expect(guards.refusal(of: request, session: nil) == (isServed ? nil : .noSession), "\(path)")
    }
    let launch = post("/launch", [HTTPHeader("origin", origin)], "code=x")
    #expect(guards.refusal(of: launch, session: nil) == nil)
    #expect(guards.refusal(of: post("/launch", [], "code=x"), session: nil) == .otherOrigin)
  }

  private func post(_ path: String, _ headers: [HTTPHeader], _ body: String) -> HTTPRequest {
    HTTPRequest(
      id: 1, method: "POST", path: path,
      headers: headers + [
        HTTPHeader("host", host),
        HTTPHeader("content-type", "application/x-www-form-urlencoded; charset=UTF-8"),
      ], body: Array(body.utf8))
  }
}
