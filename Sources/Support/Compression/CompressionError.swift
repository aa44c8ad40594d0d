/// Why a compressed stream was refused. Offsets count input bytes from the start of the stream.
public enum CompressionError: Error, Sendable, Equatable {
  /// The expected size is negative or more than the stream could ever give; nothing was allocated.
  case impossibleSize(expected: Int)
  /// The stream is not valid DEFLATE; noticed after `offset` bytes.
  case corrupt(offset: Int)
  /// The input ends before the stream does, after `found` bytes of output.
  case truncated(found: Int)
  /// The stream ends after `found` bytes, fewer than expected.
  case tooSmall(expected: Int, found: Int)
  /// The stream goes on after the expected size.
  case tooLarge(expected: Int)
  /// There was no memory for the decoder.
  case outOfMemory
}
