import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: the engine is a value that its owner may call from any isolation, one call at a time, and nothing in
/// it depends on where. Method: the same call from three places. That nobody but `MeshNode` names it, and
/// that it has no clock, chance, tasks or hash order, are rules of `.archreview.json`; hash order would also
/// show between two processes (`meshcheck determinism`): each seeds its tables anew.
struct ContractTests {
  @Test func callInAnotherIsolationGivesTheSameEffects() async {
    var rig = MeshRig(["ann", "bob"])
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    let (now, engine) = (rig.now, rig.nodes[0].engine)
    @Sendable func say(_ engine: MeshEngine) -> [MeshEffect] {
      var copy = engine
      return copy.handle(.command(.sendPublic(text: "here or there", timestamp: now.unix)), now: now)
    }
    let here = say(engine)
    let onMain = await MainActor.run { say(engine) }
    let elsewhere = await Task.detached { say(engine) }.value
    #expect("\(onMain)" == "\(here)" && "\(elsewhere)" == "\(here)")
    #expect(here.count > 1)
  }
}
