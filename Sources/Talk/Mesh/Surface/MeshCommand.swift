import MeshWire
import Timebase

/// What the application asks of the engine. Modules add their own as static functions
/// (``PrivateMessages`` adds `sendPrivate`, `sendDelivered`, `sendRead`).
///
/// Source: mesh-engine 2.3.
public enum MeshCommand: Sendable {
  /// Take part: answer frames, announce, keep house.
  case start
  /// Say goodbye and close every link; `stopped` follows 0.05 s later, at once when not started.
  case stop
  /// Use another name; announced at once. Cut to what an announce can carry.
  case setNickname(String)
  /// Send a text to everybody. More than 16,000 Unicode scalars are refused by a `deliveryStatus`.
  case sendPublic(text: String, timestamp: Timestamp)
  /// Start a session with the peer, unless there is one or one is under way.
  case triggerHandshake(PeerID)
  /// What was learned about peers before this start; see `identityLearned`.
  case restoreIdentities([KnownIdentity])
  /// Turn a capability bit of the announce on or off.
  case setCapability(Capabilities, isOn: Bool)
  /// Stop the transfers with this id, those that wait too.
  case cancelTransfer(id: String)
  /// A command for whichever module knows its type.
  case module(any ModuleCommand)
  /// What the module of this name gave to keep before this start; see `moduleState`.
  case restoreModule(name: String, value: [UInt8])
  /// The public messages given to keep before this start; see `archiveChanged`.
  case restoreArchive([[UInt8]])
  /// Hand the stored public messages of a peer (all without one) to nobody any more, as when it is blocked
  /// or the timeline is cleared.
  case dropStoredMessages(of: PeerID?)
  /// A step of a panic.
  case panic(PanicCommand)
}

/// A command that one module understands.
public protocol ModuleCommand: Sendable {}
