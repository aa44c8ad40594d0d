import TransportPorts

/// Events on their way to the one consumer, in order, bounded.
///
/// Lists that replace each other (people, status) are kept once, the newest; everything else stays.
/// A value inside the node's actor; the waiting is the actor's.
struct EventQueue {
  /// From this many on the node takes nothing more from its links.
  static let eventsMax = 1_024

  private var events: [TransportEvent] = []
  private var head = 0

  var isFull: Bool { events.count - head >= Self.eventsMax }

  mutating func append(_ event: TransportEvent) {
    if let place = events[head...].lastIndex(where: { replaces(event, $0) }) {
      events.remove(at: place)
    }
    events.append(event)
  }

  mutating func removeFirst() -> TransportEvent? {
    guard head < events.count else { return nil }
    defer {
      head += 1
      if head == events.count {
        events.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return events[head]
  }

  private func replaces(_ new: TransportEvent, _ old: TransportEvent) -> Bool {
    switch (new, old) {
    case (.peersChanged, .peersChanged), (.statusChanged, .statusChanged): true
    default: false
    }
  }
}
