import Foundation
import MeshLinks
import MeshNode
import StrictJSON

/// What `traffic` answers: what others made this node do, in numbers that name nobody. The fields are
/// described in docs/commands.md.
enum TrafficReport {
  static func json(
    lan: LANCounters, load: LANLoad, mesh: MeshNodeCounters, memory: ProcessMemory
  ) -> JSONValue {
    object([
      ("links", object(links(lan))), ("held", object(held(load))), ("mesh", object(engine(mesh))),
      ("memory", object([("bytes", memory.bytes), ("bytesPeak", memory.bytesPeak)])),
    ])
  }

  private static func links(_ lan: LANCounters) -> [(String, Int)] {
    [
      ("beaconsHeard", lan.beaconsHeard), ("dials", lan.dials), ("accepts", lan.accepts),
      ("acceptsOverRate", lan.acceptsOverRate), ("acceptsOverAddress", lan.acceptsOverAddress),
      ("acceptsOverTable", lan.acceptsOverTable), ("linksUp", lan.linksUp),
      ("endedSilent", lan.endedSilent), ("endedMalformed", lan.endedMalformed),
      ("endedUnverified", lan.endedUnverified), ("endedForRoom", lan.endedForRoom),
      ("framesReceived", lan.framesReceived), ("bytesReceived", lan.bytesReceived), ("pauses", lan.pauses),
      ("framesSent", lan.framesSent), ("bytesSent", lan.bytesSent), ("framesDropped", lan.framesDropped),
    ]
  }

  private static func held(_ load: LANLoad) -> [(String, Int)] {
    [
      ("inbound", load.inbound), ("outbound", load.outbound), ("verified", load.verified),
      ("queuedBytes", load.queuedBytes), ("unfinishedBytes", load.unfinishedBytes),
      ("instances", load.instances),
    ]
  }

  private static func engine(_ mesh: MeshNodeCounters) -> [(String, Int)] {
    [
      ("framesTaken", mesh.framesTaken), ("framesSent", mesh.framesSent),
      ("linksVerified", mesh.linksVerified), ("linksClosed", mesh.linksClosed),
      ("publicMessages", mesh.publicMessages), ("privateMessages", mesh.privateMessages),
      ("sessions", mesh.sessions), ("identitiesLearned", mesh.identitiesLearned), ("waits", mesh.waits),
    ]
  }

  private static func object(_ numbers: [(String, Int)]) -> JSONValue {
    object(numbers.map { ($0.0, .integer(Int64($0.1))) })
  }

  private static func object(_ fields: [(String, JSONValue)]) -> JSONValue {
    .object(fields.map { JSONMember(name: $0.0, value: $0.1) })
  }
}

/// What the system says this process occupies, in bytes; 0 where it says nothing.
struct ProcessMemory {
  let bytes: Int
  let bytesPeak: Int

  /// As it is now, from the process's status file.
  static func now() -> ProcessMemory {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return ProcessMemory(bytes: value("VmRSS:", in: text), bytesPeak: value("VmHWM:", in: text))
  }

  private static func value(_ name: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    return (kibibytes ?? 0) * 1_024
  }
}
