/// One header line: a name in lower case and its value.
///
/// Values of requests are UTF-8 without control characters. Names and values of responses must be free of
/// line breaks; the server answers 500 instead of sending one that is not.
public struct HTTPHeader: Hashable, Sendable {
  /// The name, in lower case.
  public let name: String
  /// The value, without surrounding blanks.
  public let value: String

  /// A header; the name is put into lower case.
  public init(_ name: String, _ value: String) {
    self.name = name.lowercased()
    self.value = value
  }
}

/// One argument of a query (`?name=value`), percent-decoded.
public struct HTTPQueryItem: Hashable, Sendable {
  /// What stood before the first `=`.
  public let name: String
  /// What stood behind it; empty where there was no `=`.
  public let value: String

  /// An argument from its decoded parts.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A request that has passed every guard of the server: one Host, a whole body within the limits.
public struct HTTPRequest: Sendable {
  /// A number of its own among all requests of one server.
  public let id: UInt64
  /// The method, in upper case: GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.
  public let method: String
  /// The path, percent-decoded, starting with `/`. `%2F` has become a slash: route on whole segments, and
  /// never join it to a file path without a check of its own.
  public let path: String
  /// The query's arguments, decoded, in their order.
  public let query: [HTTPQueryItem]
  /// The headers: those the protocol library knows and those named in
  /// `HTTPServerConfiguration.extraHeaderNames`. Others are not kept.
  public let headers: [HTTPHeader]
  /// The body; empty where there was none.
  public let body: [UInt8]
  /// The other end's IP address as text, without a port.
  public let remoteAddress: String

  /// A request from its parts; tests of services make their own.
  public init(
    id: UInt64, method: String, path: String, query: [HTTPQueryItem] = [], headers: [HTTPHeader] = [],
    body: [UInt8] = [], remoteAddress: String = "127.0.0.1"
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
  }

  /// The first value of a header, whatever the case of `name`; nil where it is absent.
  public func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name == wanted }?.value
  }

  /// All values of a header, in their order.
  public func headerValues(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return headers.filter { $0.name == wanted }.map(\.value)
  }

  /// The first argument of the query with that name.
  public func queryValue(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}

/// An answer.
///
/// The server adds `content-length` and, where the connection ends, `connection: close`; those two and
/// `transfer-encoding` given in `headers` are left out. A HEAD request and the statuses 204 and 304 are
/// answered without the body.
public struct HTTPResponse: Sendable, Equatable {
  /// The status, 200...599; anything else is sent as 500.
  public var status: Int
  /// The headers, sent in this order.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: [UInt8]

  /// An answer from its parts.
  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A plain text answer in UTF-8.
  public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPHeader("content-type", "text/plain; charset=utf-8")],
      body: Array(text.utf8))
  }
}
