import Mesh
import MeshWire
import Timebase

/// All oracles of a world. They see what nodes write, send, hand up and show, and change nothing.
struct Witness: Sendable {
  var book = Book()
  var safety = SafetyOracle()
  var delivery = DeliveryOracle()
  var privates = PrivateOracle()
  var sync: SyncOracle
  var relays = RelayOracle()
  var sessions = SessionOracle()
  var traffic = TrafficCount()
  /// Frames sent in each ten seconds.
  private(set) var framesByTenSeconds: [Int] = []
  private(set) var violations: [Violation] = []
  /// More are counted in `violationCount` only.
  private(set) var violationCount = 0
  /// The kinds among all of them.
  private(set) var kindsFound: Set<Violation.Kind> = []
  private(set) var engineBytesHeldMax = 0

  init(places: Int) {
    sync = SyncOracle(places: places)
  }

  /// Notes what an oracle found.
  mutating func note(_ finding: Finding?, at moment: Instant, node: Int?) {
    guard let finding else { return }
    violationCount += 1
    kindsFound.insert(finding.kind)
    guard violations.count < Self.violationsKept else { return }
    let passed = moment.since(VirtualClock.start.monotonic).wholeNanoseconds / 1_000_000
    violations.append(
      Violation(kind: finding.kind, atMilliseconds: Int(passed), node: node, words: finding.words))
  }

  /// A node sent a frame on so many links.
  mutating func sent(
    _ frame: [UInt8], from place: Int, run: Int, id: PeerID, times: Int, at moment: Instant
  ) -> Finding? {
    guard let preview = try? PacketPreview(frame) else { return nil }
    traffic.add(preview, times: times)
    if preview.type == .syncRequest { sync.asked(frame, from: place) }
    let bucket = Int(moment.since(VirtualClock.start.monotonic).wholeNanoseconds / 10_000_000_000)
    while framesByTenSeconds.count <= bucket { framesByTenSeconds.append(0) }
    framesByTenSeconds[bucket] += times
    return relays.sent(frame, preview, from: place, run: run, id: id)
  }

  /// An engine keeps so much.
  mutating func keeps(_ bytes: Int, node: Int, at moment: Instant) {
    engineBytesHeldMax = max(engineBytesHeldMax, bytes)
    if bytes > Self.engineBytesMax {
      note(Finding(.tooMuchKept, "\(bytes) bytes"), at: moment, node: node)
    }
  }

  /// What an engine may keep under any flood.
  static let engineBytesMax = 16 << 20
  private static let violationsKept = 50
}
