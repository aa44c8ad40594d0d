import MeshWire
import Timebase

/// A feature on the mesh: it owns its state, registers for types, and speaks to the engine only through its
/// port. A new feature is a new folder and one more element of `MeshConfiguration.modules`; no engine file
/// changes.
///
/// The engine calls it from its one place, whole transitions only, and carries out what the module asked
/// for after the call returns. Everything a peer can make a module keep needs a cap in the module.
/// Source: mesh-features 0.1.
public protocol MeshModule: Sendable {
  /// What the module wants to be given; must not change.
  var registration: ModuleRegistration { get }

  /// Handles one event. The verdict of a packet says whether it is passed on, the verdict of a command
  /// whether it was the module's.
  mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict

  /// Forgets everything, because of a panic; nothing may be sent or told for it. Its deadlines are gone
  /// already, and what it kept is told to be thrown away.
  mutating func wipe()

  /// What others made the module do, and what it refused them; each number only grows until a `wipe`. None
  /// unless a module has some.
  var counters: [ModuleCounter] { get }
}

extension MeshModule {
  /// Nothing is counted.
  public var counters: [ModuleCounter] { [] }
}

/// What a module wants to be given.
public struct ModuleRegistration: Sendable {
  /// Names the module's kept value; unique, and the same in every version.
  public var name: String
  /// Outer packet types; none that the core handles.
  public var messageTypes: [MessageType]
  /// Types inside Noise; not `peerState`, which is the core's.
  public var payloadTypes: [NoisePayloadType]
  /// What announces say because the module is there.
  public var capabilities: Capabilities
  /// Whether it hears of every session's state.
  public var hearsSessions: Bool

  /// Joins the parts.
  public init(
    name: String, messageTypes: [MessageType] = [], payloadTypes: [NoisePayloadType] = [],
    capabilities: Capabilities = [], hearsSessions: Bool = false
  ) {
    self.name = name
    self.messageTypes = messageTypes
    self.payloadTypes = payloadTypes
    self.capabilities = capabilities
    self.hearsSessions = hearsSessions
  }
}

/// What a module is told.
public enum ModuleEvent: Sendable {
  /// A packet of a registered type. Its `sender` is a claim that nobody checked; the ingress peer is who was
  /// verified on the link, `nil` while nobody is.
  case packet(Packet, link: LinkID, ingressPeer: PeerID?)
  /// A payload of a registered type out of the peer's session.
  case noisePayload(NoisePayload, from: PeerID, timestamp: Timestamp)
  /// A command of the application; not of this module unless it knows the type.
  case command(any ModuleCommand)
  /// A deadline the module set.
  case timer(UInt64)
  /// The session with a peer is in another state; only for modules that want to hear it.
  case session(PeerID, SessionState)
  /// What the module gave to keep in an earlier run; it comes before `start`, if anything was kept.
  case restored([UInt8])
}

/// What a module says to an event.
///
/// Only files, posts on the board and voice frames can be kept from being passed on; every other type goes by
/// the relay policy whatever its module says (mesh-features 0.1).
public enum ModuleVerdict: Sendable, Equatable {
  /// The packet may be passed on; the command was mine.
  case accept
  /// The packet must not be passed on; the command was not mine.
  case reject
}
