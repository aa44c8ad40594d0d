import Glibc

/// Turns names of machines into addresses, away from every loop and task: the system's resolver blocks for
/// as long as its name servers do not answer.
public enum HostNames {
  /// The TCP addresses of a machine, in the order the system prefers, at most 16; empty when there are none
  /// or nobody answers. An address written out is itself and asks nobody.
  ///
  /// Each call takes a thread until the resolver answers, which cannot be hurried; callers bound how many
  /// run at a time.
  public static func addresses(of name: String) async -> [IPAddress] {
    if let address = IPAddress(name) { return [address] }
    return await withCheckedContinuation { continuation in
      let lookUp = Unmanaged.passRetained(LookUp(name: name, continuation: continuation))
      var thread = pthread_t()
      guard pthread_create(&thread, nil, body, lookUp.toOpaque()) == 0 else {
        lookUp.release()
        return continuation.resume(returning: [])
      }
      pthread_detach(thread)
    }
  }

  /// What the new thread takes over; it owns it from its first line on.
  private final class LookUp: Sendable {
    let name: String
    let continuation: CheckedContinuation<[IPAddress], Never>

    init(name: String, continuation: CheckedContinuation<[IPAddress], Never>) {
      self.name = name
      self.continuation = continuation
    }
  }

  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    guard let argument else { return nil }
    let lookUp = Unmanaged<LookUp>.fromOpaque(argument).takeRetainedValue()
    lookUp.continuation.resume(returning: resolve(lookUp.name))
    return nil
  }

  private static func resolve(_ name: String) -> [IPAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var found: [IPAddress] = []
    var next = first
    while let entry = next?.pointee, found.count < addressesMax {
      next = entry.ai_next
      guard let pointer = entry.ai_addr, let address = IPAddress(system: pointer), !found.contains(address)
      else { continue }
      found.append(address)
    }
    return found
  }

  private static let addressesMax = 16
}
