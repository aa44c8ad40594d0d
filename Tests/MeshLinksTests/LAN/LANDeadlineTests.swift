import Networking
import Testing
import Timebase

@testable import MeshLinks

@Suite struct LANDeadlineTests {
  private let other = lanInstance(9)
  private var link: LANLinkID { LANLinkID(instance: other, role: .acceptor) }

  @Test func bothEndsSayHelloAtOnceWithoutWaiting() throws {
    var rig = LANMachineRig()
    let accepted = rig.accept()
    #expect(rig.written(on: accepted) == LANFrames.hello(lanInstance(5)))
    let dialledDial = rig.dial(to: other)
    let dialled = try #require(dialledDial)
    rig.feed(.dialSucceeded(dialled))
    #expect(rig.written(on: dialled) == LANFrames.hello(lanInstance(5)))
  }

  @Test func aHelloThatDoesNotComeWithinFiveSecondsEndsTheConnection() throws {
    var rig = LANMachineRig()
    let accepted = rig.accept()
    rig.receive(Array(LANFrames.hello(other).dropLast()), on: accepted)
    rig.advance(.milliseconds(4999))
    #expect(rig.closed.isEmpty)
    rig.advance(.milliseconds(1))
    #expect(rig.closed == [accepted])
    #expect(rig.events.isEmpty, "nobody was told of it")
  }

  @Test func aDialThatDoesNotConnectWithinFiveSecondsIsGivenUp() throws {
    var rig = LANMachineRig()
    let dialledDial = rig.dial(to: other)
    let dialled = try #require(dialledDial)
    rig.advance(.milliseconds(4999))
    #expect(rig.closed.isEmpty)
    rig.advance(.milliseconds(1))
    #expect(rig.closed == [dialled])
  }

  @Test func anythingButAHelloFirstCloses() {
    for first: [UInt8] in [[0, 0, 0, 0], [0, 0, 0, 1, 9], Array("GET ".utf8), [255]] {
      var rig = LANMachineRig()
      let accepted = rig.accept()
      rig.receive(first, on: accepted)
      #expect(rig.closed == [accepted])
      #expect(rig.events.isEmpty)
    }
  }

  @Test func frameByFrameAndByteByByteTheSamePacketsCome() {
    let stream = LANFrames.hello(other) + [0, 0, 0, 1, 42] + LANFrames.keepAlive + [0, 0, 0, 2, 1, 2]
    let expected: [LANLinkEvent] = [.up(link), .frame(link, [42]), .frame(link, [1, 2])]
    for cut in 0...stream.count {
      var rig = LANMachineRig()
      let accepted = rig.accept()
      var events: [LANLinkEvent] = []
      for part in [stream[..<cut], stream[cut...]] {
        rig.receive(Array(part), on: accepted)
        events += rig.events
      }
      #expect(events == expected)
    }
  }

  @Test func aLengthOverTheLimitEndsTheLinkAfterWhatCameBefore() {
    var rig = LANMachineRig()
    let accepted = rig.acceptLink(from: other)
    rig.receive([0, 0, 0, 1, 42, 0, 1, 0, 0], on: accepted)
    #expect(rig.events == [.frame(link, [42]), .ended(link, .malformed)])
    #expect(rig.closed == [accepted])
  }

  @Test func aBegunFrameHasThirtySecondsFromItsFirstByte() {
    var rig = verifiedRig()
    rig.rig.receive([0, 0, 0, 9, 1], on: rig.id)
    for _ in 0..<5 {
      rig.rig.advance(.milliseconds(5999))
      rig.rig.receive([1], on: rig.id)
      #expect(rig.rig.closed.isEmpty)
    }
    rig.rig.advance(.milliseconds(5))
    #expect(rig.rig.events == [.ended(link, .unfinishedFrame)])
  }

  @Test func aFrameThatFollowsAnotherHasItsOwnThirtySeconds() {
    var rig = verifiedRig()
    rig.rig.receive([0, 0, 0, 1], on: rig.id)
    rig.rig.advance(.seconds(20))
    rig.rig.receive([7, 0, 0], on: rig.id)
    rig.rig.advance(.milliseconds(29_999))
    #expect(rig.rig.events.isEmpty)
    rig.rig.advance(.milliseconds(1))
    #expect(rig.rig.events == [.ended(link, .unfinishedFrame)])
  }

  @Test func aKeepAliveGoesOutWhenNothingWasSentForThirtySeconds() {
    var rig = verifiedRig()
    rig.rig.advance(.seconds(10))
    rig.rig.feed(.send([1], to: [link], .normal))
    rig.rig.feed(.wrote(rig.id, bytes: 30))
    rig.rig.advance(.milliseconds(29_999))
    #expect(rig.rig.written(on: rig.id).isEmpty)
    rig.rig.receive(LANFrames.keepAlive, on: rig.id)
    rig.rig.advance(.milliseconds(1))
    #expect(rig.rig.written(on: rig.id) == LANFrames.keepAlive)
    rig.rig.feed(.wrote(rig.id, bytes: 4))
    rig.rig.advance(.seconds(30))
    #expect(rig.rig.written(on: rig.id) == LANFrames.keepAlive)
  }

  @Test func noKeepAlivesPileUpBehindAPeerThatReadsNothing() {
    var rig = verifiedRig()
    rig.rig.feed(.send([1], to: [link], .normal))
    rig.rig.advance(.seconds(60))
    #expect(rig.rig.written(on: rig.id).isEmpty)
  }

  @Test func seventyFiveSecondsWithoutAByteEndTheLink() {
    var rig = verifiedRig()
    rig.rig.advance(.seconds(40))
    rig.rig.receive(LANFrames.keepAlive, on: rig.id)
    rig.rig.advance(.milliseconds(74_999))
    #expect(rig.rig.events.isEmpty)
    rig.rig.advance(.milliseconds(1))
    #expect(rig.rig.events == [.ended(link, .silent)])
    #expect(rig.rig.closed == [rig.id])
  }

  @Test func withoutAVerifiedAnnounceALinkEndsAfterTenSeconds() {
    var rig = LANMachineRig()
    let accepted = rig.acceptLink(from: other)
    rig.advance(.milliseconds(9999))
    #expect(rig.closed.isEmpty)
    rig.receive([0, 0, 0, 1, 1], on: accepted)
    rig.advance(.milliseconds(1))
    #expect(rig.events == [.ended(link, .unverified)])
  }

  @Test func anEndedLinkLeavesNoTimerBehind() {
    var rig = verifiedRig()
    rig.rig.feed(.close(link))
    #expect(rig.rig.events == [.ended(link, .closedByUs)])
    rig.rig.feed(.stop)
    rig.rig.advance(.seconds(1000))
    #expect(rig.rig.effects.isEmpty)
    rig.rig.receive([1], on: rig.id)
    #expect(rig.rig.effects.isEmpty, "what was still queued is ignored")
  }

  private func verifiedRig() -> (rig: LANMachineRig, id: LANConnectionID) {
    var rig = LANMachineRig()
    let id = rig.acceptLink(from: other)
    rig.feed(.wrote(id, bytes: LANFrames.helloBytes))
    rig.feed(.verified(link, wasKnownBefore: false))
    return (rig, id)
  }
}
