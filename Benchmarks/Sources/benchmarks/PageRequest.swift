import Glibc

/// One plain request on loopback, without the cost of a client library.
enum PageRequest {
  /// Reads the whole answer to `GET path`. Throws unless its status is 200.
  static func get(_ path: String, port: UInt16) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw BenchmarkError.noPage("no socket") }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw BenchmarkError.noPage("no connection: errno \(errno)") }
    let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
    let sent = request.withCString { write(socket, $0, request.utf8.count) }
    guard sent == request.utf8.count else { throw BenchmarkError.noPage("the request was not sent") }

    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(socket, &buffer, buffer.count)
      if count <= 0 { break }
      answer += buffer[..<count]
    }
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 200 ") else {
      throw BenchmarkError.noPage(String(text.prefix(80)))
    }
  }
}
