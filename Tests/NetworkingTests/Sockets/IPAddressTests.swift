import Networking
import Testing

@Suite struct IPAddressTests {
  @Test(arguments: [
    "0.0.0.0", "127.0.0.1", "239.255.84.82", "::", "::1", "ff02::8452", "fe80::1%1", "2001:db8::a:b",
  ]) func textComesBackAsItWas(text: String) throws {
    #expect(try #require(IPAddress(text)).description == text)
  }

  @Test(arguments: ["", "1.2.3", "1.2.3.256", "1.2.3.4%1", "fe80::1%", "fe80::1%nosuchinterface", ":::"])
  func anythingElseIsNoAddress(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func anIPv4AddressMappedIntoIPv6IsTheIPv4Address() {
    #expect(IPAddress("::ffff:192.0.2.7") == IPAddress("192.0.2.7"))
  }

  @Test func aScopeMakesAnotherAddress() {
    #expect(IPAddress("fe80::1%1") != IPAddress("fe80::1%2"))
  }

  @Test func loopbackAndLinkLocalAreKnown() throws {
    let expected: [(String, loopback: Bool, linkLocal: Bool)] = [
      ("127.0.0.1", true, false), ("127.255.0.9", true, false), ("128.0.0.1", false, false),
      ("::1", true, false), ("::2", false, false), ("fe80::1", false, true), ("febf::1", false, true),
      ("fec0::1", false, false), ("169.254.1.1", false, true), ("169.255.1.1", false, false),
    ]
    for (text, loopback, linkLocal) in expected {
      let address = try #require(IPAddress(text))
      #expect(address.isLoopback == loopback, "\(text)")
      #expect(address.isLinkLocal == linkLocal, "\(text)")
    }
  }

  @Test func anAddressWithPortIsWrittenAsUsual() throws {
    #expect(SocketAddress(.loopback4, port: 80).description == "127.0.0.1:80")
    #expect(SocketAddress(.loopback6, port: 80).description == "[::1]:80")
  }
}
