import CZlib

/// Raw DEFLATE (RFC 1951): no zlib header, no checksum.
///
/// The encoder's settings are part of the wire format, since signatures cover compressed bytes: level
/// 5, a window of 2^15, memory level 8, default strategy, finished in a single call (mesh-wire 4.1).
public enum RawDeflate {
  /// The compressed form of `bytes`, or nothing when it would be longer than `outputBytesMax`.
  ///
  /// Allocates at most one byte more than that and the encoder's 256 KiB.
  public static func compress(_ bytes: some Collection<UInt8>, outputBytesMax: Int) -> [UInt8]? {
    var stream = z_stream()
    guard outputBytesMax > 0, bytes.count <= countMax,
      deflateInit2_(
        &stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(clamping: deflateBound(&stream, UInt(bytes.count)))
    // The library wants one byte to spare before it calls the stream finished.
    let capacity = min(outputBytesMax, bound, countMax - 1) + 1
    var isFinished = false
    let output = run(&stream, over: bytes, capacity: capacity) { stream in
      isFinished = deflate(&stream, Z_FINISH) == Z_STREAM_END
    }
    return isFinished && output.count <= outputBytesMax ? output : nil
  }

  /// The `expectedBytes` bytes that `bytes` stands for, no more and no fewer.
  ///
  /// Bytes after the end of the stream are ignored. Allocates at most one byte more than expected and
  /// the decoder's 64 KiB; a size no stream of this length can have is refused before.
  /// - Throws: every case of `CompressionError`.
  public static func inflate(
    _ bytes: some Collection<UInt8>, expectedBytes: Int
  ) throws(CompressionError) -> [UInt8] {
    guard expectedBytes >= 0, bytes.count <= countMax, expectedBytes < countMax,
      expectedBytes / expansionMax <= bytes.count
    else { throw .impossibleSize(expected: expectedBytes) }
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .outOfMemory }
    defer { inflateEnd(&stream) }
    var status = Z_OK
    // The one byte more shows a stream that goes on.
    let output = run(&stream, over: bytes, capacity: expectedBytes + 1) { stream in
      status = CZlib.inflate(&stream, Z_FINISH)
    }
    guard output.count <= expectedBytes else { throw .tooLarge(expected: expectedBytes) }
    switch status {
    case Z_STREAM_END: break
    case Z_OK, Z_BUF_ERROR: throw .truncated(found: output.count)
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .corrupt(offset: Int(clamping: stream.total_in))
    }
    guard output.count == expectedBytes else {
      throw .tooSmall(expected: expectedBytes, found: output.count)
    }
    return output
  }

  /// Points the stream at input and output, calls `body` once and returns what was put out.
  private static func run(
    _ stream: inout z_stream, over bytes: some Collection<UInt8>, capacity: Int,
    _ body: (inout z_stream) -> Void
  ) -> [UInt8] {
    func call(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: capacity) { output, initialized in
        // The library never writes through this pointer; its type only lacks the const.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(capacity)
        body(&stream)
        initialized = capacity - Int(stream.avail_out)
      }
    }
    return bytes.withContiguousStorageIfAvailable(call) ?? Array(bytes).withUnsafeBufferPointer(call)
  }

  private static let level: Int32 = 5
  private static let windowBits: Int32 = -15
  private static let memoryLevel: Int32 = 8
  /// DEFLATE cannot give more output bytes an input byte: 258 for two bits, less the header.
  private static let expansionMax = 1032
  /// What the library can count in one call.
  private static let countMax = Int(UInt32.max)
}
