/// One accepted connection, over many requests and, perhaps, a WebSocket. Only the service thread touches it.
final class HTTPConnection {
  /// Our own number of it.
  let number: UInt64
  /// The library's object, valid until its destroy callback.
  let wsi: OpaquePointer
  /// The peer's address.
  let remoteAddress: String
  /// What it counts under when connections of one end are limited.
  let limitKey: String
  /// A running number of the moment it became idle: the smaller, the longer ago.
  var idleSince: UInt64 = 0
  /// Whether it has had an answer before.
  var hasServed = false
  private var repeatedTurn: UInt64 = 0
  private var repetitions = 0
  /// What is going on.
  var phase = Phase.awaitingHead

  /// What a connection is doing.
  enum Phase {
    /// Between requests.
    case awaitingHead
    /// A checked head has come, its body is coming.
    case receivingBody(HTTPCheckedHead, received: [UInt8])
    /// The service is thinking; reading is paused.
    case awaitingReply(request: UInt64, omitsBody: Bool)
    /// The answer is being sent.
    case replying(HTTPReply)
    /// The handshake was accepted and is being answered by the library.
    case upgrading(HTTPRequest)
    /// It is a WebSocket.
    case webSocket(WebSocketSession)
    /// It is being ended; whatever still comes is ignored.
    case ending
  }

  init(number: UInt64, wsi: OpaquePointer, remoteAddress: String, limitKey: String) {
    self.number = number
    self.wsi = wsi
    self.remoteAddress = remoteAddress
    self.limitKey = limitKey
  }

  /// Counts what the library repeats within one turn of the loop; whether it has become endless.
  func isRepeating(inTurn turn: UInt64) -> Bool {
    if repeatedTurn != turn { repetitions = 0 }
    repeatedTurn = turn
    repetitions += 1
    return repetitions > 8
  }

  /// Whether it may be ended to make room: it has nothing on its way.
  var isIdle: Bool {
    if case .awaitingHead = phase { return true }
    return false
  }

  /// Whether it takes one of the places for requests.
  var holdsRequest: Bool {
    switch phase {
    case .receivingBody, .awaitingReply, .replying: true
    case .awaitingHead, .upgrading, .webSocket, .ending: false
    }
  }
}

/// An answer on its way: the bytes of its head and body, and how far they went.
struct HTTPReply {
  /// Head and, unless it is left out, body. One piece, since most answers fit one send.
  private let head: [UInt8]
  private let body: [UInt8]
  private var sent = 0
  /// Whether the connection ends behind it.
  let endsConnection: Bool

  /// Puts an answer into bytes. An answer that cannot be sent as it is becomes a bare 500.
  init(_ response: HTTPResponse, omitsBody: Bool, endsConnection: Bool) {
    self.endsConnection = endsConnection
    guard (200...599).contains(response.status), response.headers.allSatisfy(Self.isSendable) else {
      head = Self.head(HTTPResponse(status: 500), endsConnection: endsConnection)
      body = []
      return
    }
    head = Self.head(response, endsConnection: endsConnection)
    let hasBody = !omitsBody && Self.mayHaveBody(response.status)
    body = hasBody ? response.body : []
  }

  /// Whether all has been taken.
  var isComplete: Bool { sent == head.count + body.count }

  /// Copies the next piece to `target` and counts it as sent.
  mutating func takePiece(into target: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    if sent < head.count {
      filled = min(head.count - sent, target.count)
      head.withUnsafeBytes { target.copyMemory(from: .init(rebasing: $0[sent..<(sent + filled)])) }
    }
    let bodyOffset = sent + filled - head.count
    if bodyOffset >= 0, filled < target.count, bodyOffset < body.count {
      let count = min(body.count - bodyOffset, target.count - filled)
      body.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: target[filled...])
          .copyMemory(from: .init(rebasing: bytes[bodyOffset..<(bodyOffset + count)]))
      }
      filled += count
    }
    sent += filled
    return filled
  }

  private static func mayHaveBody(_ status: Int) -> Bool {
    status != 204 && status != 304
  }

  private static func head(_ response: HTTPResponse, endsConnection: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(response.status) \(reason(response.status))\r\n"
    let ours = ["content-length", "transfer-encoding", "connection"]
    for header in response.headers where !ours.contains(header.name) {
      text += "\(header.name): \(header.value)\r\n"
    }
    if mayHaveBody(response.status) { text += "content-length: \(response.body.count)\r\n" }
    if endsConnection { text += "connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// A name of token characters, a value without control characters: nothing that could begin a new line.
  static func isSendable(_ header: HTTPHeader) -> Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    let isToken = header.name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || marks.contains(byte)
    }
    return isToken && !header.name.isEmpty
      && header.value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }

  private static func reason(_ status: Int) -> String {
    reasons[status] ?? "Status"
  }

  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 426: "Upgrade Required",
    428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]
}
