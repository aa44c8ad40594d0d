import Cryptography
import Storage
import Testing

@Suite struct RowSealerTests {
  private func sealer(_ byte: UInt8) throws -> RowSealer {
    try RowSealer(storeKey: SecretBytes([UInt8](repeating: byte, count: 32)))
  }

  @Test func whatWasSealedOpensUnderTheSameKeyAndContextOnly() throws {
    let sealer = try sealer(1)
    for count in [0, 1, 31, 32, 1_000] {
      let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      let sealed = try sealer.seal(plain, context: "message")
      #expect(sealed.count == count + RowSealer.overheadBytes)
      #expect(try sealer.open(sealed, context: "message") == plain)
      #expect(throws: StorageError.sealBroken(context: "peer")) { try sealer.open(sealed, context: "peer") }
      #expect(throws: StorageError.sealBroken(context: "message")) {
        try self.sealer(2).open(sealed, context: "message")
      }
    }
  }

  @Test func everyChangedOrMissingByteIsNoticed() throws {
    let sealer = try sealer(1)
    let sealed = try sealer.seal([1, 2, 3], context: "c")
    var accepted: [String] = []
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      if (try? sealer.open(changed, context: "c")) != nil { accepted.append("changed \(index)") }
      if (try? sealer.open(Array(sealed[..<index]), context: "c")) != nil { accepted.append("cut \(index)") }
    }
    #expect(accepted.isEmpty, "\(accepted)")
  }

  @Test func theSameRowSealedTwiceLooksDifferent() throws {
    let sealer = try sealer(1)
    #expect(try sealer.seal([1, 2, 3], context: "c") != sealer.seal([1, 2, 3], context: "c"))
  }

  @Test func indexValuesAreEqualForEqualBytesInOneContextUnderOneKey() throws {
    let sealer = try sealer(1)
    let value = sealer.index([7, 8], context: "id")
    #expect(value.count == RowSealer.indexBytes)
    #expect(value == sealer.index([7, 8], context: "id"))
    #expect(value != sealer.index([7, 9], context: "id"))
    #expect(value != sealer.index([7, 8], context: "key"))
    #expect(sealer.index(Array("c".utf8), context: "ab") != sealer.index(Array("bc".utf8), context: "a"))
    #expect(value != (try self.sealer(2).index([7, 8], context: "id")))
  }

  @Test func aKeyOfAnotherLengthIsRefused() {
    #expect(throws: CryptographyError.self) { try RowSealer(storeKey: SecretBytes([1, 2, 3])) }
  }
}
