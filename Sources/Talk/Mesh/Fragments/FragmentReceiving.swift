import MeshWire
import Timebase

/// Fragments that come in (mesh-wire 9.3).
extension MeshEngine {
  /// Puts a piece to its assembly. `false`, and so no relay, for pieces of fragments: they would multiply.
  mutating func receiveFragment(_ packet: Packet, from source: Ingress) -> Bool {
    guard let piece = try? Fragment.decode(packet.payload) else { return true }
    guard piece.originalType != .fragment else { return false }
    trackForSync(packet)
    guard packet.sender != own, packet.isBroadcast || packet.recipient == own else { return true }
    let outcome = assemblies.add(
      piece, from: packet.sender, isBroadcast: packet.isBroadcast, room: assemblyRoom,
      at: now.monotonic)
    switch outcome {
    case .kept: break
    case .refused: counts.fragmentsRefused += 1
    case .complete(let frame): receiveWhole(frame, lastPiece: packet, from: source)
    }
    return true
  }

  /// Handles the packet that came in pieces: judged by its own rules, handed to the owner of its type, never
  /// passed on, because its pieces were.
  private mutating func receiveWhole(_ frame: [UInt8], lastPiece: Packet, from source: Ingress) {
    guard let binding = links.binding(of: source.link), let preview = try? PacketPreview(frame),
      preview.type != .fragment, preview.sender != own || (preview.isRSR && preview.ttl == 0),
      attribute(preview, on: binding) != nil, isTimely(preview, on: binding)
    else { return }
    // A sync request speaks to a neighbour alone: neither it nor its pieces may have travelled.
    if preview.type == .syncRequest, preview.ttl != 0 || lastPiece.ttl != 0 { return }
    guard admitsSignature(of: preview, on: source.link), admitInflation(of: preview, on: source.link),
      var packet = try? Packet.decode(frame)
    else { return }
    packet.ttl = 0
    let (key, ingress) = (packet.deduplicationKey, Ingress(link: source.link, peer: lastPiece.sender))
    guard isNew(packet, key) else { return receiveCopy(packet, key: key, from: ingress) }
    if MeshLimits.isSigned(packet.type) { chargeSignature(to: source.link) }
    let isWanted = dispatch(packet, key: key, from: ingress)
    noteArrival(of: packet, key, isWanted: isWanted)
  }
}
