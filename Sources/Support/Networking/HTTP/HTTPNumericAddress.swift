import Glibc

/// A numeric IP address and port, between its text and the system's form.
struct NumericAddress {
  let family: Int32
  let text: String
  let port: UInt16
  private var storage = sockaddr_storage()

  /// An address from its text; nil unless it is numeric IPv4 or IPv6.
  init?(_ text: String, port: UInt16) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr = four
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
      self.family = AF_INET
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = six
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in6.self) }
      self.family = AF_INET6
    } else {
      return nil
    }
    guard let normal = Self.describe(&storage) else { return nil }
    self.text = normal.text
    self.port = port
  }

  /// The address a socket is bound to.
  init?(boundTo descriptor: Int32) {
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var filled = sockaddr_storage()
    let result = withUnsafeMutablePointer(to: &filled) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { return nil }
    self.init(&filled)
  }

  /// The address in a system structure that `accept` has filled.
  init?(_ filled: inout sockaddr_storage) {
    guard let found = Self.describe(&filled) else { return nil }
    self.family = Int32(filled.ss_family)
    self.text = found.text
    self.port = found.port
    self.storage = filled
  }

  /// Calls with the system's form and its length.
  func withSockaddr<T>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
    let length = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    return withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  /// What counts as one remote end when connections are limited: an IPv4 address, or an IPv6 /64.
  var limitKey: String {
    guard family == AF_INET6 else { return text }
    var prefix = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in6.self) }
    withUnsafeMutableBytes(of: &prefix.sin6_addr) { bytes in
      for index in 8..<16 { bytes[index] = 0 }
    }
    var masked = sockaddr_storage()
    withUnsafeMutableBytes(of: &masked) { $0.storeBytes(of: prefix, as: sockaddr_in6.self) }
    return Self.describe(&masked)?.text ?? text
  }

  private static func describe(_ storage: inout sockaddr_storage) -> (text: String, port: UInt16)? {
    var characters = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let size = socklen_t(characters.count)
    let port: UInt16
    switch Int32(storage.ss_family) {
    case AF_INET:
      var address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in.self) }
      port = UInt16(bigEndian: address.sin_port)
      guard inet_ntop(AF_INET, &address.sin_addr, &characters, size) != nil else { return nil }
    case AF_INET6:
      var address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in6.self) }
      port = UInt16(bigEndian: address.sin6_port)
      guard inet_ntop(AF_INET6, &address.sin6_addr, &characters, size) != nil else { return nil }
    default:
      return nil
    }
    let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (String(decoding: bytes, as: UTF8.self), port)
  }
}
