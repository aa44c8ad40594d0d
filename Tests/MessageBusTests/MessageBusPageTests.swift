import MessageBus
import Testing

@Suite struct MessageBusPageTests {
  @Test func theExampleOfThePageRuns() async throws {
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]
    guard let address = BusAddress.ofSession(environment, exists: { _ in false }) else { return }
    let desktop = try DesktopNotifications(address: address, programName: "Tern", desktopEntry: "tern")
    let service = await desktop.serviceName()  // nil: nobody is there
    await desktop.stop()
    #expect(service == nil)
  }
}
