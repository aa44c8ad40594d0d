import Networking
import Timebase

extension LANLinkMachine {
  mutating func start(tcpPort: UInt16, now: Instant) {
    beacons.tcpPort = tcpPort
    startStaticDials()
    sendBeacon(now: now)
  }

  /// Those who were just joined hear of us at once, and static peers may be in reach now.
  mutating func networkChanged(tcpPort: UInt16, now: Instant) {
    guard beacons.tcpPort != nil else { return }
    beacons.tcpPort = tcpPort
    bringBeaconForward(now: now)
    retryStaticPeers(now: now)
  }

  mutating func beaconIsDue(now: Instant) {
    guard let next = beacons.next else { return }
    guard now >= next else { return effects.append(.schedule(.beacon, at: next)) }
    sendBeacon(now: now)
  }

  /// A beacon that names an unknown node is answered at once with ours, and a node not linked is dialled.
  mutating func hear(_ datagram: [UInt8], from host: IPAddress, now: Instant) {
    guard beacons.tcpPort != nil, let beacon = LANBeacon(datagram), beacon.instance != instance else {
      return
    }
    counters.beaconsHeard += 1
    let address = SocketAddress(host, port: beacon.tcpPort)
    let linked = Set(connections.values.compactMap(\.instance))
    let isNew = neighbours.hear(beacon.instance, at: address, now: now, keeping: linked)
    if isNew { bringBeaconForward(now: now) }
    guard beacon.tcpPort != 0, !isLinked(beacon.instance),
      neighbours.mayDial(beacon.instance, at: address, now: now), hasRoomToDial(host, now: now)
    else { return }
    neighbours.recordDial(beacon.instance, at: address, now: now)
    dial(address, expecting: beacon.instance, now: now)
  }

  private mutating func sendBeacon(now: Instant) {
    guard let tcpPort = beacons.tcpPort else { return }
    effects.append(.sendBeacon(LANBeacon(instance: instance, tcpPort: tcpPort).bytes))
    beacons.lastSent = now
    // One draw, scaled: even enough for jitter, and it ends with any generator.
    let range = UInt64(LANLimits.beaconJitterMax.wholeNanoseconds) + 1
    let jitterNanoseconds = jitter.next().multipliedFullWidth(by: range).high
    scheduleBeacon(at: now + LANLimits.beaconInterval + .nanoseconds(Int64(jitterNanoseconds)))
  }

  private mutating func bringBeaconForward(now: Instant) {
    let earliest = beacons.lastSent.map { $0 + LANLimits.beaconGapMin } ?? now
    if earliest <= now {
      sendBeacon(now: now)
    } else if let next = beacons.next, earliest < next {
      scheduleBeacon(at: earliest)
    }
  }

  private mutating func scheduleBeacon(at time: Instant) {
    beacons.next = time
    effects.append(.schedule(.beacon, at: time))
  }

  /// Dials; `expected` is whom the beacon named, nobody when a static peer is dialled.
  @discardableResult
  mutating func dial(
    _ address: SocketAddress, expecting expected: LANInstance?, now: Instant
  ) -> LANConnectionID {
    connectionCount += 1
    counters.dials += 1
    let id = LANConnectionID.dialled(connectionCount)
    add(id, role: .dialler, host: address.host, expected: expected, phase: .dialling, now: now)
    effects.append(.dial(id, address))
    updateTimer(id)
    return id
  }
}
