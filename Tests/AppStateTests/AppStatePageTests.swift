import AppState
import ConversationModel
import Conversations
import Testing
import Timebase
import TransportPorts

@MainActor @Suite struct AppStatePageTests {
  @Test func theExampleOfThePageHolds() async throws {
    let address = try #require(PeerAddress("00112233aabbccdd"))
    let talk = TalkDomain()
    talk.show(OwnProfile(nickname: "juno", address: address, fingerprint: ""))
    let message = ChatMessage(
      id: MessageID("1"), conversation: .mesh,
      author: MessageAuthor(name: "yuki", address: address, isOwn: false), text: "hello",
      sentAt: Timestamp(milliseconds: 1))
    await talk.show([.inserted(message), .unread(count: 1, firstUnread: message.id, in: .mesh)])
    let row = talk.conversations.first  // the channel Nearby with the last line and one unread
    let unread = row?.unreadCount  // 1
    #expect(row?.key == .mesh && row?.newest?.text == "hello" && unread == 1)
  }
}
