import Networking

/// What people are shown about the LAN: where we listen, where we are found, what does not work.
public struct LANStatus: Sendable, Equatable {
  /// One interface that beacons go out on.
  public struct Interface: Sendable, Equatable {
    /// The system's name.
    public let name: String
    /// Whether it reaches this machine only.
    public let isLoopback: Bool
    /// Whether beacons go out and are heard by IPv4.
    public internal(set) var usesIPv4: Bool
    /// The same by IPv6.
    public internal(set) var usesIPv6: Bool
    /// What does not work, as a sentence; `nil` when all does.
    public internal(set) var problem: String?
    /// The problem, when it is that beacons cannot be sent.
    var sendProblem: String?
  }

  /// The TCP port others dial; `nil` when we cannot be dialled.
  public internal(set) var tcpPort: UInt16?
  /// Interfaces with multicast, loopback among them.
  public internal(set) var interfaces: [Interface] = []
  /// What concerns all of the LAN, as a sentence; `nil` when nothing does.
  public internal(set) var problem: String?

  /// Whether nodes on other machines can find us and we them.
  public var reachesOtherMachines: Bool {
    interfaces.contains { !$0.isLoopback && ($0.usesIPv4 || $0.usesIPv6) }
  }

  /// Whether nodes on this machine can find us and we them.
  public var reachesThisMachine: Bool {
    interfaces.contains { $0.usesIPv4 || $0.usesIPv6 }
  }
}

extension LANStatus {
  /// A failure to send that an interface had before is not mended by looking at it again.
  mutating func keepProblems(of before: LANStatus) {
    for index in interfaces.indices where interfaces[index].problem == nil {
      let same = before.interfaces.first { $0.name == interfaces[index].name }
      interfaces[index].problem = same?.sendProblem
      interfaces[index].sendProblem = same?.sendProblem
    }
  }

  /// The sentence for the whole, from the parts; a listener that could not be had is named first.
  mutating func summarise(listening: NetworkingError?, enumerating: NetworkingError?) {
    if let listening {
      problem = "Nobody can connect to this node on the local network: \(listening.explanation)."
    } else if let enumerating {
      problem = "The network interfaces cannot be listed: \(enumerating.explanation)."
    } else if !reachesThisMachine {
      problem = "Nobody can be found: multicast works on no network interface."
    } else if !reachesOtherMachines {
      problem = "Only people on this machine can be found: no other network interface has multicast."
    } else {
      problem = nil
    }
  }
}
