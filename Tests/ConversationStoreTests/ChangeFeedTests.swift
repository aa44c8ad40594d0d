import ConversationModel
import Cryptography
import Testing
import Timebase
import TransportPorts

@testable import ConversationStore

@Suite struct ChangeFeedTests {
  @Test func changesComeInTheOrderOfTheCommitsAndWithoutGaps() async throws {
    let scratch = try Scratch()
    let store = try await ConversationStore.open(at: scratch.path("c.db"), storeKey: SecretBytes(0..<32))
    let changes = await store.changes()
    let author = MessageAuthor(name: "juno", address: nil, isOwn: false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let message = ChatMessage(
          id: MessageID("m\(number)"), conversation: .mesh, author: author, text: "",
          sentAt: Timestamp(milliseconds: 7))
        group.addTask { _ = try await store.insert(message, isUnread: true) }
      }
      try await group.waitForAll()
    }
    let stored = try await store.newest(in: .mesh, limit: 100).messages
    try await store.markRead(.mesh)
    try await store.markRead(.mesh)
    await store.close()
    var numbers: [UInt64] = []
    var inserted: [ChatMessage] = []
    var unread: [Int] = []
    for await change in changes {
      numbers.append(change.number)
      switch change.change {
      case .inserted(let message): inserted.append(message)
      case .unread(let count, let first, in: .mesh):
        unread.append(count)
        #expect(first == (count == 0 ? nil : stored.first?.id))
      case .unread, .delivery, .removed: Issue.record("\(change)")
      }
    }
    #expect(numbers == (1...81).map { UInt64($0) })
    #expect(inserted == stored)
    #expect(unread == Array(1...40) + [0])
  }

  @Test func aListenerThatFallsBehindSeesAGapInTheNumbers() async {
    let feed = ChangeFeed()
    let changes = feed.listen()
    let change = ConversationChange.unread(count: 0, firstUnread: nil, in: .mesh)
    for _ in 0..<ChangeFeed.bufferedChangesMax + 10 { feed.publish([change]) }
    feed.finish()
    var numbers: [UInt64] = []
    for await change in changes { numbers.append(change.number) }
    #expect(numbers == (11...UInt64(ChangeFeed.bufferedChangesMax + 10)).map { $0 })
  }

  @Test func aListenerAfterTheEndIsEndedAtOnce() async {
    let feed = ChangeFeed()
    feed.finish()
    for await change in feed.listen() { Issue.record("\(change)") }
  }
}
