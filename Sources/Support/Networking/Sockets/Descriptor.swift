import Glibc

/// Owns one file descriptor and closes it when the last reference goes; never leaves the module.
final class Descriptor: Sendable {
  /// The system's number.
  let number: Int32

  /// Takes over an open descriptor.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    _ = Glibc.close(number)
  }
}

/// Makes nonblocking, close-on-exec sockets and sets their options, with the failed call in the error.
enum SystemSocket {
  /// The level of TCP's own options (IPPROTO_TCP, RFC 791's protocol 6). Written as a number because the
  /// system's constant is not found through the Glibc module in release builds.
  static let tcpLevel: Int32 = 6

  static func open(
    family: Int32, type: __socket_type, protocol number: Int32 = 0
  ) throws(NetworkingError) -> Descriptor {
    let kind = type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let number = Glibc.socket(family, Int32(kind), number)
    guard number >= 0 else { throw .system(call: "socket", code: errno) }
    return Descriptor(owning: number)
  }

  static func set<Value>(
    _ option: Int32, at level: Int32, to value: Value, on socket: Descriptor, named name: String
  ) throws(NetworkingError) {
    let length = socklen_t(MemoryLayout<Value>.size)
    let result = withUnsafePointer(to: value) { setsockopt(socket.number, level, option, $0, length) }
    guard result == 0 else {
      throw .system(call: "setsockopt(\(name))", code: errno)
    }
  }

  static func bind(_ socket: Descriptor, to address: SocketAddress) throws(NetworkingError) {
    guard address.withSystemAddress({ Glibc.bind(socket.number, $0, $1) }) == 0 else {
      throw .system(call: "bind", code: errno)
    }
  }

  static func localAddress(of socket: Descriptor) throws(NetworkingError) -> SocketAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(socket.number, $0, &length)
      }
    }
    guard result == 0, let address = SocketAddress(storage, length: length) else {
      throw .system(call: "getsockname", code: errno)
    }
    return address
  }
}
