import Foundation

/// A connection to a node's control socket: one JSON line asks, lines answer. Blocking, for one thread.
final class ControlLine {
  private let descriptor: Int32
  private var received = Data()

  /// Nothing while nobody listens there yet.
  init?(path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard descriptor >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { return nil }
    // Longer than any answer takes: a node that hangs must not hang whoever looks at it.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// The lines of the answer as objects; nothing when the node is gone.
  func ask(_ request: [String: Any]) throws -> [[String: Any]]? {
    guard try say(request) else { return nil }
    var answer: [[String: Any]] = []
    while let line = nextLine() {
      guard let object = try JSONSerialization.jsonObject(with: line) as? [String: Any] else { return nil }
      answer.append(object)
      if object["item"] == nil { return answer }
    }
    return nil
  }

  /// Makes the connection one that follows; false when the node is gone before the first round was whole.
  func follow(_ request: [String: Any]) throws -> Bool {
    guard try say(request) else { return false }
    while let line = nextLine() {
      let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
      if object?["error"] != nil { return false }
      if object?["round"] != nil { return true }
    }
    return false
  }

  private func say(_ request: [String: Any]) throws -> Bool {
    let line = try JSONSerialization.data(withJSONObject: request) + Data([0x0A])
    let count = line.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    return count == line.count
  }

  private func nextLine() -> Data? {
    while true {
      if let end = received.firstIndex(of: 0x0A) {
        let line = Data(received[..<end])
        received = Data(received[(end + 1)...])
        return line
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received.append(contentsOf: buffer[..<count])
    }
  }
}
