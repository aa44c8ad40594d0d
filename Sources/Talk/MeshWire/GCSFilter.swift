import Bytes
import Cryptography

/// A Golomb-coded set: says of a packet id "certainly not in" or "probably in", at about nine bits an id.
///
/// An id becomes a value below ``range``; the sorted values' differences, less one, are written as unary
/// quotient and ``parameter`` bits of remainder, most significant bit first, the last byte filled with zeros.
/// Source: mesh-wire 12.3.
public struct GCSFilter: Sendable, Equatable {
  /// P: bits of remainder; a false "probably in" happens once in about 2^P.
  public let parameter: Int
  /// M: values are below it.
  public let range: UInt32
  /// The coded differences.
  public let data: [UInt8]

  /// A filter as it came; nothing is checked before it is read.
  public init(parameter: Int, range: UInt32, data: [UInt8]) {
    self.parameter = parameter
    self.range = range
    self.data = data
  }

  /// The filter of somebody who has nothing.
  public static let empty = GCSFilter(parameter: 7, range: 1, data: [])

  /// Allowed values of P.
  public static let parameters = 1...32
  /// Filter bytes that are sent.
  public static let sentBytesMax = 400
  /// Filter bytes that are accepted.
  public static let dataBytesMax = 1024
  /// The rate of wrong "probably in" answers that is aimed at.
  public static let falsePositiveRate = 0.01

  /// The filter over the first of `ids`, newest first, that fit `bytesMax` bytes.
  ///
  /// `included` is how many of them it covers; 0 where not even one fits.
  public static func build(
    _ ids: [GossipID], bytesMax: Int = sentBytesMax, falsePositiveRate: Double = falsePositiveRate
  ) -> (filter: GCSFilter, included: Int) {
    build(words: ids.map(\.filterWord), bytesMax: bytesMax, falsePositiveRate: falsePositiveRate)
  }

  /// The same for ids whose ``GossipID/filterWord`` was computed before.
  public static func build(
    words ids: [UInt64], bytesMax: Int = sentBytesMax, falsePositiveRate: Double = falsePositiveRate
  ) -> (filter: GCSFilter, included: Int) {
    let parameter = self.parameter(falsePositiveRate: falsePositiveRate)
    var count = min(ids.count, elementsMax(bytes: bytesMax, parameter: parameter))
    guard count > 0 else { return (GCSFilter(parameter: parameter, range: 1, data: []), 0) }
    let wanted = UInt64(count).multipliedReportingOverflow(by: 1 << UInt64(parameter)).partialValue
    // Fixed here: trimming the oldest ids below does not change where the others are mapped.
    let range = UInt32(clamping: max(1, wanted))
    while true {
      let values = ids.prefix(count).map { value(of: $0, range: range) }.sorted()
      let data = encode(values, parameter: parameter, range: range)
      if data.count <= bytesMax {
        return (GCSFilter(parameter: parameter, range: range, data: data), data.isEmpty ? 0 : count)
      }
      guard count > 1 else { return (GCSFilter(parameter: parameter, range: range, data: []), 0) }
      count = max(1, count * 9 / 10)
    }
  }

  /// P for a rate, which is first brought between 0.000001 and 0.25: the smallest with 2^P at least 1/rate.
  public static func parameter(falsePositiveRate: Double) -> Int {
    let inverse = 1 / min(max(falsePositiveRate, 0.000_001), 0.25)
    var parameter = 1
    while Double(UInt64(1) << UInt64(parameter)) < inverse { parameter += 1 }
    return parameter
  }

  /// How many ids are put into that many bytes at first.
  public static func elementsMax(bytes: Int, parameter: Int) -> Int {
    let bits = max(8, min(max(bytes, 0), dataBytesMax) * 8)
    return max(1, bits / max(3, parameter + 2))
  }

  /// The values, rising; nothing for P outside 1…32 or M at most 1.
  ///
  /// Zero bits at the end may read as a few values more; that only adds false "probably in" answers. Takes
  /// time in proportion to the data, whatever it says.
  public var values: [UInt64] {
    guard Self.parameters.contains(parameter), range > 1 else { return [] }
    let bits = UInt64(parameter)
    let limit = UInt64(range)
    let quotientMax = limit >> bits
    var reader = BitReader(data)
    var values: [UInt64] = []
    var value: UInt64 = 0
    while let quotient = reader.readUnary(), let remainder = reader.read(parameter) {
      // A quotient above this leaves the range, and below it nothing can overflow.
      guard quotient <= quotientMax else { return values }
      value += (quotient << bits) + remainder + 1
      guard value < limit else { return values }
      values.append(value)
    }
    return values
  }

  /// What answers for many ids; reads the data once.
  public var members: Members { Members(range: range, values: values) }

  /// The read form of a filter.
  public struct Members: Sendable {
    fileprivate let range: UInt32
    fileprivate let values: [UInt64]

    /// Whether the id is probably in; always `false` for M at most 1.
    public func mightContain(_ id: GossipID) -> Bool { mightContain(word: id.filterWord) }

    /// The same for an id whose ``GossipID/filterWord`` was computed before.
    public func mightContain(word: UInt64) -> Bool {
      let wanted = value(of: word, range: range)
      var low = 0
      var high = values.count
      while low < high {
        let middle = (low + high) / 2
        if values[middle] < wanted { low = middle + 1 } else { high = middle }
      }
      return low < values.count && values[low] == wanted
    }
  }

  /// Where an id stands in a range: its word modulo M, 1 instead of 0.
  static func value(of word: UInt64, range: UInt32) -> UInt64 {
    range > 1 ? max(1, word % UInt64(range)) : 0
  }

  private static func encode(_ sorted: [UInt64], parameter: Int, range: UInt32) -> [UInt8] {
    let last = UInt64(range) - 1
    var writer = BitWriter()
    var previous: UInt64 = 0
    for value in sorted {
      let value = min(value, last)
      guard value > previous else { continue }
      let difference = value - previous - 1
      writer.appendUnary(difference >> UInt64(parameter))
      writer.append(difference, bits: parameter)
      previous = value
    }
    return writer.bytes
  }
}

extension GossipID {
  /// What places the id in every filter: 63 bits of the SHA-256 of its bytes. Costs that hash.
  public var filterWord: UInt64 {
    var hash = SHA256()
    hash.update(bytes.span)
    return hash.leadingWords().0 & UInt64(Int64.max)
  }
}
