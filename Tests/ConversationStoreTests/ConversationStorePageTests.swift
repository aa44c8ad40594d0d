import ConversationModel
import ConversationStore
import Cryptography
import Testing
import Timebase
import TransportPorts

@Suite struct ConversationStorePageTests {
  @Test func theExampleOfThePageWorks() async throws {
    let scratch = try Scratch()
    let path = scratch.path("conversations.db")
    let key = SecretBytes([UInt8](repeating: 7, count: 32))
    let store = try await ConversationStore.open(at: path, storeKey: key)
    let author = MessageAuthor(name: "juno", address: nil, isOwn: true)
    for (number, text) in ["one", "three", "two"].enumerated() {
      let moment = Timestamp(milliseconds: [1, 3, 2][number])
      let message = ChatMessage(
        id: MessageID(text), conversation: .mesh, author: author, text: text, sentAt: moment)
      _ = try await store.insert(message, isUnread: false)
    }
    let page = try await store.newest(in: .mesh, limit: 2)
    let texts = page.messages.map(\.text)  // ["two", "three"], and page.hasOlder
    #expect(texts == ["two", "three"])
    #expect(page.hasOlder)
    await store.close()
  }
}
