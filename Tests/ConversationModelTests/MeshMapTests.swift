import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct MeshMapTests {
  /// We are 0; 1 and 2 are in range, 3 is behind 1, 4 behind 3.
  @Test func waysAndHopsFollowTheLinksBothEndsName() throws {
    let map = map(
      connected: [1, 2], reachable: [3, 4],
      pairs: [pair(0, 1), pair(0, 2), pair(1, 3), pair(3, 4), pair(1, 2)])
    #expect(map.stations.map(\.address) == [0, 1, 2, 3, 4].map(address))
    #expect(map.stations.map(\.hops) == [0, 1, 1, 2, 3])
    #expect(map.station(address(4))?.way == [1, 3].map(address))
    #expect(map.station(address(1))?.way == [])
    #expect(map.station(address(0))?.way == nil)
    #expect(map.longestWay == 3)
  }

  @Test func oneSidesWordGivesADistanceAndNoWay() throws {
    let map = map(connected: [1], reachable: [], pairs: [pair(0, 1), pair(1, 5, isConfirmed: false)])
    let station = try #require(map.station(address(5)))
    #expect(station.hops == 2)
    #expect(station.way == nil)
    #expect(station.person == nil)
  }

  @Test func aLiveLinkNeedsNobodysWordAndAnEndedOneIsOnlyOneSides() throws {
    let map = map(connected: [1], reachable: [2], pairs: [pair(0, 2)])
    #expect(map.links.contains(pair(0, 1)))
    #expect(map.links.contains(pair(0, 2, isConfirmed: false)))
    #expect(map.links.count == 2)
  }

  @Test func whoIsOutOfReachAndNamedByNobodyIsLeftOut() {
    let map = map(connected: [1], reachable: [], away: [7], pairs: [])
    #expect(map.station(address(7)) == nil)
    #expect(map.stations.count == 2)
  }

  @Test func withoutAWayTheHopsOfMessagesCount() {
    let map = map(connected: [1], reachable: [6], pairs: [])
    #expect(map.station(address(6))?.hops == 4)
  }

  @Test func aRingEndsTheSearch() {
    let chain = (0..<20).map { pair($0, $0 + 1) }
    let map = map(connected: [1], reachable: [], pairs: chain + [pair(20, 0)])
    #expect(map.station(address(11))?.hops == 11)
    #expect(map.station(address(15))?.way == nil)
  }

  private func map(
    connected: [Int], reachable: [Int], away: [Int] = [], pairs: [NeighbourPair]
  ) -> MeshMap {
    let peers =
      connected.map { peer($0, hops: 1, isConnected: true, isReachable: true) }
      + reachable.map { peer($0, hops: 4, isConnected: false, isReachable: true) }
      + away.map { peer($0, hops: nil, isConnected: false, isReachable: false) }
    let directory = PeopleDirectory(peers: peers, remembered: [:], ownNickname: "me")
    return MeshMap(
      own: address(0), directory: directory, pairs: pairs, takenAt: Timestamp(milliseconds: 9))
  }

  private func peer(_ number: Int, hops: Int?, isConnected: Bool, isReachable: Bool) -> TransportPeer {
    TransportPeer(
      address: address(number), nickname: "n\(number)", noiseKey: nil, fingerprint: "",
      isConnected: isConnected, isReachable: isReachable, hops: hops, session: .none,
      lastSeen: Timestamp(milliseconds: 1))
  }
}

private func address(_ number: Int) -> PeerAddress {
  guard let address = PeerAddress("00000000000000" + String(number + 16, radix: 16)) else {
    preconditionFailure("Sixteen digits are an address.")
  }
  return address
}

private func pair(_ one: Int, _ other: Int, isConfirmed: Bool = true) -> NeighbourPair {
  let (low, high) = (min(one, other), max(one, other))
  return NeighbourPair(first: address(low), second: address(high), isConfirmed: isConfirmed)
}
