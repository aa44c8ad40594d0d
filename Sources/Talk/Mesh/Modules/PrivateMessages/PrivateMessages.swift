import MeshWire
import Timebase

/// Private messages and their receipts: the payload types `0x01`, `0x02` and `0x03` inside Noise.
///
/// It keeps nothing: the durable outbox, and the decision when to acknowledge, are the application's.
/// Source: mesh-wire 11.2, 11.3; mesh-features 2.
public struct PrivateMessages: MeshModule {
  /// What the application can ask for.
  public enum Command: ModuleCommand {
    /// Send a text under an id, at most 255 UTF-8 bytes each.
    case send(text: String, to: PeerID, messageID: String)
    /// Say that a message of the peer's is stored.
    case confirmDelivered(messageID: String, to: PeerID)
    /// Say that a message of the peer's was read.
    case confirmRead(messageID: String, to: PeerID)
  }

  /// The module, with nothing to set.
  public init() {}

  /// Payload types `0x01` to `0x03`; no capability bit, every client has them.
  public var registration: ModuleRegistration {
    ModuleRegistration(name: "private-messages", payloadTypes: [.privateMessage, .readReceipt, .delivered])
  }

  /// Turns payloads into application events and commands into payloads.
  public mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict {
    switch event {
    case .noisePayload(let payload, let peer, let timestamp):
      receive(payload, from: peer, at: timestamp, port: &port)
      return .accept
    case .command(let command):
      guard let command = command as? Command else { return .reject }
      perform(command, port: &port)
      return .accept
    case .packet, .timer, .session, .restored: return .reject
    }
  }

  /// There is nothing to forget.
  public mutating func wipe() {}

  private func receive(
    _ payload: NoisePayload, from peer: PeerID, at timestamp: Timestamp, port: inout ModulePort
  ) {
    switch payload {
    case .privateMessage(let message):
      port.emit(
        .privateMessage(
          sender: peer, messageID: message.messageID, text: message.text, timestamp: timestamp))
    case .delivered(let messageID): port.emit(.delivered(messageID: messageID, by: peer))
    case .readReceipt(let messageID): port.emit(.read(messageID: messageID, by: peer))
    case .peerState, .module: break
    }
  }

  private func perform(_ command: Command, port: inout ModulePort) {
    switch command {
    case .send(let text, let peer, let messageID):
      let message = PrivateMessage(messageID: messageID, text: text)
      do throws(MeshWireError) {
        try port.send(.privateMessage(message), to: peer, messageID: messageID)
      } catch {
        port.emit(.deliveryStatus(messageID: messageID, .failed(.tooLong)))
      }
    case .confirmDelivered(let messageID, let peer):
      acknowledge(.delivered(messageID: messageID), to: peer, port: &port)
    case .confirmRead(let messageID, let peer):
      acknowledge(.readReceipt(messageID: messageID), to: peer, port: &port)
    }
  }

  /// An id that cannot be written was never received: such a receipt is nobody's.
  private func acknowledge(_ receipt: NoisePayload, to peer: PeerID, port: inout ModulePort) {
    try? port.send(receipt, to: peer, startsHandshake: .ifReachable)
  }
}

extension MeshCommand {
  /// Sends a private message; it waits behind a handshake when there is no session yet.
  public static func sendPrivate(text: String, to peer: PeerID, messageID: String) -> MeshCommand {
    .module(PrivateMessages.Command.send(text: text, to: peer, messageID: messageID))
  }

  /// Tells the sender that its message is stored. Given only after it is.
  public static func sendDelivered(messageID: String, to peer: PeerID) -> MeshCommand {
    .module(PrivateMessages.Command.confirmDelivered(messageID: messageID, to: peer))
  }

  /// Tells the sender that its message was read.
  public static func sendRead(messageID: String, to peer: PeerID) -> MeshCommand {
    .module(PrivateMessages.Command.confirmRead(messageID: messageID, to: peer))
  }
}
