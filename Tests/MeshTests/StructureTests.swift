import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: the small structures are what the engine takes them for. Method: slow and obvious twins as oracles.
struct StructureTests {
  @Test(arguments: [UInt64](1...4))
  func orderedMapIsAListOfPairs(seed: UInt64) {
    var random = SeededRandom(number: seed)
    var map = OrderedMap<Int, UInt64>()
    var twin: [(key: Int, value: UInt64)] = []
    for _ in 0..<3_000 {
      let key = Int(random.next() % 60)
      let value = random.next()
      let place = twin.firstIndex { $0.key == key }
      switch random.next() % 8 {
      case 0, 1:
        map[key] = value
        if let place { twin[place].value = value } else { twin.append((key, value)) }
      case 2:
        let removed = map.removeValue(forKey: key)
        #expect(removed == place.map { twin[$0].value })
        if let place { twin.remove(at: place) }
      case 3:
        let first = map.popFirst()
        #expect(first?.key == twin.first?.key)
        if !twin.isEmpty { twin.removeFirst() }
      case 4:
        map.setLast(value, forKey: key)
        if let place { twin.remove(at: place) }
        twin.append((key, value))
      case 5:
        #expect(map.insert(value, unlessPresent: key) == place.map { twin[$0].value })
        if place == nil { twin.append((key, value)) }
      case 6:
        map.updateLast(key) { $0 &+= 2 }
        if let place { twin.append((key, twin.remove(at: place).value &+ 2)) }
      default:
        map.update(key) { $0 &+= 1 }
        if let place { twin[place].value &+= 1 }
      }
      #expect(map.look(key) { $0 } == twin.first { $0.key == key }?.value)
    }
    let even = map.orderedValues { $0.isMultiple(of: 2) }
    #expect(even == twin.map(\.value).filter { $0.isMultiple(of: 2) }, "seed \(seed)")
    #expect(map.orderedKeys == twin.map(\.key) && map.orderedValues == twin.map(\.value), "seed \(seed)")
    #expect(map.count == twin.count && map.firstKey == twin.first?.key)
    let odd = map.firstKey { key, _ in !key.isMultiple(of: 2) }
    #expect(odd == twin.first { !$0.key.isMultiple(of: 2) }?.key)
  }

  @Test(arguments: [UInt64](1...4))
  func placeTableFindsEveryEntryWhoeverSharesItsHash(seed: UInt64) {
    var random = SeededRandom(number: seed)
    var table = PlaceTable()
    var twin: [Int: Int] = [:]
    // Five hashes for fifty places, two of them next to each other and two at the end of any table.
    let hashes = [0, 1, 9, -1, -2]
    for step in 0..<2_000 {
      let place = Int(random.next() % 50)
      let hash = twin[place] ?? hashes[step % hashes.count]
      let cell = table.cell(hash) { $0 == place }
      #expect((cell != nil) == (twin[place] != nil), "seed \(seed)")
      if let cell {
        table.remove(cell: cell)
        twin[place] = nil
      } else {
        table.insert(hash, place)
        twin[place] = hash
      }
    }
    #expect(table.count == twin.count)
    #expect(twin.allSatisfy { place, hash in table.cell(hash) { $0 == place } != nil }, "seed \(seed)")
  }

  @Test(arguments: [UInt64](1...4))
  func agendaGivesJobsByDeadlineThenByAge(seed: UInt64) {
    var random = SeededRandom(number: seed)
    var agenda = Agenda()
    var twin: [(job: Job, at: Instant)] = []
    for _ in 0..<2_000 {
      let job = Job.relay(random.next() % 40)
      let at = Instant(nanoseconds: random.next() % 1_000)
      switch random.next() % 5 {
      case 0, 1, 2:
        agenda.schedule(job, at: at)
        twin.removeAll { $0.job == job }
        twin.append((job, at))
      case 3:
        agenda.cancel(job)
        twin.removeAll { $0.job == job }
      default:
        let taken = agenda.popDue(at: at, setBefore: agenda.mark)
        let wanted = twin.filter { $0.at <= at }.min { $0.at < $1.at }?.job
        #expect(taken == wanted, "seed \(seed)")
        twin.removeAll { $0.job == wanted }
      }
      #expect(agenda.next == twin.map(\.at).min())
    }
  }

  @Test func jobsSetByJobsWaitForTheNextRound() {
    var agenda = Agenda()
    let now = Instant(nanoseconds: 5)
    agenda.schedule(.tick, at: now)
    let mark = agenda.mark
    let first = agenda.popDue(at: now, setBefore: mark)
    agenda.schedule(.tick, at: now)
    let second = agenda.popDue(at: now, setBefore: mark)
    #expect(first == .tick && second == nil && agenda.next == now)
  }

  @Test func slidingWindowForgetsWhatIsOlderThanItsDuration() {
    var window = SlidingWindow(limit: 3, duration: .seconds(1))
    let at = { (tenths: UInt64) in Instant(nanoseconds: tenths * 100_000_000) }
    let answers = [UInt64](arrayLiteral: 0, 4, 8, 9, 10, 11, 14).map { window.admit(at: at($0)) }
    #expect(answers == [true, true, true, false, true, false, true])
  }

  @Test func announceThrottleKeepsTheTwoDistances() {
    var throttle = AnnounceThrottle()
    let start = Instant(nanoseconds: 0)
    #expect(throttle.allows(isForced: false, at: start))
    throttle.note(at: start)
    #expect(!throttle.allows(isForced: true, at: start + .milliseconds(149)))
    #expect(throttle.allows(isForced: true, at: start + .milliseconds(150)))
    #expect(!throttle.allows(isForced: false, at: start + .milliseconds(999)))
    #expect(throttle.allows(isForced: false, at: start + .seconds(1)))
  }

  @Test func subscriberThatComesAgainAndAgainIsHeldOff() {
    var limiter = SubscriptionLimiter()
    let link = LinkID(role: .central, name: "x")
    let start = Instant(nanoseconds: 0)
    let answers = [0, 1, 2, 3, 4, 40, 101].map { limiter.admit(link, at: start + .seconds($0)) }
    #expect(answers == [.announce, .flushOnly, .flushOnly, .flushOnly, .nothing, .announce, .announce])
  }

  @Test func packetsThatDifferInAnythingThatCountsAreNeverMerged() {
    let base = Packet(
      type: .publicMessage, timestamp: Timestamp(milliseconds: 5), sender: PeerID(rawValue: 1), payload: [1])
    var others = [base, base, base, base]
    others[0] = Packet(type: .leave, timestamp: base.timestamp, sender: base.sender, payload: [1])
    others[1].timestamp = Timestamp(milliseconds: 6)
    others[2].sender = PeerID(rawValue: 2)
    others[3].payload = [2]
    var relayed = base
    relayed.ttl = 2
    #expect(others.allSatisfy { $0.deduplicationKey != base.deduplicationKey })
    #expect(relayed.deduplicationKey == base.deduplicationKey)
  }
}
