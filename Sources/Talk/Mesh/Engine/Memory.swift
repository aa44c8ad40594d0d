import MeshWire

/// What an engine may hold of what others send (mesh-engine 1.2): 16 MiB, of which 4 MiB are for everything
/// that is counted and not weighed (peers, keys, budgets, copies).
extension MeshEngine {
  /// Bytes of packets kept for others or from others, besides assemblies.
  var keptBytes: Int {
    relays.payloadBytes + spool.payloadBytes + deferred.payloadBytes + waiting.payloadBytes + queues.bytes
      + transfers.frameBytes + gossip.stores.bytes
  }

  /// What assemblies may hold now: 6 MiB, less when everything else is full, never less than a file takes.
  var assemblyRoom: Int {
    max(
      FragmentLimits.assembledBytesPerSenderMax,
      min(FragmentLimits.assembledBytesMax, MeshLimits.keptBytesMax - keptBytes))
  }

  /// Takes back from assemblies what the packets of an event need more: pieces that came first hold no room.
  mutating func keepWithinMemory() {
    guard assemblies.heldBytes > FragmentLimits.assembledBytesPerSenderMax else { return }
    if assemblies.heldBytes > assemblyRoom { assemblies.trim(to: assemblyRoom) }
  }
}
