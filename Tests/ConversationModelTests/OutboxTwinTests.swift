import ConversationModel
import Testing
import Timebase
import TransportPorts

/// Random sequences of what can happen to an outbox, against its slow twin.
@Suite struct OutboxTwinTests {
  @Test(arguments: [0, 2_500, 5_000, 7_500])
  func theOutboxAndItsTwinAgreeAndNothingIsLostOrDoubled(first: Int) {
    let run = firstFault(of: first..<(first + 2_500)) { Outbox() }
    print("OUTBOX sequences=2500 from=\(first) steps=\(run.steps)")
    #expect(run.fault == nil, "\(run.fault ?? "")")
    #expect(run.steps == 2_500 * Self.stepsPerSequence)
  }

  @Test(arguments: PlantedDefect.allCases)
  func aPlantedDefectIsFound(defect: PlantedDefect) {
    let run = firstFault(of: 0..<10_000) { DefectiveOutbox(defect: defect) }
    print("OUTBOX defect=\(defect) steps=\(run.steps) fault=\(run.fault ?? "none")")
    #expect(run.fault != nil, "\(defect) was not found")
  }

  @Test func aStateThatIsOverlookedIsFound() {
    let run = firstFault(
      of: 0..<10_000, advance: { if case .read = $1 { nil } else { $0.advanced(to: $1) } }
    ) { Outbox() }
    print("OUTBOX defect=overlooksARead steps=\(run.steps) fault=\(run.fault ?? "none")")
    #expect(run.fault != nil)
  }

  private func firstFault(
    of seeds: Range<Int>,
    advance: @escaping (DeliveryState, DeliveryState) -> DeliveryState? = {
      $0.advanced(to: $1)
    },
    make: @escaping () -> some OutboxMachine
  ) -> (fault: String?, steps: Int) {
    var steps = 0
    for seed in seeds {
      var random = Xorshift(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
      var world = OutboxWorld(make: make, advance: advance)
      for number in 0..<Self.stepsPerSequence {
        steps += 1
        let step = choose(&random)
        world.take(step, &random)
        // Looking at everything costs more than the step.
        if number % 4 == 3 { world.look() }
        if let fault = world.fault { return ("seed \(seed), step \(number) (\(step)): \(fault)", steps) }
      }
      world.settleDown()
      world.look()
      if let fault = world.fault { return ("seed \(seed), at the end: \(fault)", steps) }
    }
    return (nil, steps)
  }

  private static let stepsPerSequence = 16
  private static let frequent = OutboxStep.allCases.filter {
    $0 != .burst && $0 != .waitADay && $0 != .waitInSilence
  }

  /// Bursts are rare, as they cost most of the time; sending and time passing are frequent.
  private func choose(_ random: inout Xorshift) -> OutboxStep {
    switch Int.random(in: 0..<15_000, using: &random) {
    case 0: return .burst
    case 1..<3_000: return .send
    case 3_000..<4_500: return .waitABit
    case 4_500..<5_500: return .waitForWake
    case 5_500..<5_600: return .waitADay
    case 5_600..<5_680: return .waitInSilence
    default: return Self.frequent.randomElement(using: &random) ?? .send
    }
  }
}

/// What could be wrong with an outbox.
enum PlantedDefect: CaseIterable, Sendable {
  /// A confirmation of somebody out of reach is overlooked.
  case overlooksAConfirmation
  /// What was sent before is not taken up after a restart.
  case losesAtRestart
  /// An id that is given again goes out again at once.
  case doublesWhatIsGivenAgain
  /// A new session repeats all but the newest.
  case losesInANewSession
  /// A departure does not move the time to wake at.
  case oversleeps
  /// The ninth attempt is made.
  case neverGivesUp
}

/// An outbox with one of them.
struct DefectiveOutbox: OutboxMachine {
  let defect: PlantedDefect
  private var sound = Outbox()
  private var ways: [PeerAddress: Outbox.Reach] = [:]

  init(defect: PlantedDefect) { self.defect = defect }

  func holds(_ id: MessageID, for peer: PeerAddress) -> Bool { sound.holds(id, for: peer) }

  mutating func accept(_ message: ChatMessage, now: Now) -> [Outbox.Effect] {
    let wasHeld = message.conversation.peer.map { sound.holds(message.id, for: $0) } ?? false
    let effects = sound.accept(message, now: now)
    guard defect == .doublesWhatIsGivenAgain, wasHeld, effects.acts.isEmpty else { return effects }
    return [.transmit(message)] + effects
  }

  mutating func restore(_ messages: [ChatMessage], now: Now) -> [Outbox.Effect] {
    let kept = defect == .losesAtRestart ? messages.filter { $0.delivery != .sent } : messages
    return sound.restore(kept, now: now)
  }

  mutating func sighted(_ reach: [PeerAddress: Outbox.Reach]) -> [Outbox.Effect] {
    ways = reach
    return sound.sighted(reach)
  }

  mutating func peerReady(_ peer: PeerAddress, now: Now) -> [Outbox.Effect] {
    let effects = sound.peerReady(peer, now: now)
    guard defect == .losesInANewSession, effects.acts.count > 1 else { return effects }
    return Array(effects.acts.dropLast())
  }

  mutating func timeReached(now: Now) -> [Outbox.Effect] {
    let effects = sound.timeReached(now: now)
    guard defect == .neverGivesUp else { return effects }
    return effects.map { effect in
      if case .giveUp(let message, .noAnswer) = effect { .transmit(message) } else { effect }
    }
  }

  mutating func left(_ id: MessageID, for peer: PeerAddress, now: Now) -> [Outbox.Effect] {
    let effects = sound.left(id, for: peer, now: now)
    return defect == .oversleeps ? [] : effects
  }

  mutating func settle(_ id: MessageID, for peer: PeerAddress) -> [Outbox.Effect] {
    if defect == .overlooksAConfirmation, ways[peer, default: .none] == Outbox.Reach.none { return [] }
    return sound.settle(id, for: peer)
  }
}
