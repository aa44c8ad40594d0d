import CSodium

// Safe to share: the storage is written only inside the initializers, before `self` can be seen by
// anyone else, and freed in `deinit`, when no reference is left.

/// Bytes that are overwritten when the last reference goes: keys, seeds, shared secrets.
///
/// Immutable after creation and never printed. Copies taken out of `withBytes` are the caller's to
/// keep short. Equality is compared in constant time.
public final class SecretBytes: @unchecked Sendable {  // archreview:ignore unchecked-sendable written once
  /// Length in bytes.
  public let count: Int
  private let storage: UnsafeMutablePointer<UInt8>

  /// Copies `bytes`. The caller's copy is not wiped.
  public init(_ bytes: some Collection<UInt8>) {
    count = bytes.count
    storage = .allocate(capacity: max(1, count))
    withPointer(bytes) { source, count in
      storage.update(from: source, count: count)
    }
  }

  /// Draws `count` bytes from `generator`.
  public init(count: Int, using generator: inout some RandomNumberGenerator) {
    precondition(count >= 0, "a length is not negative")
    self.count = count
    storage = .allocate(capacity: max(1, count))
    var offset = 0
    while offset < count {
      var word = generator.next().littleEndian
      withUnsafeBytes(of: &word) { source in
        for byte in source.prefix(count - offset) {
          storage[offset] = byte
          offset += 1
        }
      }
    }
  }

  /// Lets `body` write all `count` bytes; they are zero before.
  init(count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    self.count = count
    storage = .allocate(capacity: max(1, count))
    storage.initialize(repeating: 0, count: max(1, count))
    body(storage)
  }

  deinit {
    sodium_memzero(storage, count)
    storage.deallocate()
  }

  /// Lends the bytes for the time of the call. They must not escape from it.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: storage, count: count))
  }

  /// The bytes for calls into the library; valid while `self` is alive.
  var pointer: UnsafePointer<UInt8> { UnsafePointer(storage) }
}

extension SecretBytes: Equatable {
  /// Compares in a time that depends on the lengths only.
  public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    guard left.count == right.count else { return false }
    return withExtendedLifetime((left, right)) {
      sodium_memcmp(left.pointer, right.pointer, left.count) == 0
    }
  }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
  /// The length, never the content.
  public var description: String { "SecretBytes(\(count) bytes)" }

  /// Shows nothing to a debugger or `dump`.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Whether both have the same bytes, compared in a time that depends on the lengths only.
public func constantTimeEquals(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  withPointer(left) { leftBytes, leftCount in
    withPointer(right) { rightBytes, rightCount in
      leftCount == rightCount && sodium_memcmp(leftBytes, rightBytes, leftCount) == 0
    }
  }
}
