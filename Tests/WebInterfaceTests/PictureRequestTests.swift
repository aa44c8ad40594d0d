import AppState
import ConversationModel
import Networking
import QRCode
import Testing
import Timebase

@testable import WebInterface

/// Pictures that a page sends: nothing gets past the guards, traps, or is answered without words.
@Suite struct PictureRequestTests {
  private static let host = "127.0.0.1:4321"
  private static let path = "/talk/mesh/verify/picture"

  @Test func aPictureNeedsTheTokenInItsHeaderAndIsNoForm() {
    let guards = RequestGuards(addresses: ["127.0.0.1"], port: 4321)
    let session = Sessions.Session(
      cookie: "cookie", requestToken: "token", end: Instant(nanoseconds: .max))
    let cases: [(String, [HTTPHeader], String, RequestGuards.Refusal?)] = [
      ("application/octet-stream", [HTTPHeader("x-request-token", "token")], Self.path, nil),
      ("application/octet-stream", [HTTPHeader("x-request-token", "other")], Self.path, .noToken),
      ("application/octet-stream", [], Self.path, .noToken),
      (
        "application/x-www-form-urlencoded", [HTTPHeader("x-request-token", "token")], Self.path,
        .otherContent
      ),
      ("application/octet-stream", [HTTPHeader("x-request-token", "token")], "/settings/you", .otherContent),
      ("text/plain", [HTTPHeader("x-request-token", "token")], Self.path, .otherContent),
    ]
    for (type, headers, path, wanted) in cases {
      let request = request(path, type: type, headers, body: Array("token=token".utf8))
      #expect(guards.refusal(of: request, session: session) == wanted, "\(type) \(path) \(headers)")
      #expect(
        guards.refusal(of: request, session: nil) == (wanted == .otherContent ? wanted : .noSession))
    }
    let foreign = request(
      Self.path, type: "application/octet-stream", [HTTPHeader("x-request-token", "token")],
      origin: "http://127.0.0.1:4322")
    #expect(guards.refusal(of: foreign, session: session) == .otherOrigin)
  }

  @Test func impossiblePicturesAreRefusedInWordsAndEmptyOnesAreNothing() async throws {
    let service = await service()
    let (cookie, token) = try await session(service)
    let headers = [cookie, HTTPHeader("x-request-token", token)]
    func answer(_ width: String, _ height: String, _ bytes: Int, fill: UInt8 = 255) async -> HTTPResponse {
      let request = request(
        Self.path, type: "application/octet-stream", headers,
        query: [("width", width), ("height", height)], body: [UInt8](repeating: fill, count: bytes))
      return await service.respond(to: request)
    }
    for (width, height, bytes) in [
      ("", "", 0), ("0", "0", 0), ("-5", "100", 100), ("20", "100", 2_000), ("1921", "21", 40_341),
      ("9223372036854775807", "9223372036854775807", 10), ("99999999999999999999", "50", 10),
      ("100", "100", 9_999), ("100", "100", 10_001), ("100", "100", 0), ("1e3", "100", 100_000),
    ] {
      let refused = await answer(width, height, bytes)
      #expect(refused.status == 422, "\(width) \(height) \(bytes)")
      #expect(String(decoding: refused.body, as: UTF8.self).hasSuffix("."))
    }
    for fill: UInt8 in [0, 128, 255] {
      let empty = await answer("320", "240", 76_800, fill: fill)
      #expect(empty.status == 204 && !empty.headers.contains { $0.name == "hx-redirect" })
    }
  }

  @Test func aCodeInAPictureIsTakenAsTheSameTextIs() async throws {
    let service = await service()
    let (cookie, token) = try await session(service)
    let symbol = try QRCode.symbol(of: "https:" + "//example.org/")
    let side = (symbol.size + 8) * 4
    let shades = (0..<side * side).map { place -> UInt8 in
      symbol.isDark(row: place / side / 4 - 4, column: place % side / 4 - 4) ? 0 : 255
    }
    let answer = await service.respond(
      to: request(
        Self.path, type: "application/octet-stream", [cookie, HTTPHeader("x-request-token", token)],
        query: [("width", "\(side)"), ("height", "\(side)")], body: shades))
    // Nobody is connected here, so it is refused before it is read; the words are those of the coordinator.
    #expect(answer.status == 422)
    #expect(String(decoding: answer.body, as: UTF8.self) == TrustProblem.notOffered.description)
  }

  @Test func onlyThePageThatReadsCodesMayAskForTheCamera() async throws {
    let service = await service()
    let (cookie, _) = try await session(service)
    for (path, part, mayAsk) in [
      ("/talk/mesh/verify", "read", true), ("/talk/0011223344556677/verify", "read", true),
      ("/talk/mesh/verify", "mine", false), ("/talk/mesh", "read", false), ("/settings/you", "", false),
    ] {
      let page = await service.respond(
        to: HTTPRequest(
          id: 1, method: "GET", path: path, query: [HTTPQueryItem(name: "part", value: part)],
          headers: [cookie, HTTPHeader("host", Self.host)]))
      let permissions = page.headers.filter { $0.name == "permissions-policy" }.map(\.value)
      #expect(page.status == 200)
      #expect(permissions.count == 1 && permissions[0].hasPrefix(mayAsk ? "camera=(self)," : "camera=(),"))
      #expect(permissions[0].hasSuffix("microphone=(), geolocation=(), payment=(), usb=()"))
    }
  }

  // MARK: Parts

  @MainActor private func service() -> PageService {
    let app = AppState(profileName: "default", talk: TalkDomain())
    let service = PageService(app: app, assets: AssetStore(contents: [:])) {
      Now(monotonic: Instant(nanoseconds: 1), unix: SampleScreens.now)
    }
    service.serve(addresses: ["127.0.0.1"], port: 4321)
    return service
  }

  /// The cookie of a new session, and the token of its pages.
  private func session(_ service: PageService) async throws -> (HTTPHeader, String) {
    let launched = await service.respond(
      to: request(
        "/launch", type: "application/x-www-form-urlencoded",
        body: Array("code=\(service.makeCode())".utf8)))
    let set = try #require(launched.headers.first { $0.name == "set-cookie" })
    let cookie = HTTPHeader("cookie", String(set.value.prefix { $0 != ";" }))
    let page = await service.respond(
      to: HTTPRequest(
        id: 1, method: "GET", path: "/talk", headers: [cookie, HTTPHeader("host", Self.host)]))
    let html = String(decoding: page.body, as: UTF8.self)
    let start = try #require(html.firstRange(of: #"name="request-token" content=""#)?.upperBound)
    return (cookie, String(html[start...].prefix { $0 != "\"" }))
  }

  private func request(
    _ path: String, type: String, _ headers: [HTTPHeader] = [],
    query: [(String, String)] = [], body: [UInt8] = [], origin: String = "http://127.0.0.1:4321"
  ) -> HTTPRequest {
    HTTPRequest(
      id: 1, method: "POST", path: path, query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) },
      headers: headers + [
        HTTPHeader("host", Self.host), HTTPHeader("origin", origin), HTTPHeader("content-type", type),
      ], body: body)
  }
}
