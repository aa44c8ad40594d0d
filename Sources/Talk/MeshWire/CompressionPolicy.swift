import Compression

/// When a payload is compressed, and how.
///
/// Raw DEFLATE at the settings that other clients use, because signatures cover the result.
/// Source: mesh-wire 4.1 and 4.2.
public enum CompressionPolicy {
  /// Payloads below this many bytes stay as they are.
  public static let payloadBytesMin = 100

  /// Whether compression is worth a try: at least 100 bytes, and fewer than nine distinct values for
  /// every ten bytes of a sample of at most 256.
  ///
  /// The distinct values are counted over the whole payload; only the divisor is the sample's size.
  public static func isWorthTrying(_ payload: [UInt8]) -> Bool {
    guard payload.count >= payloadBytesMin else { return false }
    let sample = min(payload.count, sampleBytesMax)
    return Double(distinctValues(payload)) / Double(sample) < distinctRatioLimit
  }

  /// The DEFLATE bytes of `payload`, or `nil` where it goes uncompressed: not worth a try, or not smaller.
  public static func compressed(_ payload: [UInt8]) -> [UInt8]? {
    guard isWorthTrying(payload) else { return nil }
    return RawDeflate.compress(payload, outputBytesMax: payload.count - 1)
  }

  private static func distinctValues(_ payload: [UInt8]) -> Int {
    // 256 bits, one a value.
    var seen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for byte in payload {
      let bit = UInt64(1) << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: seen.0 |= bit
      case 1: seen.1 |= bit
      case 2: seen.2 |= bit
      default: seen.3 |= bit
      }
    }
    return seen.0.nonzeroBitCount + seen.1.nonzeroBitCount + seen.2.nonzeroBitCount + seen.3.nonzeroBitCount
  }

  private static let sampleBytesMax = 256
  private static let distinctRatioLimit = 0.9
}
