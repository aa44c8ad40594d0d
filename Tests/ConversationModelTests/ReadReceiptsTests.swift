import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct ReadReceiptsTests {
  private let one = MessageID("one")

  @Test func aMarkGoesOutOnceAndAgainInANewSession() throws {
    var receipts = ReadReceipts()
    let bob = try address(1)
    receipts.accept([one], for: bob)
    #expect(receipts.meant(for: bob, now: now(0)) == [one])
    let answer1 = receipts.handedOver(one, to: bob, now: now(0))
    #expect(!answer1)
    receipts.accept([one], for: bob)
    #expect(receipts.meant(for: bob, now: now(20)).isEmpty)
    receipts.peerReady(bob)
    #expect(receipts.meant(for: bob, now: now(9)).isEmpty)
    #expect(receipts.meant(for: bob, now: now(10)) == [one])
  }

  @Test func whatThePeerSendsInTheSameSessionSettlesIt() throws {
    var receipts = ReadReceipts()
    let bob = try address(1)
    receipts.accept([one], for: bob)
    _ = receipts.handedOver(one, to: bob, now: now(0))
    let answer2 = receipts.heard(from: bob)
    #expect(answer2 == [one])
    #expect(receipts.peers.isEmpty)
  }

  @Test func whatThePeerSendsInANewSessionDoesNotSettleWhatWentOutInTheOldOne() throws {
    var receipts = ReadReceipts()
    let bob = try address(1)
    receipts.accept([one], for: bob)
    _ = receipts.handedOver(one, to: bob, now: now(0))
    receipts.peerReady(bob)
    let answer3 = receipts.heard(from: bob)
    #expect(answer3.isEmpty)
    #expect(receipts.meant(for: bob, now: now(10)) == [one])
  }

  @Test func aSilentPeerGetsItThreeTimesAndNoMore() throws {
    var receipts = ReadReceipts()
    let bob = try address(1)
    receipts.accept([one], for: bob)
    var moments: [UInt64] = []
    for second in 0..<5_000 where receipts.meant(for: bob, now: now(UInt64(second))) == [one] {
      moments.append(UInt64(second))
      let answer4 = receipts.handedOver(one, to: bob, now: now(UInt64(second)))
      #expect(!answer4)
    }
    #expect(moments == [0, 30, 150])
  }

  @Test func afterEightSessionsAMarkNeedsNoMore() throws {
    var receipts = ReadReceipts()
    let bob = try address(1)
    receipts.accept([one], for: bob)
    let ends = (1...ReadReceipts.attemptsMax).map { round in
      receipts.peerReady(bob)
      return receipts.handedOver(one, to: bob, now: now(UInt64(round) * 100))
    }
    #expect(ends == Array(repeating: false, count: ReadReceipts.attemptsMax - 1) + [true])
    #expect(receipts.peers.isEmpty)
  }

  @Test func neitherMarksNorPeersGrowWithoutEnd() throws {
    var receipts = ReadReceipts()
    for number in 0...ReadReceipts.peersMax { receipts.accept([one], for: try address(number)) }
    #expect(receipts.peers.count == ReadReceipts.peersMax)
    #expect(receipts.peers.first == (try address(1)))
    let bob = try address(1)
    receipts.accept((0..<2_000).map { MessageID("m\($0)") }, for: bob)
    #expect(receipts.meant(for: bob, now: now(0)).count == ReadReceipts.marksPerPeerMax)
    #expect(receipts.isFull(for: bob))
  }

  private func address(_ number: Int) throws -> PeerAddress {
    let digits = String(number, radix: 16)
    return try #require(PeerAddress(String(repeating: "0", count: 16 - digits.count) + digits))
  }

  private func now(_ seconds: UInt64) -> Now {
    Now(
      monotonic: Instant(nanoseconds: seconds * 1_000_000_000), unix: Timestamp(milliseconds: seconds * 1_000)
    )
  }
}
