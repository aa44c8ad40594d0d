import Compression
import Testing

@Suite struct CompressionPageTests {
  @Test func theExampleOfThePageHolds() throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200)
    let packed = RawDeflate.compress(text, outputBytesMax: 199) ?? []
    let unpacked = try RawDeflate.inflate(packed, expectedBytes: 200)
    let noise: [UInt8] = [7, 1, 250]
    let tooLong = RawDeflate.compress(noise, outputBytesMax: 2)  // nil: it would not fit

    #expect(unpacked == text)
    #expect(packed.count < 10)
    #expect(tooLong == nil)
  }
}
