import Markup
import Networking

/// Answers as they leave: every one carries the security headers.
enum Answers {
  static func page(_ html: HTML, status: Int = 200, headers: [HTTPHeader] = []) -> HTTPResponse {
    answer(status, "text/html; charset=utf-8", html.utf8, headers)
  }

  /// A page that may ask for the camera.
  static func cameraPage(_ html: HTML) -> HTTPResponse {
    var answer = page(html)
    answer.headers.removeAll { $0 == SecurityHeaders.permissions }
    answer.headers.append(SecurityHeaders.permissionsWithCamera)
    return answer
  }

  static func text(_ text: String, status: Int) -> HTTPResponse {
    answer(status, "text/plain; charset=utf-8", Array(text.utf8), [])
  }

  static func nothing(headers: [HTTPHeader] = []) -> HTTPResponse {
    HTTPResponse(
      status: 204, headers: SecurityHeaders.all + [HTTPHeader("cache-control", "no-store")] + headers)
  }

  /// What follows a form that was taken: the page's own library loads `target` anew.
  static func goTo(_ target: LinkTarget, headers: [HTTPHeader] = []) -> HTTPResponse {
    nothing(headers: [HTTPHeader("hx-redirect", target.text)] + headers)
  }

  /// What follows a form that a browser sent by itself: it loads `target` next.
  static func seeOther(_ target: LinkTarget) -> HTTPResponse {
    HTTPResponse(
      status: 303,
      headers: SecurityHeaders.all + [
        HTTPHeader("cache-control", "no-store"), HTTPHeader("location", target.text),
      ])
  }

  static func asset(_ file: AssetStore.File, unless tag: String?) -> HTTPResponse {
    let headers =
      SecurityHeaders.all + [HTTPHeader("cache-control", "no-cache"), HTTPHeader("etag", file.tag)]
    guard tag != file.tag else { return HTTPResponse(status: 304, headers: headers) }
    return HTTPResponse(
      status: 200, headers: headers + [HTTPHeader("content-type", file.contentType)], body: file.bytes)
  }

  /// A file to be kept under a name of letters, digits, hyphens and a dot.
  static func file(_ text: String, name: String, type: String) -> HTTPResponse {
    answer(
      200, type, Array(text.utf8),
      [HTTPHeader("content-disposition", "attachment; filename=\"\(name)\"")])
  }

  /// What a refused request is answered.
  static func refusal(_ refusal: RequestGuards.Refusal, theme: Theme) -> HTTPResponse {
    switch refusal {
    case .otherHost:
      text("This address is not served here.", status: 421)
    case .otherMethod:
      page(error("That cannot be done here", "The address exists, but not in this way.", theme), status: 405)
    case .otherOrigin:
      text("This was not sent from a page of Tern, so nothing was done.", status: 403)
    case .otherContent:
      text("Only forms of Tern's own pages are taken; nothing was done.", status: 415)
    case .noSession:
      page(AlonePages.bootstrap, status: 401)
    case .noToken:
      text("The page is out of date, so nothing was done. Load it anew and try again.", status: 403)
    }
  }

  static func notFound(_ theme: Theme) -> HTTPResponse {
    page(
      error("Nothing here", "There is no page at this address. It may be an old link.", theme), status: 404)
  }

  private static func error(_ title: String, _ text: String, _ theme: Theme) -> HTML {
    AlonePages.error(title: title, text: text, theme: theme)
  }

  private static func answer(
    _ status: Int, _ type: String, _ body: [UInt8], _ headers: [HTTPHeader]
  ) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: SecurityHeaders.all + [
        HTTPHeader("content-type", type), HTTPHeader("cache-control", "no-store"),
      ] + headers, body: body)
  }
}
