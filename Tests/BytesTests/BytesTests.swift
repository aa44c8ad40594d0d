import Bytes
import Testing

@Suite struct BytesTests {
  @Test func readsPastTheEndReturnNothingAndMoveNothing() {
    var reader = ByteReader([1, 2, 3])
    #expect(reader.readUInt16() == 0x0102)
    #expect(reader.readUInt32() == nil)
    #expect(reader.read(2) == nil)
    #expect(reader.read(-1) == nil)
    #expect(reader.offset == 2)
    #expect(reader.readUInt8() == 3)
    #expect(reader.isAtEnd)
    #expect(reader.readUInt8() == nil)
  }

  @Test func whatIsWrittenIsReadBack() {
    var writer = ByteWriter()
    writer.append(UInt8(1))
    writer.append(UInt16(0x0203))
    writer.append(UInt32(0x0405_0607))
    writer.append(UInt64(0x0809_0A0B_0C0D_0E0F))
    writer.append(contentsOf: [16, 17])
    #expect(writer.bytes == (1...17).map { UInt8($0) })
    var reader = ByteReader(slice: writer.bytes[...])
    #expect(reader.readUInt8() == 1)
    #expect(reader.readUInt16() == 0x0203)
    #expect(reader.readUInt32() == 0x0405_0607)
    #expect(reader.readUInt64() == 0x0809_0A0B_0C0D_0E0F)
    #expect(Array(reader.readRest()) == [16, 17])
  }

  @Test func sliceReadersCountFromTheirOwnStart() {
    let all: [UInt8] = [9, 9, 1, 2]
    var reader = ByteReader(slice: all[2...])
    #expect(reader.offset == 0)
    #expect(reader.readUInt16() == 0x0102)
    #expect(reader.offset == 2)
  }

  @Test func hexadecimalRoundTripsAndRefusesAnythingElse() {
    let every = (0...255).map { UInt8($0) }
    #expect([UInt8](hexadecimal: every.hexadecimal) == every)
    #expect([UInt8](hexadecimal: "aAfF09") == [0xAA, 0xFF, 0x09])
    for bad in ["a", "0g", " 0", "é0", "0x00"] {
      #expect([UInt8](hexadecimal: bad) == nil, "accepted \(bad)")
    }
  }
}
