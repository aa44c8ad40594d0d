import Testing
import Timebase
import TransportPorts

@Suite struct IdentifierTests {
  @Test func addressesAreSixteenOrSixtyFourHexadecimalDigits() {
    #expect(PeerAddress(String(repeating: "a", count: 64))?.form == .noiseKey)
    for bad in ["", "0011", "00112233aabbccdg", "00112233aabbccd", "é0112233aabbccd", " 0112233aabbccdd"] {
      #expect(PeerAddress(bad) == nil, "accepted \(bad)")
    }
  }

  @Test func version7CarriesTheTimeAndItsVersionAndVariant() {
    var generator = SystemRandomNumberGenerator()
    let id = MessageID.version7(at: Timestamp(milliseconds: 0x0197_7420_DC7B), using: &generator)
    let groups = id.text.split(separator: "-")
    #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
    #expect(groups[0] + groups[1] == "01977420DC7B")
    #expect(groups[2].first == "7")
    #expect("89AB".contains(groups[3].first ?? " "))
    #expect(id != MessageID.version7(at: Timestamp(milliseconds: 0x0197_7420_DC7B), using: &generator))
  }

  @Test func aLaterMessageHasAGreaterID() {
    var generator = SystemRandomNumberGenerator()
    let early = MessageID.version7(at: Timestamp(milliseconds: 1_000), using: &generator)
    let late = MessageID.version7(at: Timestamp(milliseconds: 1_001), using: &generator)
    #expect(early < late)
  }
}
