import Mesh
import MeshLinks
import MeshNode
import StrictJSON

/// What `traffic` answers: what others made this node do, in numbers that name nobody. The fields are
/// described in docs/commands.md, each under the name it has here.
struct TrafficReport {
  /// The links since the start, and now; `nil` where nothing runs over the network.
  let lan: LANCounters?
  let load: LANLoad?
  let mesh: MeshNodeCounters
  /// The engine, and what its modules count besides.
  let engine: MeshCounters
  let modules: [ModuleCounter]
  /// Bytes of packets the engine keeps.
  let engineBytes: Int
  /// Public messages that flood control did not show.
  let messagesHeldBack: Int
  let log: LineBudget
  let memory: ProcessMemory

  /// Groups of numbers.
  var json: JSONValue {
    .object(groups.map { JSONMember(name: $0.0, value: Self.object($0.1)) })
  }

  private var groups: [(String, [(String, Int)])] {
    [
      ("links", links), ("held", held), ("mesh", node),
      ("engine", frames + people + sessions + queues + modules.map { ($0.name, $0.count) }),
      ("messages", [("heldBack", messagesHeldBack)]),
      ("log", [("lines", log.lines), ("linesHeldBack", log.linesHeldBack)]),
      ("memory", [("bytes", memory.bytes), ("bytesPeak", memory.bytesPeak)]),
    ]
  }

  private var links: [(String, Int)] {
    guard let lan else { return [] }
    return [
      ("beaconsHeard", lan.beaconsHeard), ("dials", lan.dials), ("accepts", lan.accepts),
      ("acceptsOverRate", lan.acceptsOverRate), ("acceptsOverAddress", lan.acceptsOverAddress),
      ("acceptsOverTable", lan.acceptsOverTable), ("linksUp", lan.linksUp),
      ("endedSilent", lan.endedSilent), ("endedMalformed", lan.endedMalformed),
      ("endedUnverified", lan.endedUnverified), ("endedForRoom", lan.endedForRoom),
      ("framesReceived", lan.framesReceived), ("bytesReceived", lan.bytesReceived), ("pauses", lan.pauses),
      ("framesSent", lan.framesSent), ("bytesSent", lan.bytesSent), ("framesDropped", lan.framesDropped),
    ]
  }

  private var held: [(String, Int)] {
    guard let load else { return [("engineBytes", engineBytes)] }
    return [
      ("inbound", load.inbound), ("outbound", load.outbound), ("verified", load.verified),
      ("queuedBytes", load.queuedBytes), ("unfinishedBytes", load.unfinishedBytes),
      ("instances", load.instances), ("engineBytes", engineBytes),
    ]
  }

  private var node: [(String, Int)] {
    [
      ("framesTaken", mesh.framesTaken), ("framesSent", mesh.framesSent),
      ("linksVerified", mesh.linksVerified), ("linksClosed", mesh.linksClosed),
      ("publicMessages", mesh.publicMessages), ("privateMessages", mesh.privateMessages),
      ("sessions", mesh.sessions), ("identitiesLearned", mesh.identitiesLearned), ("waits", mesh.waits),
    ]
  }

  private var frames: [(String, Int)] {
    [
      ("framesOverBudget", engine.framesOverBudget), ("framesMalformed", engine.framesMalformed),
      ("copies", engine.copies), ("signatureChecks", engine.signatureChecks),
      ("signaturesOverBudget", engine.signaturesOverBudget), ("inflationsRefused", engine.inflationsRefused),
    ]
  }

  private var people: [(String, Int)] {
    [
      ("announcesSent", engine.announcesSent), ("announcesThrottled", engine.announcesThrottled),
      ("greetingsThrottled", engine.greetingsThrottled), ("linksRefused", engine.linksRefused),
      ("peersEvicted", engine.peersEvicted),
    ]
  }

  private var sessions: [(String, Int)] {
    [
      ("handshakesStarted", engine.handshakesStarted),
      ("handshakeStartsOverBudget", engine.handshakeStartsOverBudget),
      ("handshakesAnswered", engine.handshakesAnswered),
      ("handshakesOverBudget", engine.handshakesOverBudget),
      ("sessionsEvicted", engine.sessionsEvicted), ("noiseMessagesOpened", engine.noiseMessagesOpened),
      ("noiseMessagesUnreadable", engine.noiseMessagesUnreadable),
      ("noiseMessagesDelayed", engine.noiseMessagesDelayed),
      ("noiseMessagesRefused", engine.noiseMessagesRefused), ("noiseSendsDelayed", engine.noiseSendsDelayed),
    ]
  }

  private var queues: [(String, Int)] {
    [
      ("fragmentsRefused", engine.fragmentsRefused), ("assembliesEvicted", engine.assembliesEvicted),
      ("transfersRefused", engine.transfersRefused), ("relaysEvicted", engine.relaysEvicted),
      ("spoolEvicted", engine.spoolEvicted), ("queueEvicted", engine.queueEvicted),
      ("syncAnswers", engine.syncAnswers), ("syncRequestsOverBudget", engine.syncRequestsOverBudget),
    ]
  }

  private static func object(_ numbers: [(String, Int)]) -> JSONValue {
    .object(numbers.map { JSONMember(name: $0.0, value: .integer(Int64($0.1))) })
  }
}
