import Cryptography
import Mesh
import Testing
import Timebase

struct MeshPageTests {
  @Test func pageExampleHolds() {
    let seed = [UInt8](repeating: 7, count: SeededRandom.seedBytes)
    var keys = SeededRandom(number: 1)
    let identity = MeshIdentity(noise: .generate(using: &keys), signing: .generate(using: &keys))
    let now = Now(
      monotonic: Instant(nanoseconds: 0), unix: Timestamp(milliseconds: 1_750_000_000_000))
    var engine = MeshEngine(identity: identity, nickname: "ann", random: SeededRandom(seed: seed))
    var effects = engine.handle(.command(.start), now: now)
    let link = LinkID(role: .peripheral, name: "bob's instance")
    effects += engine.handle(.link(.up(link, LinkFacts(sendLimitBytes: 65_535))), now: now)
    let greeting = Now(monotonic: now.monotonic + .milliseconds(50), unix: now.unix)
    effects += engine.handle(.timer(.wake), now: greeting)
    let announces = effects.filter { effect in
      if case .send(_, [link], .normal) = effect { true } else { false }
    }
    #expect(announces.count == 1)
  }
}
