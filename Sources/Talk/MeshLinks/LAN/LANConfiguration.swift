import Networking

/// How `LANLinks` is set up; the defaults are what every node uses.
public struct LANConfiguration: Sendable, Equatable {
  /// Which interfaces beacons go out on.
  public enum Reach: Sendable, Equatable {
    /// All that have multicast, and loopback.
    case everywhere
    /// Loopback only: other machines neither find us nor can connect.
    case thisMachine
  }

  /// The UDP port of the beacons, the same for all nodes that are to find each other.
  public var beaconPort: UInt16 = 48_452
  /// Where beacons go and connections are taken.
  public var reach = Reach.everywhere
  /// The TCP port others dial; 0 takes any free one. Whoever is to be somebody's static peer has a fixed one.
  public var tcpPort: UInt16 = 0
  /// Nodes that are dialled without a beacon, at most `staticPeersMax`; more are ignored.
  public var staticPeers: [LANStaticPeer] = []

  /// Most static peers there may be.
  public static let staticPeersMax = LANLimits.staticPeersMax

  /// The setting of every node.
  public init() {}

  static let beaconGroup4 = IPAddress.v4(0xEFFF_5452)  // 239.255.84.82
  static let beaconGroup6 = IPAddress.v6(high: 0xFF02 << 48, low: 0x8452, scope: 0)  // ff02::8452
  static let interfacesMax = 32
}
