import ConversationModel
import Conversations
import Testing

@Suite struct ConversationsPageTests {
  @Test func theExampleOfThePageHolds() async throws {
    let transport = RecordingTransport()
    let store = MemoryStore()
    let clock = StandingClock()
    let alarm = HeldAlarm()
    let people = PeerCoordinator(
      transport: transport, peers: store, relations: store, settings: store, defaultNickname: "anon1234",
      clock: clock, alarm: alarm)
    let router = Router(transport: transport, messages: store, clock: clock, alarm: alarm)
    let messages = MessageCoordinator(
      transport: transport, messages: store, upkeep: store, router: router, people: people, clock: clock,
      alarm: alarm)
    let sent = try await messages.submit("hello", in: .mesh)
    let page = await store.newest(in: .mesh, limit: 50)
    let isThere = page.messages.contains { $0.id == sent.ids.first }
    #expect(isThere)
  }
}
