import Glibc
import Networking

/// Whether the LAN could be used now, without a node: sockets are opened as a node opens them, nothing is
/// sent, and all are closed again.
public enum LANProbe {
  /// What a node would find.
  public struct Result: Sendable {
    /// The interfaces it would send beacons on, with what does not work; loopback is among them.
    public let interfaces: [LANStatus.Interface]
    /// Interfaces that are up and have no multicast: nobody is found there.
    public let withoutMulticast: [String]
    /// Whether a program that shares with nobody has the beacon port.
    public let isBeaconPortTaken: Bool
    /// Why nobody could connect at the TCP port, as part of a sentence; `nil` when it can be had.
    public let tcpProblem: String?
  }

  /// Tries the beacon port on each interface, and the TCP port.
  ///
  /// A node that runs shares the beacon port; its fixed TCP port is in use. Throws what
  /// `NetworkInterface.all()` throws.
  public static func look(
    _ configuration: LANConfiguration, on sockets: SocketLoop
  ) throws(NetworkingError) -> Result {
    let inbox = sockets.makeInbox()
    defer { inbox.finish() }
    let all = try NetworkInterface.all()
    var beacons = LANBeaconSockets()
    let interfaces = beacons.follow(all, configuration, on: sockets, inbox: inbox)
    beacons.close(on: sockets)
    return Result(
      interfaces: interfaces,
      withoutMulticast: all.filter { $0.isUp && !$0.isLoopback && !$0.hasMulticast }.map(\.name),
      isBeaconPortTaken: isBeaconPortTaken(configuration, all, sockets, inbox),
      tcpProblem: tcpProblem(configuration, sockets, inbox))
  }

  private static func isBeaconPortTaken(
    _ configuration: LANConfiguration, _ all: [NetworkInterface], _ sockets: SocketLoop, _ inbox: SocketInbox
  ) -> Bool {
    guard let loopback = all.first(where: { $0.isLoopback && $0.isUp }) else { return false }
    let group = SocketAddress(LANConfiguration.beaconGroup4, port: configuration.beaconPort)
    do throws(NetworkingError) {
      sockets.close(try sockets.joinMulticast(group: group, on: loopback, inbox: inbox))
      return false
    } catch {
      return error == .system(call: "bind", code: EADDRINUSE)
    }
  }

  /// One port for both families; IPv4 alone where the system has no IPv6, as a node listens.
  private static func tcpProblem(
    _ configuration: LANConfiguration, _ sockets: SocketLoop, _ inbox: SocketInbox
  ) -> String? {
    let hosts: [IPAddress] =
      switch configuration.reach {
      case .everywhere: [.any6, .any4]
      case .thisMachine: [.loopback4]
      }
    var problem: String?
    for host in hosts {
      do throws(NetworkingError) {
        let wanted = SocketAddress(host, port: configuration.tcpPort)
        sockets.close(try sockets.listenTCP(on: wanted, inbox: inbox).id)
        return nil
      } catch {
        problem = error.explanation
      }
    }
    return problem
  }
}
