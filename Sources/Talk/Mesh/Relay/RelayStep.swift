import MeshWire
import Timebase

/// Passing packets on (mesh-engine 4 step 12, 5.4, 6).
extension MeshEngine {
  /// Lets a packet wait out its jitter, if the policy wants it passed on.
  mutating func relay(_ packet: Packet, key: DeduplicationKey, from source: Ingress) {
    let question = RelayPolicy.Question(
      type: packet.type, ttl: packet.ttl, degree: degree, isDirected: packet.recipient != nil,
      isFromSelf: packet.sender == own, isForSelf: packet.recipient == own)
    guard let decision = RelayPolicy.decide(question) else { return }
    var relayed = packet
    relayed.ttl = decision.ttl
    let (number, evicted) = relays.add(relayed, key: key, ingress: source)
    for number in evicted { agenda.cancel(.relay(number)) }
    schedule(.relay(number), after: drawMilliseconds(decision.delayMilliseconds))
  }

  /// Sends a packet that has waited.
  mutating func sendRelay(_ number: UInt64) {
    guard let waiting = relays.take(number) else { return }
    transmit(waiting.packet, excluding: waiting.ingress)
  }

  /// Forgets a waiting relay whose packet came again, where enough others pass it on.
  mutating func cancelRelay(_ key: DeduplicationKey) {
    guard degree > MeshLimits.relayCancelDegreeMin, let number = relays.cancel(key: key) else { return }
    agenda.cancel(.relay(number))
  }
}
