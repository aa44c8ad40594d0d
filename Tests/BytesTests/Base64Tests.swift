import Bytes
import Testing

@Suite struct Base64Tests {
  @Test func theExamplesOfTheStandardHold() {
    // RFC 4648, 10.
    for (text, base64) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ] {
      #expect([UInt8](base64: base64) == Array(text.utf8))
      #expect([UInt8](base64: base64.filter { $0 != "=" }) == Array(text.utf8))
      #expect(Array(text.utf8).base64URL == base64.filter { $0 != "=" })
    }
  }

  @Test func everyByteComesBackAtEveryLength() {
    let every = (0...255).map { UInt8($0) }
    for count in 0...256 {
      let bytes = Array(every.prefix(count))
      #expect([UInt8](base64: bytes.base64URL) == bytes)
    }
  }

  @Test func bothAlphabetsAreReadAndOneIsWritten() {
    #expect([UInt8](base64: "-_+/") == [0xFB, 0xFF, 0xBF])
    #expect([0xFB, 0xFF, 0xBF].base64URL == "-_-_")
  }

  @Test func otherCharactersAndImpossibleLengthsAreRefused() {
    for bad in ["A", "AAAAA", "A=AA", "AA.A", "AA A", "é"] {
      #expect([UInt8](base64: bad) == nil, "accepted \(bad)")
    }
  }
}
