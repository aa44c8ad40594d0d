import Mesh
import MeshWire
import Timebase

/// Two engines that know each other, and the handshake frames between them, delivered in any order the test
/// wants. A value: a copy is another future from the same moment.
struct HandshakePair {
  /// A frame on its way to one of the two.
  struct Flight {
    let to: Int
    let frame: [UInt8]
  }

  /// The lower id first.
  var engines: [MeshEngine]
  var ids: [PeerID]
  var now: Now
  /// Handshake frames, which the test delivers.
  var handshakes: [Flight] = []
  /// All others, which wait until the handshakes are done.
  var others: [Flight] = []
  var wakes: [Instant?]
  var privateTexts: [[String]] = [[], []]
  private let links: [LinkID]

  /// Two nodes that have met over one link.
  init(seed: UInt64) {
    var rig = MeshRig(["one", "two"], seed: seed)
    let ends = rig.connect(0, 1)
    rig.run(for: .seconds(2))
    let order = rig.nodes[0].id < rig.nodes[1].id ? [0, 1] : [1, 0]
    let all = [ends.dialler, ends.acceptor]
    engines = order.map { rig.nodes[$0].engine }
    ids = order.map { rig.nodes[$0].id }
    wakes = order.map { rig.nodes[$0].wakeAt }
    links = order.map { all[$0] }
    now = rig.now
  }

  var isSettled: Bool {
    (0...1).allSatisfy { engines[$0].sessionState(of: ids[1 - $0]) == .established }
  }

  /// Gives one of the two an event.
  mutating func tell(_ node: Int, _ event: MeshEvent) {
    for effect in engines[node].handle(event, now: now) {
      switch effect {
      case .send(let frame, _, _):
        let flight = Flight(to: 1 - node, frame: frame)
        let type = (try? Packet.decode(frame))?.type
        if type == .noiseHandshake { handshakes.append(flight) } else { others.append(flight) }
      case .schedule(_, let at): wakes[node] = at
      case .cancel: wakes[node] = nil
      case .event(.privateMessage(_, _, let text, _)): privateTexts[node].append(text)
      case .disconnect, .linkVerified, .event: break
      }
    }
  }

  /// Both start at once.
  mutating func startBoth() {
    for node in 0...1 { tell(node, .command(.triggerHandshake(ids[1 - node]))) }
  }

  /// Delivers the handshake frame at this place of the list.
  mutating func deliver(_ index: Int) {
    let flight = handshakes.remove(at: index)
    inject(flight.frame, to: flight.to)
  }

  /// Loses the handshake frame at this place of the list.
  mutating func lose(_ index: Int) { handshakes.remove(at: index) }

  /// Hands a frame to one of the two as if it had come on the link.
  mutating func inject(_ frame: [UInt8], to node: Int) { tell(node, .link(.frame(links[node], frame))) }

  /// Delivers everything in order and lets time pass.
  mutating func run(for duration: Duration, deliveringHandshakes: Bool = true) {
    let end = now.monotonic + duration
    while true {
      while (deliveringHandshakes && !handshakes.isEmpty) || !others.isEmpty {
        if deliveringHandshakes, !handshakes.isEmpty {
          deliver(0)
        } else {
          let flight = others.removeFirst()
          inject(flight.frame, to: flight.to)
        }
      }
      guard let next = wakes.compactMap({ $0 }).min(), next <= end else { break }
      move(to: max(next, now.monotonic))
      for node in 0...1 where wakes[node] == next {
        wakes[node] = nil
        tell(node, .timer(.wake))
      }
    }
    move(to: end)
  }

  mutating func move(to moment: Instant) {
    let milliseconds = UInt64(clamping: moment.since(now.monotonic).wholeNanoseconds / 1_000_000)
    now = Now(monotonic: moment, unix: Timestamp(milliseconds: now.unix.milliseconds + milliseconds))
  }
}
