import MeshWire
import Testing

/// Goal: the same seed and events give identical effects (mesh-engine 16.3). Method: the minute of
/// `SixNodeMinute` lived twice; `meshcheck determinism` prints it, to be compared between builds.
struct DeterminismTests {
  @Test func sameMinuteGivesTheSameEffectsAndAnotherSeedOthers() {
    let first = SixNodeMinute.record(seed: 9)
    #expect(first == SixNodeMinute.record(seed: 9))
    #expect(first.effectLog != SixNodeMinute.record(seed: 10).effectLog)
    let types = first.frames.map(\.type)
    let wanted: [MessageType] = [.announce, .publicMessage, .noiseHandshake, .noiseEncrypted, .fragment]
    let missing = wanted.filter { !types.contains($0) }
    #expect(missing.isEmpty, "the minute must hold some of everything: \(first.frames)")
    #expect(first.publicTexts > 20 && first.privateTexts > 10, "\(first)")
  }
}
