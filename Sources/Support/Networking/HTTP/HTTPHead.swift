/// The head of a request as the protocol library has taken it apart, not yet trusted.
struct HTTPHead {
  /// The method; nil when the head has none, or more than one.
  var method: String?
  /// The version, for example `HTTP/1.1`.
  var version: [UInt8] = []
  /// The path, percent-decoded.
  var path: [UInt8] = []
  /// The arguments of the query, percent-decoded, `name=value` each.
  var query: [[UInt8]] = []
  /// Every header line that is known, names in lower case.
  var headers: [(name: String, value: [UInt8])] = []
  /// Whether something could not be read, or stands there in a form that invites two readings.
  var isMalformed = false

  /// All values of a header, in their order.
  func values(_ name: String) -> [[UInt8]] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// Bytes of everything that is known of the head.
  var byteCount: Int {
    headers.reduce(path.count + query.reduce(0) { $0 + $1.count + 1 }) {
      $0 + $1.name.utf8.count + $1.value.count + 4
    }
  }
}

/// A head that passed: what the service gets to see, and the body that follows.
struct HTTPCheckedHead {
  let method: String
  let path: String
  let query: [HTTPQueryItem]
  let headers: [HTTPHeader]
  /// Bytes of the body that is to come.
  let bodyBytes: Int
  /// Whether the peer waits for an interim answer before it sends the body.
  let expectsContinue: Bool
}

/// Why a request was refused: the status to answer with.
struct HTTPRefusal: Error, Equatable {
  let status: Int
}

/// The rules every head must pass before any route is asked, each one against two readings of one request.
enum HTTPHeadRules {
  /// Checks a head.
  static func check(
    _ head: HTTPHead, limits: HTTPServerConfiguration.Limits
  ) throws(HTTPRefusal) -> HTTPCheckedHead {
    guard head.byteCount <= limits.headBytesMax else { throw HTTPRefusal(status: 431) }
    guard !head.isMalformed, let method = head.method else { throw HTTPRefusal(status: 400) }
    guard head.version == Array("HTTP/1.1".utf8) || head.version == Array("HTTP/1.0".utf8) else {
      throw HTTPRefusal(status: 505)
    }
    guard let host = head.values("host").first, head.values("host").count == 1, !host.isEmpty else {
      throw HTTPRefusal(status: 400)
    }
    guard method != "CONNECT" else { throw HTTPRefusal(status: 405) }
    guard let path = text(head.path), path.utf8.first == UInt8(ascii: "/") else {
      throw HTTPRefusal(status: 400)
    }
    var headers: [HTTPHeader] = []
    for header in head.headers {
      guard let value = text(header.value) else { throw HTTPRefusal(status: 400) }
      headers.append(HTTPHeader(header.name, value))
    }
    var query: [HTTPQueryItem] = []
    for argument in head.query {
      query.append(try queryItem(argument))
    }
    let bodyBytes = try bodyLength(head, method: method, limits: limits)
    return HTTPCheckedHead(
      method: method, path: path, query: query, headers: headers, bodyBytes: bodyBytes,
      expectsContinue: try expectsContinue(head))
  }

  /// One length, in digits, and no other framing; a method that carries no body has none.
  private static func bodyLength(
    _ head: HTTPHead, method: String, limits: HTTPServerConfiguration.Limits
  ) throws(HTTPRefusal) -> Int {
    let carriesBody = ["POST", "PUT", "PATCH"].contains(method)
    guard head.values("transfer-encoding").isEmpty else {
      throw HTTPRefusal(status: head.values("content-length").isEmpty ? 411 : 400)
    }
    let lengths = head.values("content-length")
    guard let digits = lengths.first else {
      if carriesBody { throw HTTPRefusal(status: 411) }
      return 0
    }
    guard lengths.count == 1, (1...19).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw HTTPRefusal(status: 400) }
    guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= limits.bodyBytesMax else {
      throw HTTPRefusal(status: 413)
    }
    guard carriesBody || length == 0 else { throw HTTPRefusal(status: 400) }
    return length
  }

  private static func expectsContinue(_ head: HTTPHead) throws(HTTPRefusal) -> Bool {
    let expectations = head.values("expect")
    guard let expectation = expectations.first else { return false }
    let isKnown = String(decoding: expectation, as: UTF8.self).lowercased() == "100-continue"
    guard expectations.count == 1, isKnown else { throw HTTPRefusal(status: 417) }
    return true
  }

  private static func queryItem(_ argument: [UInt8]) throws(HTTPRefusal) -> HTTPQueryItem {
    let parts = argument.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = String(validating: parts[0], as: UTF8.self),
      let value = String(validating: parts.count > 1 ? parts[1] : [], as: UTF8.self)
    else { throw HTTPRefusal(status: 400) }
    return HTTPQueryItem(name: name, value: value)
  }

  /// UTF-8 without control characters; a tab may stand in it.
  private static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
