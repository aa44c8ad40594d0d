/// Bytes waiting to be written, in one contiguous run.
struct OutgoingBytes {
  private var bytes: [UInt8] = []
  private var head = 0

  var isEmpty: Bool { head == bytes.count }
  var count: Int { bytes.count - head }

  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      bytes = more
      head = 0
    } else {
      bytes.append(contentsOf: more)
    }
  }

  /// Lends what is waiting to `write`, which answers how much it took.
  mutating func consume(_ write: (UnsafeRawBufferPointer) -> Int) -> Int {
    let written = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[head...])) }
    guard written > 0 else { return written }
    head += written
    if isEmpty {
      bytes = []
      head = 0
    } else if head >= 1 << 16, head > bytes.count / 2 {
      bytes.removeFirst(head)
      head = 0
    }
    return written
  }

  mutating func removeAll() {
    bytes = []
    head = 0
  }
}
