import Bytes
import Testing

@Suite struct BytesPageTests {
  @Test func theExampleOfThePageHolds() {
    var writer = ByteWriter()
    writer.append(UInt16(0x0102))
    var reader = ByteReader(writer.bytes)
    let value = reader.readUInt16()  // 0x0102
    let missing = reader.readUInt8()  // nil: the end was reached
    #expect(value == 0x0102)
    #expect(missing == nil)
  }
}
