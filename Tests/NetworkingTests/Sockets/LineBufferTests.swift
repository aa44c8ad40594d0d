import Testing

@testable import Networking

@Suite struct LineBufferTests {
  @Test func linesAreTheSameHoweverTheBytesAreCut() {
    let text = Array("one\n\nthree\nrest".utf8)
    for cut in 0...text.count {
      var buffer = LineBuffer(lineBytesMax: 5)
      var lines: [[UInt8]] = []
      for part in [text[..<cut], text[cut...]] {
        buffer.append(Array(part))
        while let line = buffer.next() { lines.append(line) }
      }
      #expect(lines == [Array("one".utf8), [], Array("three".utf8)])
      #expect(!buffer.isTooLong)
    }
  }

  @Test func aLineOverTheLimitIsTooLongWithAndWithoutItsEnd() {
    for bytes in [Array("sixsix".utf8), Array("sixsix\n".utf8)] {
      var buffer = LineBuffer(lineBytesMax: 5)
      buffer.append(bytes)
      #expect(buffer.next() == nil)
      #expect(buffer.isTooLong)
    }
  }
}
