import Mesh
import MeshWire
import Testing
import Timebase

/// Goal: two or three engines, bytes between them, nothing else, can talk (mesh-engine 16.2).
struct ConversationTests {
  @Test func twoNodesAnnounceAndBindEachOthersLink() {
    var rig = MeshRig(["ann", "bob"])
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    #expect(rig.nodes[0].connected == [rig.nodes[1].id])
    #expect(rig.nodes[1].connected == [rig.nodes[0].id])
    #expect(rig.nodes[0].engine.linkOwners.map(\.peer) == [rig.nodes[1].id])
    #expect(rig.nodes[1].engine.linkOwners.map(\.peer) == [rig.nodes[0].id])
    #expect(rig.nodes[0].engine.peers.first?.nickname == "bob")
    #expect(rig.nodes[0].engine.peers.first?.hops == 1)
  }

  @Test func twoNodesThatOfferMediaBecomeSecureDeliverable() {
    var rig = MeshRig(
      ["ann", "bob"], configuration: MeshConfiguration(capabilities: .encryptedPrivateMedia))
    rig.connect(0, 1)
    var seconds = 0
    while seconds < 20, !isSecure(rig) {
      rig.run(for: .seconds(1))
      seconds += 1
    }
    #expect(isSecure(rig))
  }

  private func isSecure(_ rig: MeshRig) -> Bool {
    rig.nodes[0].engine.isSecureDeliverable(rig.nodes[1].id)
      && rig.nodes[1].engine.isSecureDeliverable(rig.nodes[0].id)
  }

  @Test func privateMessageAndReceiptsGoBothWays() {
    var rig = MeshRig(["ann", "bob"])
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    let (ann, bob) = (rig.nodes[0].id, rig.nodes[1].id)
    rig.tell(0, .command(.sendPrivate(text: "hello", to: bob, messageID: "M-1")))
    rig.tell(0, .command(.sendPrivate(text: "again", to: bob, messageID: "M-2")))
    rig.run(for: .seconds(1))
    #expect(rig.nodes[1].privateTexts == ["hello", "again"])
    #expect(rig.nodes[0].statuses(of: "M-1") == [.sent])
    rig.tell(1, .command(.sendDelivered(messageID: "M-1", to: ann)))
    rig.tell(1, .command(.sendRead(messageID: "M-1", to: ann)))
    rig.tell(1, .command(.sendPrivate(text: "hi", to: ann, messageID: "M-3")))
    rig.run(for: .seconds(1))
    #expect(rig.nodes[0].events.contains(.delivered(messageID: "M-1", by: bob)))
    #expect(rig.nodes[0].events.contains(.read(messageID: "M-1", by: bob)))
    #expect(rig.nodes[0].privateTexts == ["hi"])
  }

  @Test func messageCrossesALineOnceWithinTwelveFrames() {
    var rig = MeshRig(["ann", "bob", "cid"])
    rig.connect(0, 1)
    rig.connect(1, 2)
    rig.run(for: .seconds(3))
    let before = rig.deliveries.count
    rig.tell(0, .command(.sendPublic(text: "over there", timestamp: rig.now.unix)))
    rig.run(for: .milliseconds(900))
    #expect(rig.nodes[1].publicTexts == ["over there"])
    #expect(rig.nodes[2].publicTexts == ["over there"])
    #expect(rig.deliveries.count - before <= 12)
  }

  @Test func privateMessageCrossesARelay() {
    var rig = MeshRig(["ann", "bob", "cid"])
    rig.connect(0, 1)
    rig.connect(1, 2)
    rig.run(for: .seconds(3))
    #expect(rig.nodes[0].engine.peers.first { $0.id == rig.nodes[2].id }?.hops == 2)
    rig.tell(0, .command(.sendPrivate(text: "psst", to: rig.nodes[2].id, messageID: "M")))
    rig.run(for: .seconds(2))
    #expect(rig.nodes[2].privateTexts == ["psst"])
    #expect(rig.nodes[1].privateTexts.isEmpty)
  }
}
