import Foundation
import Glibc

/// Runs blocking work on a thread of its own: the tasks' threads belong to the server's service.
func onOwnThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// The text of one of the system's files about itself.
func systemText(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4_096)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

/// A bare TCP client: sends exactly what it is told, byte for byte.
final class RawClient: Sendable {
  let descriptor: Int32

  /// Connects to 127.0.0.1; `receiveBuffer` makes the kernel's buffer small for slow readers.
  init?(port: UInt16, receiveBuffer: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      Glibc.close(descriptor)
      return nil
    }
  }

  deinit { Glibc.close(descriptor) }

  /// Sends all of it, or as much as the peer takes before it closes.
  func send(_ bytes: [UInt8]) async {
    let descriptor = self.descriptor
    await onOwnThread {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes { bytes in
          Glibc.send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return }
        sent += count
      }
    }
  }

  func send(_ text: String) async { await send(Array(text.utf8)) }

  /// Sends what fits without waiting; how many bytes went.
  func sendNow(_ bytes: [UInt8]) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
  }

  /// Says that nothing more comes, and goes on reading.
  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Lets the kernel take more again, after a small buffer has done its work.
  func enlargeReceiveBuffer() {
    var size: Int32 = 1_000_000
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads until `enough` says so, the peer closes, or the time is up.
  func read(
    seconds: Double = 30, atOnce: Int = 65_536,
    until enough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }
  ) async -> (bytes: [UInt8], isClosed: Bool) {
    let descriptor = self.descriptor
    return await onOwnThread {
      let end = ContinuousClock.now + .seconds(seconds) * Patience.factor
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: atOnce)
      while !enough(bytes) {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return (bytes, false) }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds =
          left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
        guard Glibc.poll(&poll, 1, Int32(clamping: milliseconds + 1)) > 0 else { return (bytes, false) }
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count <= 0 { return (bytes, true) }
        bytes += chunk[..<count]
      }
      return (bytes, false)
    }
  }

  /// Reads a head to its end and no byte more: frames may follow at once.
  func readHead() async -> String {
    let (bytes, _) = await read(atOnce: 1) { $0.suffix(4) == [13, 10, 13, 10] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads one answer with a content-length, or until the end.
  func readAnswer(seconds: Double = 30) async -> RawAnswer {
    let (bytes, isClosed) = await read(seconds: seconds) { RawAnswer($0, isClosed: false).isWhole }
    return RawAnswer(bytes, isClosed: isClosed)
  }

  /// Reads until the peer closes; nil when it does not in time.
  func readToEnd(seconds: Double = 30) async -> String? {
    let (bytes, isClosed) = await read(seconds: seconds)
    return isClosed ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

/// An answer as a client sees it.
struct RawAnswer: Sendable {
  let status: Int
  let head: String
  let body: String
  let isWhole: Bool
  let isClosed: Bool

  init(_ bytes: [UInt8], isClosed: Bool) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n\r\n")
    head = parts[0]
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
    status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    let length = head.components(separatedBy: "\r\n").first { $0.hasPrefix("content-length: ") }
      .flatMap { Int($0.dropFirst(16)) }
    isWhole = parts.count > 1 && body.utf8.count >= (length ?? 0)
    self.isClosed = isClosed
  }
}

/// A WebSocket client over a bare socket.
final class RawWebSocket: Sendable {
  let client: RawClient

  static let handshake = """
    GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
    """

  /// Connects and shakes hands; nil when refused.
  init?(port: UInt16, receiveBuffer: Int32? = nil) async {
    guard let client = RawClient(port: port, receiveBuffer: receiveBuffer) else { return nil }
    self.client = client
    await client.send(Self.handshake)
    guard await client.readHead().hasPrefix("HTTP/1.1 101") else { return nil }
  }

  /// A masked frame.
  static func frame(_ first: UInt8, _ payload: [UInt8], isMasked: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = [first]
    let mask: UInt8 = isMasked ? 0x80 : 0
    if payload.count <= 125 {
      bytes.append(mask | UInt8(payload.count))
    } else if payload.count <= 65_535 {
      bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    } else {
      bytes.append(mask | 127)
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [1, 2, 3, 4]
    return bytes + key + payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
  }

  func send(text: String) async { await client.send(Self.frame(0x81, Array(text.utf8))) }

  /// The next frames' payloads (servers do not mask), until `count` came or the end.
  func readFrames(_ count: Int, seconds: Double = 30) async -> [RawFrame] {
    let (bytes, _) = await client.read(seconds: seconds) { RawFrame.parse($0).count >= count }
    return RawFrame.parse(bytes)
  }
}

/// A frame from a server.
struct RawFrame: Sendable, Equatable {
  let first: UInt8
  let payload: [UInt8]

  var text: String { String(decoding: payload, as: UTF8.self) }
  /// The code of a close frame.
  var closeCode: Int? {
    first == 0x88 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
  }

  static func parse(_ bytes: [UInt8]) -> [RawFrame] {
    var frames: [RawFrame] = []
    var rest = bytes[...]
    while rest.count >= 2 {
      let first = rest.removeFirst()
      var length = Int(rest.removeFirst())
      let extended = length == 126 ? 2 : length == 127 ? 8 : 0
      guard rest.count >= extended else { break }
      if extended > 0 { length = rest.prefix(extended).reduce(0) { $0 << 8 | Int($1) } }
      rest = rest.dropFirst(extended)
      guard rest.count >= length else { break }
      frames.append(RawFrame(first: first, payload: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return frames
  }
}
