import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: both sides starting at the same instant end with one shared session of the lower id's, for every
/// order of the crossing messages (mesh-engine 16.3). Method: from the moment of the crossing, follow every
/// choice of the next frame to deliver; engines are values, so each branch is a copy.
struct HandshakeConvergenceTests {
  @Test func everyOrderOfCrossingMessagesEndsWithOneSessionOfTheLowerID() {
    var start = HandshakePair(seed: 5)
    start.startBoth()
    #expect(start.handshakes.count == 2)
    var outcomes: [String] = []
    explore(start, path: "", losses: 0) { pair, path in outcomes.append("\(path) \(outcome(of: pair))") }
    let faults = outcomes.filter { !$0.hasSuffix("lower id's") }
    #expect(faults.isEmpty, "\(faults)")
    // The three messages of the lower id's handshake, and the other message 1 at each of four places.
    #expect(outcomes.count == 4)
  }

  @Test func anySingleLostMessageIsMadeGood() {
    var start = HandshakePair(seed: 6)
    start.startBoth()
    var outcomes: [String] = []
    explore(start, path: "", losses: 1) { pair, path in outcomes.append("\(path) \(outcome(of: pair))") }
    let faults = outcomes.filter { !$0.hasSuffix("'s") }
    #expect(faults.isEmpty, "\(faults)")
    #expect(outcomes.count > 4)
  }

  /// World 35 of `meshcheck worlds 1 60 300 30`: an older message 1 comes between the newer and message 3.
  @Test func aMessage1ThatComesLateLeavesNobodyWithASessionOfItsOwn() throws {
    for writer in 0...1 {
      var pair = HandshakePair(seed: 7)
      pair.startBoth()
      pair.run(for: .seconds(70))
      #expect(pair.isSettled)
      // The writer comes back without its session; the other has it still.
      pair.engines[writer].noise.drop(pair.ids[1 - writer])
      pair.tell(writer, .command(.triggerHandshake(pair.ids[1 - writer])))
      #expect(pair.handshakes.count == 1)
      pair.deliver(0)
      var random = SeededRandom(number: 9)
      let late = Packet(
        type: .noiseHandshake, timestamp: pair.now.unix, sender: pair.ids[writer],
        recipient: pair.ids[1 - writer],
        payload: X25519.PrivateKey.generate(using: &random).publicKey.bytes)
      pair.inject(try late.encoded(padded: true), to: 1 - writer)
      #expect(pair.handshakes.count == 2, "an answer to each")
      pair.run(for: .seconds(3))
      pair.tell(writer, .command(.sendPrivate(text: "down", to: pair.ids[1 - writer], messageID: "D")))
      pair.run(for: .seconds(30))
      #expect(pair.privateTexts[1 - writer] == ["down"], "writer \(writer)")
    }
  }

  /// Follows every order, with up to `losses` frames lost.
  private func explore(
    _ pair: HandshakePair, path: String, losses: Int, _ finish: (HandshakePair, String) -> Void
  ) {
    guard !pair.handshakes.isEmpty, path.count < 16 else { return finish(pair, path) }
    for index in pair.handshakes.indices {
      var next = pair
      next.deliver(index)
      explore(next, path: path + "d\(index)", losses: losses, finish)
      if losses > 0 {
        var poorer = pair
        poorer.lose(index)
        explore(poorer, path: path + "x\(index)", losses: losses - 1, finish)
      }
    }
  }

  /// Whose the one session is after 40 seconds, or what is wrong.
  private func outcome(of settled: HandshakePair) -> String {
    var pair = settled
    pair.run(for: .seconds(40))
    guard pair.isSettled else { return "no session" }
    let records = (0...1).map { pair.engines[$0].noise.peers[pair.ids[1 - $0]] }
    pair.tell(0, .command(.sendPrivate(text: "down", to: pair.ids[1], messageID: "D")))
    pair.tell(1, .command(.sendPrivate(text: "up", to: pair.ids[0], messageID: "U")))
    pair.run(for: .seconds(1))
    let hashes = records.map { $0?.established?.transport.handshakeHash }
    guard hashes[0] == hashes[1], pair.privateTexts == [["up"], ["down"]] else { return "not shared" }
    return records[0]?.completedAsInitiatorAt != nil ? "the lower id's" : "the higher id's"
  }

  @Test func lowerIDIgnoresTheOthersMessage1AndHigherIDAnswers() {
    var pair = HandshakePair(seed: 7)
    pair.startBoth()
    let toLower = pair.handshakes.firstIndex { $0.to == 0 }
    if let toLower { pair.deliver(toLower) }
    #expect(pair.handshakes.count == 1, "the lower id answers nothing")
    pair.deliver(0)
    #expect(pair.handshakes.map(\.to) == [0], "the higher id answers with message 2")
  }

  @Test func message1AfterCompletionIsIgnoredForASecondAndThenMadeGood() {
    var pair = HandshakePair(seed: 8)
    pair.startBoth()
    let late = pair.handshakes.firstIndex { $0.to == 0 }.map { pair.handshakes.remove(at: $0) }
    while !pair.handshakes.isEmpty { pair.deliver(0) }
    #expect(pair.isSettled)
    let first = pair.engines[0].noise.generation(of: pair.ids[1])
    if let late { pair.handshakes.append(late) }
    pair.deliver(0)
    #expect(pair.engines[0].noise.generation(of: pair.ids[1]) == first)
    pair.run(for: .seconds(2))
    #expect(pair.isSettled)
    #expect(pair.engines[0].noise.generation(of: pair.ids[1]) != first)
  }
}
