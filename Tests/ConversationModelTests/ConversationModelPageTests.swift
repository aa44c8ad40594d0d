import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct ConversationModelPageTests {
  @Test func theExampleOfThePageHolds() {
    var timeline = Timeline(limit: 2)
    let me = MessageAuthor(name: "juno", address: nil, isOwn: true)
    for (number, text) in ["one", "three", "two"].enumerated() {
      let moment = Timestamp(milliseconds: [1, 3, 2][number])
      timeline.insert(
        ChatMessage(id: MessageID(text), conversation: .mesh, author: me, text: text, sentAt: moment))
    }
    let shown = timeline.messages.map(\.text)  // ["two", "three"]: in order of time, the oldest left
    #expect(shown == ["two", "three"])
  }
}
