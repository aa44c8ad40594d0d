import Glibc

/// The way of a browser from the printed link to the first page, without the cost of a client library.
struct PageVisit {
  /// The port of the link.
  var port: UInt16
  /// The one-time code of the link.
  var code: String

  /// Reads the entrance, exchanges the code and reads the page. Throws where one of them is refused.
  @discardableResult
  func run() throws -> String {
    _ = try answer(to: "GET / HTTP/1.1", expecting: 200)
    let body = "code=\(code)"
    let launched = try answer(
      to: "POST /launch HTTP/1.1",
      headers: [
        "Origin: http://127.0.0.1:\(port)", "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: \(body.utf8.count)",
      ], body: body, expecting: 204)
    guard let cookie = launched.firstMatch(of: /(?i)\r\nset-cookie: *([^;\r\n]+)/)?.1 else {
      throw BenchmarkError.noPage("no cookie for the code")
    }
    try readPage(cookie: String(cookie))
    return String(cookie)
  }

  /// Reads a page with the cookie that the code was exchanged for.
  @discardableResult
  func readPage(_ path: String = "/talk", cookie: String) throws -> String {
    let page = try answer(to: "GET \(path) HTTP/1.1", headers: ["Cookie: \(cookie)"], expecting: 200)
    guard page.contains("</html>") else { throw BenchmarkError.noPage("the page has no end") }
    return page
  }

  /// Sends the form by which a file of accounts is opened.
  func openMoneyFile(_ file: String, cookie: String) throws {
    let page = try readPage("/money", cookie: cookie)
    guard let token = page.firstMatch(of: /name="?request-token"? content="?([^"> ]+)/)?.1 else {
      throw BenchmarkError.noPage("no token on the page")
    }
    let body = "token=\(token)&path=\(file.replacing("/", with: "%2F"))"
    _ = try answer(
      to: "POST /money/open HTTP/1.1",
      headers: [
        "Origin: http://127.0.0.1:\(port)", "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: \(body.utf8.count)", "Cookie: \(cookie)",
      ], body: body, expecting: 303)
  }

  /// Reads a page until it shows something and no part of it is still reading; answers the page.
  @discardableResult
  func readPage(_ path: String, showing text: String, cookie: String) throws -> String {
    for _ in 0..<Self.looksMax {
      let page = try readPage(path, cookie: cookie)
      if page.contains(text), !page.contains("state reading") { return page }
    }
    throw BenchmarkError.noPage("\(path) never shows \(text)")
  }

  /// Each look waits for what is being loaded as long as a page does.
  private static let looksMax = 400

  /// Opens the page's socket and leaves it open: what it answers is the descriptor.
  func openLiveSocket(cookie: String) throws -> Int32 {
    let socket = try connected()
    let request =
      [
        "GET /live?page=%2Ftalk HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Cookie: \(cookie)",
      ].joined(separator: "\r\n") + "\r\n\r\n"
    _ = request.withCString { write(socket, $0, request.utf8.count) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(socket, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 101") else {
      close(socket)
      throw BenchmarkError.noPage("the live socket: \(text.prefix(80))")
    }
    return socket
  }

  private func answer(
    to line: String, headers: [String] = [], body: String = "", expecting status: Int
  ) throws -> String {
    let socket = try connected()
    defer { close(socket) }
    let head = [line, "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
    let request = head.joined(separator: "\r\n") + "\r\n\r\n" + body
    let sent = request.withCString { write(socket, $0, request.utf8.count) }
    guard sent == request.utf8.count else { throw BenchmarkError.noPage("\(line) was not sent") }

    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(socket, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 \(status) ") else {
      throw BenchmarkError.noPage("\(line): \(text.prefix(80))")
    }
    return text
  }

  private func connected() throws -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw BenchmarkError.noPage("no socket") }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(socket)
      throw BenchmarkError.noPage("no connection: errno \(errno)")
    }
    return socket
  }
}
