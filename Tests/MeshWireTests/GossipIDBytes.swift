@testable import MeshWire

extension GossipID {
  /// The id of exactly 16 bytes; `nil` for any other count.
  init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    let words = [bytes.prefix(8), bytes.dropFirst(8)].map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init((high: words[0], low: words[1]))
  }
}
