import Timebase

extension LANLinkMachine {
  /// Queues a packet on links; one that is empty, too large for a frame, or for an unknown link is dropped.
  mutating func send(_ packet: [UInt8], to links: [LANLinkID], _ priority: LANWritePriority, now: Instant) {
    guard let frame = LANFrames.frame(packet) else { return }
    for link in links {
      guard let id = linkConnections[link] else { continue }
      queuedCount += 1
      let dropped = connections[id]?.queue.insert(
        .init(priority: priority, sequence: queuedCount, bytes: frame))
      counters.framesDropped += dropped ?? 0
      writeQueued(id, now: now)
    }
    trimQueues()
  }

  mutating func wrote(_ count: Int, on id: LANConnectionID, now: Instant) {
    guard let connection = connections[id] else { return }
    connections[id]?.inFlightBytes = max(0, connection.inFlightBytes - count)
    writeQueued(id, now: now)
  }

  /// Hands bytes to the system at once, past the queue.
  mutating func write(_ bytes: [UInt8], on id: LANConnectionID, now: Instant) {
    connections[id]?.inFlightBytes += bytes.count
    connections[id]?.lastSent = now
    counters.framesSent += 1
    counters.bytesSent += bytes.count
    effects.append(.write(id, bytes))
  }

  /// A keep-alive says that we live; bytes that still wait in the system will say the same.
  mutating func keepAlive(_ id: LANConnectionID, now: Instant) {
    guard connections[id]?.inFlightBytes == 0 else {
      connections[id]?.lastSent = now
      return
    }
    write(LANFrames.keepAlive, on: id, now: now)
  }

  private mutating func writeQueued(_ id: LANConnectionID, now: Instant) {
    while let inFlight = connections[id]?.inFlightBytes, inFlight < LANLimits.inFlightBytesMax,
      let entry = connections[id]?.queue.popFirst()
    {
      write(entry.bytes, on: id, now: now)
    }
  }

  /// Keeps all queues together under their limit: the lowest priority goes, there the oldest.
  private mutating func trimQueues() {
    while connections.values.reduce(0, { $0 + $1.queue.cost }) > LANLimits.writeQueuesBytesMax {
      // Sequences differ, so the result does not depend on the order of iteration.
      let worst = connections.values.compactMap { connection in
        connection.queue.leastWanted.map { (connection.id, $0.priority, $0.sequence) }
      }.max { ($0.1, $1.2) < ($1.1, $0.2) }
      guard let worst else { return }
      connections[worst.0]?.queue.removeLeastWanted()
      counters.framesDropped += 1
    }
  }
}
