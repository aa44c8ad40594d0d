import CSodium

/// Set up once, before the first call into the library: chooses the fastest code for this processor.
/// Nothing in this module draws from the library's own random source.
private let isSodiumReady: Bool = sodium_init() >= 0

/// Every path into the library starts here.
func prepareSodium() {
  precondition(isSodiumReady, "libsodium could not be initialised")
}

/// Lends the bytes without copying them where they are contiguous; the pointer is valid even for none.
///
/// Inlinable, as the two functions every message passes through are: a caller's array is then reached
/// without generic dispatch, which costs as much as sealing 100 bytes.
@inlinable
func withPointer<Result>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafePointer<UInt8>, Int) -> Result
) -> Result {
  func call(_ buffer: UnsafeBufferPointer<UInt8>) -> Result {
    if let base = buffer.baseAddress { return body(base, buffer.count) }
    return withUnsafePointer(to: 0 as UInt8) { body($0, 0) }
  }
  if let result = bytes.withContiguousStorageIfAvailable(call) { return result }
  return Array(bytes).withUnsafeBufferPointer(call)
}

/// An array of exactly `count` bytes which `body` writes in full; `count` may be zero.
func filledArray(count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    if let base = buffer.baseAddress { body(base) }
    initialized = count
  }
}
