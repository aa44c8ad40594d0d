/// Hides the size of a frame behind a block size: `need` bytes, each of value `need`.
///
/// | frame bytes | becomes |
/// |---|---|
/// | 0…240 | 256 |
/// | 257…496 | 512 |
/// | 769…1008 | 1024 |
/// | 1793…2032 | 2048 |
/// | any other | stays, since more than 255 bytes would be needed |
///
/// Source: mesh-wire 5.
public enum Padding {
  /// The block for a frame of `frameBytes`: the smallest one with 16 bytes to spare, or the size itself.
  public static func block(frameBytes: Int) -> Int {
    blocks.first { frameBytes <= $0 - spareBytes } ?? frameBytes
  }

  /// Adds padding up to `target` bytes, or nothing where 1 to 255 bytes would not do.
  public static func pad(_ frame: inout [UInt8], to target: Int) {
    let need = target - frame.count
    guard need >= 1, let value = UInt8(exactly: need) else { return }
    frame.append(contentsOf: repeatElement(value, count: need))
  }

  /// Adds padding up to the frame's own block.
  public static func pad(_ frame: inout [UInt8]) {
    pad(&frame, to: block(frameBytes: frame.count))
  }

  /// How many of the first bytes are left once valid padding is taken away; all of them without padding.
  ///
  /// A buffer that is all padding becomes empty.
  public static func unpaddedCount(_ frame: Span<UInt8>) -> Int {
    let count = frame.count
    guard count > 0 else { return 0 }
    let value = frame[count - 1]
    let length = Int(value)
    guard length >= 1, length <= count else { return count }
    for index in count - length..<count where frame[index] != value { return count }
    return count - length
  }

  private static let blocks = [256, 512, 1024, 2048]
  private static let spareBytes = 16
}
