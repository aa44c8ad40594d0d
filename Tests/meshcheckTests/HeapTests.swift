import Testing

@testable import meshcheck

/// Goal: the figure of `meshcheck memory` is what is in use. Method: something large, small things, and both
/// gone again.
@Suite(.serialized)
struct HeapTests {
  @Test func reportSeesWhatIsHeldAndThatItIsGone() throws {
    let before = try #require(Heap.bytesInUse())
    var large: [[UInt8]] = [[UInt8](repeating: 1, count: 64 << 20)]
    large += (0..<10_000).map { [UInt8](repeating: 2, count: 1_000 + $0 % 7) }
    let full = try #require(Heap.bytesInUse())
    let bytes = large.reduce(0) { $0 + $1.count }
    // Other tests hold something too.
    #expect(abs(full - before - bytes) < 8 << 20)
    large = []
    let after = try #require(Heap.bytesInUse())
    #expect(full - after > bytes - 8 << 20)
  }
}
