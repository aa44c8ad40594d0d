import Glibc

/// A listening TCP socket, bound to exactly the address that was asked for.
///
/// We open it ourselves because the protocol library, asked for 127.0.0.1, can open every interface.
/// The address is compared with what the system says before the first connection can come.
struct HTTPListener {
  let descriptor: Int32
  let address: String
  let port: UInt16

  /// Opens one listener for each address, all on one port; closes what was opened when it throws.
  static func open(_ configuration: HTTPServerConfiguration) throws(NetworkingError) -> [HTTPListener] {
    guard configuration.port == 0, configuration.addresses.count > 1 else {
      return try openAll(configuration.addresses, port: configuration.port)
    }
    // A free port of the first address may be taken at the second: another one is tried then.
    for _ in 0..<16 {
      do throws(NetworkingError) {
        return try openAll(configuration.addresses, port: 0)
      } catch {
        guard error == .system(call: "bind", code: EADDRINUSE) else { throw error }
      }
    }
    return try openAll(configuration.addresses, port: 0)
  }

  private static func openAll(
    _ addresses: [HTTPServerConfiguration.Address], port: UInt16
  ) throws(NetworkingError) -> [HTTPListener] {
    var opened: [HTTPListener] = []
    do throws(NetworkingError) {
      for address in addresses {
        guard let found = try open(address, port: opened.first?.port ?? port) else { continue }
        opened.append(found)
      }
    } catch {
      for listener in opened { listener.close() }
      throw error
    }
    guard !opened.isEmpty else { throw .addressNotUsable(addresses.map(\.text).joined(separator: " ")) }
    return opened
  }

  private static func open(
    _ address: HTTPServerConfiguration.Address, port: UInt16
  ) throws(NetworkingError) -> HTTPListener? {
    do throws(NetworkingError) {
      return try open(address.text, port: port)
    } catch {
      let absent: [NetworkingError] = [
        .system(call: "bind", code: EADDRNOTAVAIL), .system(call: "socket", code: EAFNOSUPPORT),
      ]
      guard !address.isRequired, absent.contains(error) else { throw error }
      return nil
    }
  }

  /// Closes the socket.
  func close() {
    _ = Glibc.close(descriptor)
  }

  private static func open(_ text: String, port: UInt16) throws(NetworkingError) -> HTTPListener {
    guard let wanted = NumericAddress(text, port: port) else { throw .addressNotUsable(text) }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(wanted.family, type, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    do throws(NetworkingError) {
      return try bound(descriptor, to: wanted)
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
  }

  private static func bound(
    _ descriptor: Int32, to wanted: NumericAddress
  ) throws(NetworkingError) -> HTTPListener {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if wanted.family == AF_INET6, setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) != 0 {
      throw .system(call: "setsockopt", code: errno)
    }
    guard wanted.withSockaddr({ bind(descriptor, $0, $1) }) == 0 else {
      throw .system(call: "bind", code: errno)
    }
    guard let got = NumericAddress(boundTo: descriptor) else {
      throw .system(call: "getsockname", code: errno)
    }
    guard got.text == wanted.text, wanted.port == 0 || got.port == wanted.port else {
      throw .boundElsewhere(wanted: wanted.text, got: got.text)
    }
    guard listen(descriptor, 128) == 0 else { throw .system(call: "listen", code: errno) }
    return HTTPListener(descriptor: descriptor, address: got.text, port: got.port)
  }
}
