import Networking

/// The checks that stand before every route. Pure: a function of the request
/// and of what is known of the session.
struct RequestGuards: Sendable {
  /// Why a request goes no further.
  enum Refusal: Sendable, Equatable {
    /// Not addressed to exactly us: 421.
    case otherHost
    /// A method that no route has: 405.
    case otherMethod
    /// It would change state and does not come from our own page: 403.
    case otherOrigin
    /// It would change state and is not a form of ours: 415.
    case otherContent
    /// No session: the bootstrap page, 401.
    case noSession
    /// It would change state and lacks the session's token: 403.
    case noToken
  }

  /// The hosts that are us: exactly the bound addresses with the port, as a browser writes them.
  let hosts: [String]

  /// `addresses` without brackets, as bound.
  init(addresses: [String], port: UInt16) {
    hosts = addresses.map { $0.contains(":") ? "[\($0)]:\(port)" : "\($0):\(port)" }
  }

  /// The check of a request for a page or an action; nil lets it pass. `session` is the one of its cookie.
  func refusal(of request: HTTPRequest, session: Sessions.Session?) -> Refusal? {
    guard isOurHost(request) else { return .otherHost }
    switch request.method {
    case "GET", "HEAD":
      return session == nil && !Self.isPublic(request.path) ? .noSession : nil
    case "POST":
      guard isOurOrigin(request) || isOurFormWithoutScript(request) else { return .otherOrigin }
      guard isExpectedContent(request) else { return .otherContent }
      if request.path == "/launch" { return nil }
      guard let session else { return .noSession }
      let written = Self.isPicture(request.path) ? nil : FormBody(request.body)["token"]
      let token = written ?? request.header("x-request-token")
      return isSame(token ?? "", session.requestToken) ? nil : .noToken
    default:
      return .otherMethod
    }
  }

  /// The check of a WebSocket handshake.
  func refusalOfWebSocket(_ request: HTTPRequest, session: Sessions.Session?) -> Refusal? {
    guard isOurHost(request) else { return .otherHost }
    guard request.method == "GET" else { return .otherMethod }
    guard isOurOrigin(request) else { return .otherOrigin }
    return session == nil ? .noSession : nil
  }

  /// Paths that hold no data: they are served without a session.
  static func isPublic(_ path: String) -> Bool {
    path == "/" || path.hasPrefix("/assets/")
  }

  private func isOurHost(_ request: HTTPRequest) -> Bool {
    let values = request.headerValues("host")
    return values.count == 1 && values.allSatisfy(hosts.contains)
  }

  /// The origin must be the one the page was loaded from: the host it names itself, over http.
  private func isOurOrigin(_ request: HTTPRequest) -> Bool {
    let values = request.headerValues("origin")
    guard values.count == 1, let host = request.header("host"), values.first == "http://" + host else {
      return false
    }
    let sites = request.headerValues("sec-fetch-site")
    return sites.isEmpty || sites == ["same-origin"]
  }

  /// A form that a browser sends by itself from a page without referrer names no origin; that it comes from a
  /// page of ours then stands in a header that no page can write.
  private func isOurFormWithoutScript(_ request: HTTPRequest) -> Bool {
    request.headerValues("origin") == ["null"] && request.headerValues("sec-fetch-site") == ["same-origin"]
  }

  /// Whether the body of requests to a path is the shades of a picture: it is no form, and the token stands
  /// in a header.
  static func isPicture(_ path: String) -> Bool { path.hasSuffix("/verify/picture") }

  private func isExpectedContent(_ request: HTTPRequest) -> Bool {
    let values = request.headerValues("content-type")
    guard values.count == 1 else { return false }
    let type = values.first?.split(separator: ";").first?.lowercased()
    return type
      == (Self.isPicture(request.path) ? "application/octet-stream" : "application/x-www-form-urlencoded")
  }
}
