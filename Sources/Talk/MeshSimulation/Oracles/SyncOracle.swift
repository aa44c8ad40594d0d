import MeshWire

/// What nodes say they have when they ask their neighbours: a filter that is wrong about one id in a hundred.
///
/// Who misses a message that its own last filter takes for one it has is not sent it, and is excused until
/// the filter is another (mesh-engine 16.3, partition heal).
struct SyncOracle: Sendable {
  /// The last requests of each place, as they were sent.
  private var frames: [[[UInt8]]]

  init(places: Int) {
    frames = [[[UInt8]]](repeating: [], count: places)
  }

  /// A place asks a neighbour.
  mutating func asked(_ frame: [UInt8], from place: Int) {
    frames[place].append(frame)
    if frames[place].count > Self.framesKept { frames[place].removeFirst() }
  }

  /// Whether the last request for messages takes this one for one that is there.
  func isMasked(_ id: GossipID, at place: Int) -> Bool {
    for frame in frames[place].reversed() {
      guard let packet = try? Packet.decode(frame), let request = try? SyncRequest.decode(packet.payload),
        (request.types ?? .whenNotSaid).contains(.message)
      else { continue }
      return request.filter.members.mightContain(id)
    }
    return false
  }

  /// Enough for the requests to all neighbours of one tick.
  private static let framesKept = 64
}
