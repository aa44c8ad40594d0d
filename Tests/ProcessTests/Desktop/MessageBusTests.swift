import Foundation
import MessageBus
import Testing

/// Goal: what is shown on a desktop is shown by whoever is there now, and nothing hangs when nobody is.
/// Method: a bus of its own and a stand-in of the service by another implementation of D-Bus.
@Suite(.serialized, .timeLimit(.minutes(2))) struct DesktopNotificationTests {
  @Test func whatIsShownIsReplacedChosenAndTakenAway() async throws {
    let place = try TestPlace()
    let desktop = try await TestDesktop(folder: place.folder)
    let outlet = try notifications(desktop)
    #expect(await outlet.serviceName() == nil, "nobody is there")
    await #expect(throws: BusError.self) { try await outlet.show(note("a", "too early")) }
    try await desktop.serve()
    #expect(await outlet.serviceName() == "Stand-in")
    try await outlet.show(note("a", "1 < 2"))
    try await outlet.show(note("b", "other"))
    try await outlet.show(note("a", "again"))
    let shown = desktop.shown
    #expect(shown.map(\.body) == ["1 &lt; 2", "other", "again"])
    #expect(shown.map(\.replaces) == [0, 0, shown[0].id], "one about the same takes its place")
    #expect(shown[0].choices == ["default", "Open"] && shown[0].program == "Tern")
    var chosen = outlet.chosen.makeAsyncIterator()
    try desktop.choose("default", on: shown[1].id)
    let first = await chosen.next()
    #expect(first?.subject == "b" && first?.key == "default")
    await outlet.withdrawAll()
    try await eventually("all are taken away") { desktop.closed.sorted() == [shown[0].id, shown[1].id] }
    await outlet.stop()
    #expect(await chosen.next() == nil)
  }

  @Test func aNewServiceIsAskedWhatItCanDo() async throws {
    let place = try TestPlace()
    let desktop = try await TestDesktop(folder: place.folder)
    let outlet = try notifications(desktop)
    try await desktop.serve()
    try await outlet.show(note("a", "1 < 2"))
    desktop.leave()
    await #expect(throws: BusError.self) { try await outlet.show(note("a", "nobody")) }
    try await desktop.serve(knowsMarkup: false)
    try await outlet.show(note("a", "1 < 2"))
    #expect(desktop.shown.map(\.body) == ["1 < 2"], "one that knows no markup gets none")
    await outlet.stop()
  }

  @Test func aBusThatWentIsConnectedToAnew() async throws {
    let place = try TestPlace()
    let desktop = try await TestDesktop(folder: place.folder)
    try await desktop.serve()
    let bus = try MessageBus(address: desktop.address)
    let question = BusCall(
      to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "GetId")
    let first = try await bus.call(question)
    try await desktop.restartBus()
    // This one may find out that the bus went.
    _ = try? await bus.call(question)
    let second = try await bus.call(question)
    #expect(first != second, "another bus, over the same object")
    let nobody = BusCall(to: "a.b.c", path: "/a", interface: "a.b", member: "C")
    await #expect(throws: BusError.refused(name: "org.freedesktop.DBus.Error.ServiceUnknown")) {
      try await bus.call(nobody)
    }
    let unusable = BusCall(to: "not a name", path: "a", interface: "", member: "")
    await #expect(throws: BusError.unusable) { try await bus.call(unusable) }
    await bus.stop()
  }

  private func notifications(_ desktop: TestDesktop) throws -> DesktopNotifications {
    try DesktopNotifications(address: desktop.address, programName: "Tern", desktopEntry: "tern")
  }

  private func note(_ subject: String, _ body: String) -> DesktopNotification {
    DesktopNotification(subject: subject, title: "Title", body: body, opens: true)
  }
}
