import Testing

@testable import MessageBus

@Suite struct NotificationWordsTests {
  @Test func markupIsEscapedWhereTheServiceReadsItAndOnlyThere() {
    let notification = DesktopNotification(
      subject: "a", title: "<b>eve</b>", body: "<a href=\"x\">1 & 2</a> it's", opens: true)
    let rich = NotificationWords(notification, takesMarkup: true, hasChoices: true)
    #expect(rich.title == "<b>eve</b>", "titles are plain for every service")
    #expect(rich.body == "&lt;a href=&quot;x&quot;&gt;1 &amp; 2&lt;/a&gt; it&#39;s")
    let plain = NotificationWords(notification, takesMarkup: false, hasChoices: false)
    #expect(plain.body == notification.body)
    #expect(plain.choices.isEmpty)
  }

  @Test func whatCannotBeSeenOrIsTooLongIsTakenOut() {
    let notification = DesktopNotification(
      subject: "a", title: "bob\u{202E}\n" + String(repeating: "x", count: 500),
      body: "\u{0}" + String(repeating: "<", count: 5_000), opens: false)
    let words = NotificationWords(notification, takesMarkup: true, hasChoices: true)
    #expect(words.title.hasPrefix("bob x") && words.title.count == 121)
    #expect(words.body == String(repeating: "&lt;", count: 400) + "…", "cut before it is escaped")
    #expect(words.choices.isEmpty, "nothing to open, nothing to choose")
  }

  @Test func choicesAreKeysAndLabelsInTurn() {
    let notification = DesktopNotification(
      subject: "a", title: "t", body: "b", opens: true,
      choices: [DesktopNotification.Choice(key: "wave", label: "Wave")])
    let words = NotificationWords(notification, takesMarkup: true, hasChoices: true)
    #expect(words.choices == ["default", "Open", "wave", "Wave"])
  }
}

@Suite struct BusAddressTests {
  @Test func theEnvironmentNamesTheBus() {
    let runtime = ["XDG_RUNTIME_DIR": "/run/user/1 0"]
    #expect(BusAddress.ofSession([:]) { _ in true } == nil)
    #expect(BusAddress.ofSession(runtime) { _ in false } == nil)
    #expect(BusAddress.ofSession(runtime) { $0 == "/run/user/1 0/bus" } == "unix:path=/run/user/1%200/bus")
    let given = runtime.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/x"]) { _, new in new }
    #expect(BusAddress.ofSession(given) { _ in true } == "unix:abstract=/x")
    for unusable in ["autolaunch:", String(repeating: "x", count: 5_000)] {
      #expect(BusAddress.ofSession(["DBUS_SESSION_BUS_ADDRESS": unusable]) { _ in true } == nil)
    }
  }

  @Test func aBusThatIsNotThereIsSaidAndNothingHangs() async throws {
    for address in ["unix:path=/nowhere/bus", "nonsense", ""] {
      let bus = try MessageBus(address: address)
      let call = BusCall(to: "a.b", path: "/a", interface: "a.b", member: "C")
      for _ in 0..<3 {
        await #expect(throws: BusError.notConnected) { try await bus.call(call) }
      }
      await bus.stop()
      await #expect(throws: BusError.stopped) { try await bus.call(call) }
      var count = 0
      for await _ in bus.signals { count += 1 }
      #expect(count == 0, "and signals end")
    }
  }
}
