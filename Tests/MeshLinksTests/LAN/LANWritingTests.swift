import Networking
import Testing
import Timebase

@testable import MeshLinks

@Suite struct LANWritingTests {
  private let other = lanInstance(9)
  private var link: LANLinkID { LANLinkID(instance: other, role: .acceptor) }

  @Test func packetsGoOutAtOnceWhileThePeerReads() {
    var rig = LANMachineRig()
    let id = rig.acceptLink(from: other)
    rig.feed(.send([1, 2], to: [link], .bulk))
    #expect(rig.written(on: id) == [0, 0, 0, 2, 1, 2])
  }

  @Test func emptyAndOversizedPacketsAndUnknownLinksAreIgnored() {
    var rig = LANMachineRig()
    rig.acceptLink(from: other)
    rig.feed(.send([], to: [link], .normal))
    #expect(rig.effects.isEmpty)
    rig.feed(.send([UInt8](repeating: 0, count: 65_536), to: [link], .normal))
    #expect(rig.effects.isEmpty)
    rig.feed(.send([1], to: [LANLinkID(instance: other, role: .dialler)], .normal))
    #expect(rig.effects.isEmpty)
  }

  @Test func whatWaitsGoesOutByPriorityThenAge() {
    var rig = LANMachineRig()
    let id = rig.acceptLink(from: other)
    let inFlight = fill(&rig)
    for (byte, priority): (UInt8, LANWritePriority) in [
      (1, .bulk), (2, .fragment(ofTotal: 9)), (3, .normal), (4, .fragment(ofTotal: 2)), (5, .normal),
      (6, .bulk),
    ] {
      rig.feed(.send([byte], to: [link], priority))
      #expect(rig.written(on: id).isEmpty)
    }
    rig.feed(.wrote(id, bytes: inFlight))
    let packets = stride(from: 4, to: rig.written(on: id).count, by: 5).map { rig.written(on: id)[$0] }
    #expect(packets == [3, 5, 4, 2, 1, 6])
  }

  @Test func aQueueOverItsLimitDropsTheLowestPriorityAndThereTheNewest() {
    var queue = LANWriteQueue()
    let bytes = [UInt8](repeating: 0, count: 100_000 - LANLimits.queuedFrameOverheadBytes)
    for sequence: UInt64 in 0..<10 {
      queue.insert(.init(priority: .bulk, sequence: sequence, bytes: bytes))
    }
    #expect(queue.cost == LANLimits.writeQueueBytesMax)
    queue.insert(.init(priority: .normal, sequence: 10, bytes: bytes))
    queue.insert(.init(priority: .bulk, sequence: 11, bytes: bytes))
    #expect(queue.entries.map(\.sequence) == [10, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(queue.cost == LANLimits.writeQueueBytesMax)
  }

  @Test func allQueuesTogetherDropTheLowestPriorityAndThereTheOldest() {
    var rig = LANMachineRig()
    let links = rig.fillInbound(5)
    let packet = [UInt8](repeating: 0, count: 50_000)
    for link in links {
      while (rig.machine.connections[link.id]?.inFlightBytes ?? .max) < LANLimits.inFlightBytesMax {
        rig.feed(.send(packet, to: [link.link], .normal))
      }
    }
    rig.feed(.send([1], to: [links[0].link], .bulk))
    rig.feed(.send([2], to: [links[0].link], .bulk))
    rig.feed(.send([3], to: [links[1].link], .normal))
    // Each queue alone stays under its limit; all five together do not.
    for _ in 0..<17 { rig.feed(.send(packet, to: links.map(\.link), .normal)) }
    let costs = links.map { rig.machine.connections[$0.id]?.queue.cost ?? 0 }
    #expect(costs.reduce(0, +) <= LANLimits.writeQueuesBytesMax)
    #expect(costs.reduce(0, +) > LANLimits.writeQueuesBytesMax - 60_000)
    let bulk = rig.machine.connections[links[0].id]?.queue.entries.count { $0.priority == .bulk }
    #expect(bulk == 0, "the lowest priority went first")
    #expect(rig.machine.connections.count == 5, "a slow reader keeps its link")
  }

  @Test func leastWantedIsTheOldestOfTheLowestPriority() {
    var queue = LANWriteQueue()
    for (sequence, priority) in [LANWritePriority.normal, .bulk, .fragment(ofTotal: 3), .bulk].enumerated() {
      queue.insert(.init(priority: priority, sequence: UInt64(sequence), bytes: [1]))
    }
    var order: [UInt64] = []
    while let entry = queue.leastWanted {
      order.append(entry.sequence)
      queue.removeLeastWanted()
    }
    #expect(order == [1, 3, 2, 0])
    #expect(queue.cost == 0)
  }

  /// Sends until the system holds as much as it may; answers how much that is.
  private func fill(_ rig: inout LANMachineRig) -> Int {
    var bytes = LANFrames.helloBytes
    while bytes < LANLimits.inFlightBytesMax {
      rig.feed(.send([UInt8](repeating: 0, count: 30_000), to: [link], .normal))
      bytes += 30_004
    }
    return bytes
  }
}
