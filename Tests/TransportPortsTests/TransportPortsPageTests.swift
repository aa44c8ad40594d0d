import Testing
import Timebase
import TransportPorts

@Suite struct TransportPortsPageTests {
  @Test func theExampleOfThePageHolds() {
    let address = PeerAddress("00112233AABBCCDD")
    let same = PeerAddress("00112233aabbccdd")
    let isSamePeer = address == same  // true: addresses have no case
    let form = address?.form  // .meshID
    var generator = SystemRandomNumberGenerator()
    let moment = Timestamp(milliseconds: 1_750_000_000_123)
    let id = MessageID.version7(at: moment, using: &generator)
    let isSameMessage = id == MessageID(id.text.lowercased())  // true: ids have no case
    #expect(isSamePeer && form == .meshID && isSameMessage)
  }
}
