import MeshWire

/// Frames that were sent, by what they are for.
public struct TrafficCount: Sendable, Equatable {
  /// Messages to everybody, first-hand or passed on.
  public internal(set) var message = 0
  /// Announces.
  public internal(set) var announce = 0
  /// Handshakes and everything encrypted.
  public internal(set) var encrypted = 0
  /// Pieces of anything.
  public internal(set) var fragment = 0
  /// Sync requests and their answers.
  public internal(set) var sync = 0
  /// Everything else.
  public internal(set) var other = 0
  /// Frames that were longer than their link carried by then, and lost.
  public internal(set) var overLimit = 0

  /// All of them.
  public var total: Int { message + announce + encrypted + fragment + sync + other }

  /// Counts a frame on so many links.
  mutating func add(_ preview: PacketPreview, times: Int) {
    if preview.isRSR || preview.type == .syncRequest {
      sync += times
      return
    }
    switch preview.type {
    case .publicMessage: message += times
    case .announce: announce += times
    case .noiseHandshake, .noiseEncrypted: encrypted += times
    case .fragment: fragment += times
    default: other += times
    }
  }
}
