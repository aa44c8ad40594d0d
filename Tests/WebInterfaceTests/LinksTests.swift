import AppState
import ConversationModel
import Testing
import Timebase
import TransportPorts

@testable import WebInterface

@Suite struct LinksTests {
  @Test func nobodyStandsOnAnybodyElse() {
    for (count, most) in [(2, 24), (5, 24), (12, 24), (30, 20)] {
      let map = tree(count)
      let layout = LinksLayout(map, LinksDrawing.Format.wide.measures)
      for (index, one) in layout.places.enumerated() {
        for other in layout.places.dropFirst(index + 1) {
          let (awayX, awayY) = (one.x - other.x, one.y - other.y)
          let distance = (awayX * awayX + awayY * awayY).squareRoot()
          #expect(distance >= Double(most), "\(count): \(one.station.name.name) \(other.station.name.name)")
        }
      }
    }
  }

  @Test func everythingStandsInsideTheDrawingAndOnItsRing() {
    for format in LinksDrawing.Format.allCases {
      let measures = format.measures
      let layout = LinksLayout(tree(40), measures)
      for place in layout.places {
        #expect((measures.tile / 2...measures.width - measures.tile / 2).contains(place.x))
        #expect((measures.tile / 2...measures.height - measures.tile / 2).contains(place.y))
        #expect(place.ring == min(place.station.hops ?? 0, LinksLayout.ringsMax))
      }
    }
  }

  @Test func theSameMapIsDrawnTheSameAndLargeOnesAreCut() {
    let map = tree(100)
    let (one, other) = (
      LinksLayout(map, LinksDrawing.Format.wide.measures),
      LinksLayout(map, LinksDrawing.Format.wide.measures)
    )
    #expect(one.places.map(\.x) == other.places.map(\.x))
    #expect(one.places.count == LinksLayout.placesMax)
    #expect(one.leftOut == 101 - LinksLayout.placesMax)
  }

  @Test func thePageShowsTheWayInTheDrawingAndInTheTable() throws {
    var screen = TalkScreen()
    let map = tree(5, name: "<b>")
    screen.map = map
    let far = try #require(map.stations.last)
    let context = PageContext(
      page: .links(far.address), times: TimeWords(now: Timestamp(milliseconds: 0)))
    let page = PageDrawing.html(screen, context).string
    #expect(page.contains("Map of links: 5 people"))
    #expect(page.contains("<caption"))
    #expect(page.contains("class=\"link chosen\""))
    #expect(page.contains("aria-current=\"true\""))
    #expect(!page.contains("<b>1"))
    #expect(page.contains("&lt;b&gt;"))
  }

  @Test func aDemoSaysSoOnEveryPageAndInItsTitle() {
    var screen = TalkScreen()
    screen.isSimulated = true
    for page in [Page.talk, .people, .links(nil), .settings(nil), .settings(.reach), .accounts] {
      let context = PageContext(page: page, times: TimeWords(now: Timestamp(milliseconds: 0)))
      let text = PageDrawing.html(screen, context).string
      #expect(text.contains("id=\"simulated\""), "\(page)")
      #expect(text.contains(", simulated</title>"), "\(page)")
    }
    screen.isSimulated = false
    let context = PageContext(page: .links(nil), times: TimeWords(now: Timestamp(milliseconds: 0)))
    #expect(!PageDrawing.html(screen, context).string.contains("imulated"))
  }

  @Test func linksHaveAddressesOfTheirOwn() throws {
    let address = try #require(PeerAddress("00000000000000a1"))
    for page in [Page.links(nil), .links(address)] {
      #expect(PagePath.page(PagePath.text(page)) == page)
    }
    #expect(PagePath.page("/talk/mesh/links/nobody") == nil)
  }

  /// A tree in which everybody has three behind them, and neighbours on a ring are linked now and then.
  private func tree(_ count: Int, name: String = "n") -> MeshMap {
    var hops = [0]
    var pairs: [NeighbourPair] = []
    for number in 1...count {
      let parent = (number - 1) / 3
      hops.append(hops[parent] + 1)
      pairs.append(pair(parent, number))
      if number % 4 == 0 { pairs.append(pair(number - 1, number)) }
    }
    let peers = (1...count).map { number in
      TransportPeer(
        address: address(number), nickname: "\(name)\(number)", noiseKey: nil, fingerprint: "",
        isConnected: hops[number] == 1, isReachable: true, hops: hops[number], session: .none,
        lastSeen: Timestamp(milliseconds: 0))
    }
    let directory = PeopleDirectory(peers: peers, remembered: [:], ownNickname: "me")
    return MeshMap(
      own: address(0), directory: directory, pairs: pairs, takenAt: Timestamp(milliseconds: 5_000))
  }

  private func pair(_ one: Int, _ other: Int) -> NeighbourPair {
    NeighbourPair(first: address(min(one, other)), second: address(max(one, other)), isConfirmed: true)
  }

  private func address(_ number: Int) -> PeerAddress {
    guard let address = PeerAddress("0000000000000" + String(number + 256, radix: 16)) else {
      preconditionFailure("Sixteen digits are an address.")
    }
    return address
  }
}
