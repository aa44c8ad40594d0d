import Cryptography
import Mesh
import MeshWire
import Testing
import Timebase

/// Goal: scenarios 6 to 9 of mesh-engine 16.2, with the numbers that stand there. Method: whole engines; the
/// one that rotates goes through its panic and says who it is by its own announces; replays are frames that
/// were on the air.
struct RotationTests {
  /// Where the first announce comes on the link that the other end dialled, our own to the old identity is
  /// closed (12.1), and the link layer dials again.
  @Test(arguments: [true, false])
  func rotatedNodeOnTwoLinksIsTheOnlyOneConnectedAfterFiveAnnounces(_ isOursFirst: Bool) {
    var rig = MeshRig(["ann", "bob"], seed: 6)
    // One link dialled by each: neither is redundant.
    let (ours, theirs) = (rig.connect(0, 1), rig.connect(1, 0))
    rig.run(for: .seconds(3))
    let old = rig.nodes[1].id
    #expect(owners(rig, 0) == [ours.dialler, theirs.acceptor].map { Owner(link: $0, peer: old) })
    let new = Stranger(seed: 77).identity
    rig.rotate(1, to: new)
    rig.bringUp(isOursFirst ? ours.acceptor : theirs.dialler, of: 1)
    rig.run(for: .milliseconds(isOursFirst ? 450 : 100))
    #expect(announces(of: new.peerID, in: rig) == 1)
    #expect(!rig.nodes[0].engine.peers.contains { $0.id == old })
    #expect(!owners(rig, 0).contains { $0.peer == old })
    #expect(rig.nodes[0].disconnected == (isOursFirst ? [] : [ours.dialler]))
    var expected = [ours.dialler, theirs.acceptor]
    if isOursFirst {
      rig.bringUp(theirs.dialler, of: 1)
    } else {
      expected = [theirs.acceptor, rig.connect(0, 1).dialler]
    }
    for number in 1...4 {
      rig.run(for: .seconds(1))
      rig.tell(1, .command(.setNickname("bob \(number)")))
    }
    rig.run(for: .milliseconds(100))
    #expect(owners(rig, 0) == expected.map { Owner(link: $0, peer: new.peerID) })
    #expect(rig.nodes[0].connected == [new.peerID])
    #expect(rig.nodes[0].engine.peers.map(\.id) == [new.peerID])
  }

  @Test func rotatedNodeOnOneLinkIsMetOnceAndStays() {
    for isDialler in [true, false] {
      var rig = MeshRig(["ann", "bob"], seed: 9)
      let ends = isDialler ? rig.connect(1, 0) : rig.connect(0, 1)
      let link = isDialler ? ends.acceptor : ends.dialler
      rig.run(for: .seconds(3))
      let old = rig.nodes[1].id
      #expect(owners(rig, 0) == [Owner(link: link, peer: old)])
      let new = Stranger(seed: 78).identity
      rig.rotate(1, to: new)
      rig.bringUp(isDialler ? ends.dialler : ends.acceptor, of: 1)
      let before = rig.nodes[0].events.count
      for number in 1...70 {
        rig.run(for: .seconds(1))
        rig.tell(1, .command(.setNickname("bob \(number)")))
        #expect(owners(rig, 0) == [Owner(link: link, peer: new.peerID)], "second \(number)")
      }
      let after = rig.nodes[0].events[before...]
      #expect(rig.nodes[0].verified.filter { $0.1 == new.peerID }.count == 1, "it rebinds once")
      #expect(after.filter { $0 == .peerConnected(new.peerID) }.count == 1)
      #expect(after.filter { $0 == .peerDisconnected(old) }.count == 1)
      #expect(!after.contains(.peerDisconnected(new.peerID)))
      #expect(rig.nodes[0].connected == [new.peerID])
    }
  }

  @Test func replayedAnnounceMovesALinkOnlyWhenItsPeerHasNoOther() throws {
    var rig = MeshRig(["ann", "bob", "mal"], seed: 7)
    let bobs = rig.connect(0, 1)
    let mals = rig.connect(0, 2)
    rig.run(for: .seconds(3))
    let (bob, mal) = (rig.nodes[1].id, rig.nodes[2].id)
    rig.tell(0, .command(.sendPrivate(text: "to bob himself", to: bob, messageID: "L")))
    rig.run(for: .seconds(1))
    #expect(rig.nodes[1].privateTexts == ["to bob himself"], "there is a session to steal from")
    let whole = [Owner(link: bobs.dialler, peer: bob), Owner(link: mals.dialler, peer: mal)]
    #expect(owners(rig, 0) == whole)
    // Two announces of bob that are lost on their way to ann: nobody else has seen them either.
    rig.isDelivered = { node, link, _ in node != 0 || link != bobs.dialler }
    for name in ["bob one", "bob two"] {
      rig.tell(1, .command(.setNickname(name)))
      rig.run(for: .seconds(1))
    }
    rig.isDelivered = { _, _, _ in true }
    let unseen = rig.lost.map(\.frame).filter { (try? Packet.decode($0))?.type == .announce }
    try #require(unseen.count >= 2)
    rig.inject(unseen[0], to: 0, on: mals.dialler)
    #expect(owners(rig, 0) == whole, "scenario 7: the link stays with mal")
    #expect(Set(rig.nodes[0].connected) == [bob, mal])
    rig.cut(0, bobs.dialler)
    rig.run(for: .seconds(2))
    rig.inject(unseen[unseen.count - 1], to: 0, on: mals.dialler)
    #expect(owners(rig, 0) == [Owner(link: mals.dialler, peer: bob)], "scenario 8: now it moves")
    // What can be stolen is ciphertext: something leaves for bob on that link, nothing of it is readable, and
    // without bob's key nobody finishes a session there.
    let before = rig.deliveries.count
    rig.tell(0, .command(.sendPrivate(text: "for bob", to: bob, messageID: "M")))
    rig.run(for: .seconds(30))
    let stolen = try rig.deliveries[before...].filter { $0.link == mals.acceptor }
      .map { try Packet.decode($0.frame) }.filter { $0.recipient == bob }
    #expect(stolen.contains { $0.type == .noiseHandshake || $0.type == .noiseEncrypted })
    // Sync requests say what we have to whoever is a neighbour.
    let expected = [MessageType.noiseHandshake, .noiseEncrypted, .syncRequest]
    #expect(stolen.allSatisfy { expected.contains($0.type) })
    #expect(rig.nodes[2].privateTexts.isEmpty)
    let words = Array("for bob".utf8)
    #expect(!rig.deliveries[before...].contains { $0.frame.firstRange(of: words) != nil })
    #expect(rig.nodes[0].engine.sessionState(of: bob) != .established)
    #expect(!rig.nodes[0].statuses(of: "M").contains(.sent))
  }

  private struct Owner: Equatable {
    let link: LinkID
    let peer: PeerID?
  }

  private func owners(_ rig: MeshRig, _ node: Int) -> [Owner] {
    rig.nodes[node].engine.linkOwners.map { Owner(link: $0.link, peer: $0.peer) }
  }

  /// Different announces of a peer that came to somebody.
  private func announces(of peer: PeerID, in rig: MeshRig) -> Int {
    let packets = rig.deliveries.compactMap { try? Packet.decode($0.frame) }
    return Set(packets.filter { $0.type == .announce && $0.sender == peer }.map(\.timestamp)).count
  }
}
