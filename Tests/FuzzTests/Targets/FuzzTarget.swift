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
  /// The file, or the folder of files, beside this one that says what must hold.
  let file: String
  /// The modules that read the input; what they import belongs to them. A proof stands as long as these and
  /// the file do.
  let readers: [String]
  /// The fuzzer's inputs are up to so long; those of the engines are short, since their operations are dear.
  var bytesMax = 4_096
  /// Reads one input.
  let run: @Sendable ([UInt8]) -> Outcome

  /// Every target, in the order in which they are fuzzed.
  static let all: [FuzzTarget] = [
    FuzzTarget(
      name: "packet", file: "WireTargets", readers: ["MeshWire"], run: WireTargets.packet),
    FuzzTarget(
      name: "announce", file: "WireTargets", readers: ["MeshWire"], run: WireTargets.announce),
    FuzzTarget(
      name: "noise-payload", file: "WireTargets", readers: ["MeshWire"], run: WireTargets.noisePayload),
    FuzzTarget(
      name: "fragment", file: "WireTargets", readers: ["MeshWire"], run: WireTargets.fragment),
    FuzzTarget(
      name: "sync-request", file: "WireTargets", readers: ["MeshWire"], run: WireTargets.syncRequest),
    FuzzTarget(
      name: "radio-stream", file: "WireTargets", readers: ["MeshWire"], run: WireTargets.radioStream),
    FuzzTarget(
      name: "radio-writes", file: "WireTargets", readers: ["MeshWire"], run: WireTargets.radioWrites),
    FuzzTarget(
      name: "inflate", file: "WireTargets", readers: ["Compression"], run: WireTargets.inflate),
    FuzzTarget(
      name: "noise-handshake", file: "NoiseTargets", readers: ["Cryptography"], bytesMax: 512,
      run: NoiseTargets.handshake),
    FuzzTarget(
      name: "noise-transport", file: "NoiseTargets", readers: ["Cryptography"], bytesMax: 512,
      run: NoiseTargets.transport),
    FuzzTarget(
      name: "lan-frames", file: "LinkTargets", readers: ["MeshLinks"], run: LinkTargets.lanFrames),
    FuzzTarget(
      name: "control-line", file: "LinkTargets", readers: ["Control"], run: LinkTargets.controlLine),
    FuzzTarget(
      name: "http-request", file: "WebTargets", readers: ["Networking", "WebInterface"],
      run: WebTargets.request),
    FuzzTarget(
      name: "form", file: "WebTargets", readers: ["WebInterface"], run: WebTargets.form),
    FuzzTarget(
      name: "page-socket", file: "WebTargets", readers: ["WebInterface"], run: WebTargets.pageSocket),
    FuzzTarget(
      name: "json", file: "TextTargets", readers: ["StrictJSON"], run: TextTargets.json),
    FuzzTarget(
      name: "swift-source", file: "TextTargets", readers: ["ArchitectureReview"], bytesMax: 2_048,
      run: TextTargets.swiftSource),
    FuzzTarget(
      name: "airport-table", file: "AirportTargets", readers: ["AirportData", "Aviation"], bytesMax: 2_048,
      run: AirportTargets.table),
    FuzzTarget(
      name: "metar", file: "AirportTargets", readers: ["Aviation"], bytesMax: 512,
      run: AirportTargets.report),
    FuzzTarget(
      name: "notice-text", file: "AirportTargets", readers: ["Aviation"], bytesMax: 512,
      run: AirportTargets.notice),
    FuzzTarget(
      name: "airport-rows", file: "AirportTargets", readers: ["AirportData", "Aviation"], bytesMax: 640,
      run: AirportTargets.rows),
    FuzzTarget(
      name: "ledger-number", file: "LedgerTargets", readers: ["Ledger"], bytesMax: 512,
      run: LedgerTargets.number),
    FuzzTarget(
      name: "ledger-date", file: "LedgerTargets", readers: ["Ledger"], bytesMax: 256,
      run: LedgerTargets.date),
    FuzzTarget(
      name: "ledger-row", file: "LedgerRowTargets", readers: ["LedgerFiles"], bytesMax: 1_024,
      run: LedgerRowTargets.row),
    FuzzTarget(
      name: "ledger-image", file: "LedgerImageTargets", readers: ["LedgerFiles"], bytesMax: 256,
      run: LedgerImageTargets.image),
    FuzzTarget(
      name: "one-engine", file: "Engine", readers: ["Mesh"], bytesMax: 48, run: EngineTargets.one),
    FuzzTarget(
      name: "two-engines", file: "Engine", readers: ["Mesh"], bytesMax: 24, run: EngineTargets.two),
  ]

  /// A target that is meant to fail, to see that faults are found: three bytes in a row that chance alone
  /// does not meet.
  static let planted = FuzzTarget(name: "planted", file: "FuzzTarget", readers: [], bytesMax: 16) { bytes in
    guard bytes.count > 2, bytes[0] == 0x54, bytes[1] == 0x8F, bytes[2] == 0xE1 else { return .refused }
    return .broken("the planted fault")
  }
}
