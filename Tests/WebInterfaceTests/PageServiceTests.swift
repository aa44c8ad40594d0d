import AppState
import Networking
import Testing
import Timebase

@testable import WebInterface

/// Requests from outside to answer, without a network.
@Suite struct PageServiceTests {
  private static let host = "127.0.0.1:4321"

  @Test func everyAnswerCarriesTheSecurityHeaders() async throws {
    let service = await service()
    let cookie = try await launch(service)
    for (method, path, headers) in [
      ("GET", "/", []), ("GET", "/talk", []), ("GET", "/talk", cookie), ("HEAD", "/talk/mesh", cookie),
      ("GET", "/settings/you", cookie), ("GET", "/nothing", cookie), ("GET", "/assets/a.css", []),
      ("GET", "/assets/nothing", []), ("POST", "/launch", []), ("POST", "/settings/you", cookie),
      ("PUT", "/talk", cookie), ("GET", "/launch", cookie), ("GET", "/live", cookie),
    ] as [(String, String, [HTTPHeader])] {
      for hosts in [[HTTPHeader("host", Self.host)], [HTTPHeader("host", "evil.example")]] {
        let answer = await service.respond(
          to: HTTPRequest(id: 1, method: method, path: path, headers: headers + hosts))
        for header in SecurityHeaders.all {
          #expect(answer.headers.contains(header), "\(method) \(path): \(header.name)")
        }
        #expect(!answer.headers.contains { $0.name.hasPrefix("access-control") })
      }
    }
  }

  @Test func theContentPolicyIsTheOneOfTheDesign() {
    #expect(
      SecurityHeaders.contentSecurityPolicy
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        + "media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        + "manifest-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
  }

  @Test func noPageWithoutTheLaunchCode() async throws {
    let service = await service()
    let host = [HTTPHeader("host", Self.host)]
    for path in ["/talk", "/talk/mesh", "/settings", "/settings/you", "/live", "/nothing"] {
      let answer = await service.respond(to: HTTPRequest(id: 1, method: "GET", path: path, headers: host))
      #expect(answer.status == 401, "\(path)")
      #expect(answer.body == AlonePages.bootstrap.utf8, "\(path)")
    }
    let cookie = try await launch(service)
    let page = await service.respond(
      to: HTTPRequest(id: 1, method: "GET", path: "/talk/mesh", headers: host + cookie))
    #expect(page.status == 200)
    #expect(page.headers.contains(HTTPHeader("cache-control", "no-store")))
  }

  @Test func foreignHostsAreMisdirected() async {
    let service = await service()
    for path in ["/", "/talk", "/assets/a.css", "/launch"] {
      let answer = await service.respond(
        to: HTTPRequest(id: 1, method: "GET", path: path, headers: [HTTPHeader("host", "evil.example:4321")]))
      #expect(answer.status == 421, "\(path)")
    }
  }

  @Test func aLaunchCodeWorksOnceAndACookieIsNotReadableByScripts() async throws {
    let service = await service()
    let code = service.makeCode()
    let first = await post(service, "/launch", "code=\(code)")
    #expect(first.status == 204)
    let cookie = try #require(first.headers.first { $0.name == "set-cookie" })
    #expect(cookie.value.hasPrefix("tern-default="))
    #expect(cookie.value.hasSuffix("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"))
    #expect(await post(service, "/launch", "code=\(code)").status == 403)
    #expect(await post(service, "/launch", "").status == 403)
  }

  @Test func theSocketIsOpenToOurOwnPagesOnly() async throws {
    let service = await service()
    let cookie = try await launch(service)
    let ours = [HTTPHeader("host", Self.host), HTTPHeader("origin", "http://" + Self.host)]
    func status(_ headers: [HTTPHeader], _ path: String = "/live", page: String = "/talk/mesh") -> Int {
      let request = HTTPRequest(
        id: 1, method: "GET", path: path, query: [HTTPQueryItem(name: "page", value: page)], headers: headers)
      switch service.acceptsWebSocket(request) {
      case .accept: return 101
      case .refuse(let answer):
        #expect(SecurityHeaders.all.allSatisfy(answer.headers.contains))
        return answer.status
      }
    }
    #expect(status(ours + cookie) == 101)
    #expect(status(ours) == 401)
    #expect(status([ours[0]] + cookie) == 403)
    #expect(status([ours[0], HTTPHeader("origin", "http://evil.example")] + cookie) == 403)
    #expect(status([HTTPHeader("host", "evil.example"), ours[1]] + cookie) == 421)
    #expect(status(ours + cookie, "/talk") == 404)
    #expect(status(ours + cookie, page: "/nothing") == 404)
  }

  @Test func themeIsRememberedInACookieAndDrawnIntoThePage() async throws {
    let service = await service()
    let cookie = try await launch(service)
    let token = try await requestToken(service, cookie)
    let answer = await post(service, "/settings/appearance", "theme=dark&token=\(token)", cookie)
    #expect(answer.status == 204)
    #expect(answer.headers.contains(HTTPHeader("hx-redirect", "/settings/appearance")))
    #expect(
      answer.headers.contains { $0.name == "set-cookie" && $0.value.hasPrefix("tern-look-default=dark;") })
    let page = await service.respond(
      to: HTTPRequest(
        id: 1, method: "GET", path: "/talk",
        headers: cookie + [HTTPHeader("host", Self.host), HTTPHeader("cookie", "tern-look-default=dark")]))
    #expect(String(decoding: page.body, as: UTF8.self).contains(#"<html lang="en" data-theme="dark">"#))
  }

  @Test func aQuestionIsAnsweredInItsPlaceOrWithTheWholePage() async throws {
    let service = await service()
    let cookie = try await launch(service)
    let token = try await requestToken(service, cookie)
    let path = "/talk/0011223344556677/details"
    let live = [HTTPQueryItem(name: "part", value: "answer")]
    let part = await post(service, path, "ask=ping&token=\(token)", cookie, query: live)
    let words = String(decoding: part.body, as: UTF8.self)
    #expect(part.status == 200 && words.hasPrefix("<p ") && words.contains("nobody is connected"))
    let whole = await post(service, path, "ask=trace&token=\(token)", cookie)
    let page = String(decoding: whole.body, as: UTF8.self)
    #expect(whole.status == 200 && page.hasPrefix("<!DOCTYPE html>") && page.contains("No way is known now."))
    #expect(await post(service, path, "ask=anything&token=\(token)", cookie, query: live).status == 422)
    #expect(await post(service, path, "ask=ping", cookie, query: live).status == 403)
  }

  @Test func assetsAreNotSentAgainWhenUnchanged() async throws {
    let service = await service()
    let host = HTTPHeader("host", Self.host)
    let first = await service.respond(
      to: HTTPRequest(id: 1, method: "GET", path: "/assets/a.css", headers: [host]))
    #expect(first.status == 200 && first.body == Array("a {}".utf8))
    let tag = try #require(first.headers.first { $0.name == "etag" }?.value)
    let second = await service.respond(
      to: HTTPRequest(
        id: 1, method: "GET", path: "/assets/a.css", headers: [host, HTTPHeader("if-none-match", tag)]))
    #expect(second.status == 304 && second.body.isEmpty)
  }

  // MARK: Parts

  @MainActor private func service() -> PageService {
    let app = AppState(profileName: "default", talk: TalkDomain())
    let service = PageService(app: app, assets: AssetStore(contents: ["a.css": Array("a {}".utf8)])) {
      Now(monotonic: Instant(nanoseconds: 1), unix: SampleScreens.now)
    }
    service.serve(addresses: ["127.0.0.1"], port: 4321)
    return service
  }

  private func launch(_ service: PageService) async throws -> [HTTPHeader] {
    let answer = await post(service, "/launch", "code=\(service.makeCode())")
    let cookie = try #require(answer.headers.first { $0.name == "set-cookie" })
    return [HTTPHeader("cookie", String(cookie.value.prefix { $0 != ";" }))]
  }

  private func requestToken(_ service: PageService, _ cookie: [HTTPHeader]) async throws -> String {
    let page = await service.respond(
      to: HTTPRequest(
        id: 1, method: "GET", path: "/talk", headers: cookie + [HTTPHeader("host", Self.host)]))
    let html = String(decoding: page.body, as: UTF8.self)
    let start = try #require(html.firstRange(of: #"name="request-token" content=""#)?.upperBound)
    return String(html[start...].prefix { $0 != "\"" })
  }

  private func post(
    _ service: PageService, _ path: String, _ body: String, _ headers: [HTTPHeader] = [],
    query: [HTTPQueryItem] = []
  ) async -> HTTPResponse {
    await service.respond(
      to: HTTPRequest(
        id: 1, method: "POST", path: path, query: query,
        headers: headers + [
          HTTPHeader("host", Self.host), HTTPHeader("origin", "http://" + Self.host),
          HTTPHeader("content-type", "application/x-www-form-urlencoded"),
        ], body: Array(body.utf8)))
  }
}
