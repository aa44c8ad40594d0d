import Networking
import Testing

@Suite struct HostNamesTests {
  @Test func anAddressIsItselfAndALocalNameIsLookedUp() async throws {
    #expect(await HostNames.addresses(of: "192.0.2.7") == [.v4(0xC000_0207)])
    #expect(await HostNames.addresses(of: "fe80::1%3") == [.v6(high: 0xFE80 << 48, low: 1, scope: 3)])
    let local = await HostNames.addresses(of: "localhost")
    #expect(!local.isEmpty && local.allSatisfy(\.isLoopback))
  }

  @Test func aNameThatCannotBeOneHasNoAddress() async {
    #expect(await HostNames.addresses(of: "").isEmpty)
    #expect(await HostNames.addresses(of: "no such name").isEmpty)
  }
}
