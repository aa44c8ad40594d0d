/// One reader of bytes from outside, and what must hold for every input.
struct FuzzTarget: Sendable {
  /// What came of one input.
  enum Outcome: Equatable, Sendable {
    /// The reader took it, and what must hold held.
    case accepted
    /// The reader refused it with one of its errors.
    case refused
    /// The reader broke its promise.
    case broken(String)
  }

  /// The name, also of its folder in `Fuzz/Corpus`.
  let name: String
  /// Inputs are up to so long.
  var bytesMax = 4_096
  /// Reads one input.
  let run: @Sendable ([UInt8]) -> Outcome

  /// Every target, in the order in which they are fuzzed.
  static let all: [FuzzTarget] = [
    FuzzTarget(name: "packet", run: WireTargets.packet),
    FuzzTarget(name: "announce", run: WireTargets.announce),
    FuzzTarget(name: "noise-payload", run: WireTargets.noisePayload),
    FuzzTarget(name: "fragment", run: WireTargets.fragment),
    FuzzTarget(name: "sync-request", run: WireTargets.syncRequest),
    FuzzTarget(name: "radio-stream", run: WireTargets.radioStream),
    FuzzTarget(name: "radio-writes", run: WireTargets.radioWrites),
    FuzzTarget(name: "inflate", run: WireTargets.inflate),
    FuzzTarget(name: "noise-handshake", bytesMax: 512, run: NoiseTargets.handshake),
    FuzzTarget(name: "noise-transport", bytesMax: 512, run: NoiseTargets.transport),
    FuzzTarget(name: "lan-frames", run: LinkTargets.lanFrames),
    FuzzTarget(name: "control-line", run: LinkTargets.controlLine),
    FuzzTarget(name: "http-request", run: WebTargets.request),
    FuzzTarget(name: "form", run: WebTargets.form),
    FuzzTarget(name: "page-socket", run: WebTargets.pageSocket),
    FuzzTarget(name: "json", run: TextTargets.json),
    FuzzTarget(name: "swift-source", bytesMax: 2_048, run: TextTargets.swiftSource),
  ]

  /// A target that is meant to fail, to see that faults are found: three bytes in a row that chance alone
  /// does not meet.
  static let planted = FuzzTarget(name: "planted", bytesMax: 16) { bytes in
    guard bytes.count > 2, bytes[0] == 0x54, bytes[1] == 0x8F, bytes[2] == 0xE1 else { return .refused }
    return .broken("the planted fault")
  }
}
