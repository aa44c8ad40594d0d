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
}

/// What a module wants to be given.
public struct ModuleRegistration: Sendable {
  /// Outer packet types; none that the core handles.
  public var messageTypes: [MessageType]
  /// Types inside Noise; not `peerState`, which is the core's.
  public var payloadTypes: [NoisePayloadType]
  /// What announces say because the module is there.
  public var capabilities: Capabilities

  /// Joins the parts.
  public init(
    messageTypes: [MessageType] = [], payloadTypes: [NoisePayloadType] = [], capabilities: Capabilities = []
  ) {
    self.messageTypes = messageTypes
    self.payloadTypes = payloadTypes
    self.capabilities = capabilities
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
}

/// What a module says to an event.
public enum ModuleVerdict: Sendable, Equatable {
  /// The packet may be passed on; the command was mine.
  case accept
  /// The packet must not be passed on; the command was not mine.
  case reject
}
