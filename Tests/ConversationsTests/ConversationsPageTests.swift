import ConversationModel
import Conversations
import Testing

@Suite struct ConversationsPageTests {
  @Test func theExampleOfThePageHolds() async throws {
    let transport = RecordingTransport()
    let store = MemoryStore()
    let clock = StandingClock()
    let people = PeerCoordinator(
      transport: transport, peers: store, settings: store, defaultNickname: "anon1234", clock: clock)
    let router = Router(transport: transport, messages: store, clock: clock)
    let messages = MessageCoordinator(
      transport: transport, messages: store, router: router, people: people, clock: clock)
    let id = try await messages.send("hello", to: .mesh)
    let page = try await messages.newest(in: .mesh, limit: 50)
    let isThere = page.messages.contains { $0.id == id.first }
    #expect(isThere)
  }
}
