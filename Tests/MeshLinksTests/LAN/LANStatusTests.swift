import Glibc
import Networking
import Testing

@testable import MeshLinks

@Suite struct LANStatusTests {
  private let loopback = LANStatus.Interface(name: "lo", isLoopback: true, usesIPv4: true, usesIPv6: false)
  private let cable = LANStatus.Interface(name: "eth0", isLoopback: false, usesIPv4: true, usesIPv6: true)

  @Test func everythingWorkingHasNoProblem() {
    let status = summary(tcpPort: 1, interfaces: [loopback, cable])
    #expect(status.problem == nil)
    #expect(status.reachesThisMachine && status.reachesOtherMachines)
  }

  @Test func withoutOtherInterfacesLoopbackStillWorksAndItIsSaid() {
    let status = summary(tcpPort: 1, interfaces: [loopback])
    #expect(
      status.problem
        == "Only people on this machine can be found: no other network interface has multicast.")
    #expect(status.reachesThisMachine && !status.reachesOtherMachines)
  }

  @Test func multicastNowhereIsSaid() {
    var broken = loopback
    broken.usesIPv4 = false
    let status = summary(tcpPort: 1, interfaces: [broken])
    #expect(status.problem == "Nobody can be found: multicast works on no network interface.")
  }

  @Test func aPortThatCannotBeHadIsSaidInTheSystemsWords() {
    let error = NetworkingError.system(call: "bind", code: EACCES)
    let status = summary(tcpPort: nil, interfaces: [loopback, cable], listening: error)
    #expect(
      status.problem
        == "Nobody can connect to this node on the local network: you are not allowed to.")
  }

  private func summary(
    tcpPort: UInt16?, interfaces: [LANStatus.Interface], listening: NetworkingError? = nil
  ) -> LANStatus {
    var status = LANStatus(tcpPort: tcpPort, interfaces: interfaces)
    status.summarise(listening: listening, enumerating: nil)
    return status
  }
}
