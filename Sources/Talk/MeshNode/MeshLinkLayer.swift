import Mesh
import TransportPorts

/// What the node needs of a link layer; frames are opaque bytes here.
public protocol MeshLinkLayer: Sendable {
  /// Opens what is needed to find others.
  func start() async throws
  /// The next thing that happened on the links; `nil` once the layer has stopped.
  func nextEvent() async -> MeshLinkEvent?
  /// Carries out commands in order.
  func perform(_ commands: [MeshLinkCommand]) async
  /// Closes every link and ends the events.
  func stop() async
}

/// What a link layer tells the node.
public enum MeshLinkEvent: Sendable {
  /// Something for the engine.
  case link(LinkEvent)
  /// How the layer is.
  case status(TransportStatus)
}

/// What the node asks of a link layer.
public enum MeshLinkCommand: Sendable, Equatable {
  /// One frame on each of the links.
  case send(frame: [UInt8], links: [LinkID], priority: WritePriority)
  /// An announce verified on the link; whether its peer was known before the link came.
  case verified(LinkID, wasKnownBefore: Bool)
  /// Close the link.
  case close(LinkID)
}
