import ConversationModel
@testable import Networking
@testable import WebInterface

/// Readers of what browsers send.
enum WebTargets {
  /// Lines as the protocol library gives them: method, path, version, query arguments (`?…`), headers; the
  /// body stands behind an empty line. What passes is routed and judged by the guards.
  static func request(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let head = head(bytes) else { return .refused }
    let limits = HTTPServerConfiguration.Limits()
    guard let checked = try? HTTPHeadRules.check(head, limits: limits) else { return .refused }
    guard checked.path.utf8.first == UInt8(ascii: "/"), checked.bodyBytes <= limits.bodyBytesMax else {
      return .broken("a head passed with a body of \(checked.bodyBytes) bytes")
    }
    let request = HTTPRequest(
      id: 1, method: checked.method, path: checked.path, query: checked.query, headers: checked.headers,
      body: body(bytes))
    let guards = RequestGuards(addresses: ["127.0.0.1"], port: 8_080)
    let refusal = guards.refusal(of: request, session: nil)
    let changes = !["GET", "HEAD"].contains(request.method)
    if changes, refusal == nil, request.path != "/launch" { return .broken("a change without a session") }
    if request.header("host") != "127.0.0.1:8080", refusal == nil { return .broken("for another host") }
    let cookies = Cookies(profile: "fuzz")
    _ = (cookies.session(of: request), cookies.theme(of: request))
    if case .found(.page(let page)) = Route.match(method: request.method, path: request.path) {
      let isSame = PagePath.page(PagePath.text(page)) == page
      return isSame ? .accepted : .broken("the page has another path")
    }
    return .accepted
  }

  /// The fields of a form. A name that is asked for has one answer.
  static func form(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    let form = FormBody(bytes)
    guard form == FormBody(bytes) else { return .broken("read twice, read differently") }
    let text = form["text"]
    return text.map { $0.utf8.count <= 3 * bytes.count } == false
      ? .broken("a field is longer than three times the form") : text == nil ? .refused : .accepted
  }

  /// A page's first frame, without its token: what it claims to hold; the difference to a page that shows
  /// something must be drawn for every claim.
  static func pageSocket(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let held = PageHoldings(lines: lines) else { return .refused }
    let entries = held.regions.reduce(0) { $0 + $1.value.count }
    guard entries <= PageHoldings.entriesMax else { return .broken("\(entries) entries are believed") }
    let messages = PageDifference.messages(from: held, to: [shown])
    let bytesSent = messages.reduce(0) { $0 + $1.utf8.count }
    // Each entry that is to go takes its id and a tag; the page's own rows are few.
    guard bytesSent <= 200 * (entries + 8) else {
      return .broken("\(bytesSent) bytes for \(entries) entries")
    }
    return .accepted
  }

  private static let shown = Region(
    "timeline", (1...3).map { number in Fragment(.li, id: "m-\(number)") { "message" } })

  private static let separator = Array("\n\n".utf8)

  private static func head(_ bytes: [UInt8]) -> HTTPHead? {
    let end = bytes.firstRange(of: separator)?.lowerBound ?? bytes.endIndex
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 3 else { return nil }
    var head = HTTPHead()
    head.method = String(validating: lines[0], as: UTF8.self)
    head.path = Array(lines[1])
    head.version = Array(lines[2])
    for line in lines.dropFirst(3) {
      if line.first == UInt8(ascii: "?") {
        head.query.append(Array(line.dropFirst()))
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        head.headers.append((name, Array(line[(colon + 1)...])))
      } else {
        head.isMalformed = true
      }
    }
    return head
  }

  private static func body(_ bytes: [UInt8]) -> [UInt8] {
    bytes.firstRange(of: separator).map { Array(bytes[$0.upperBound...]) } ?? []
  }
}
