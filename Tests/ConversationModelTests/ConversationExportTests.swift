import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct ConversationExportTests {
  static let bob = PeerAddress("bbbbbbbbbbbbbbbb")

  @Test func whatIsWrittenAsJSONReadsBackEqual() throws {
    let at = Timestamp(milliseconds: 1_770_000_000_123)
    let states: [DeliveryState?] = [
      nil, .notSentYet, .sending, .sent, .carried, .delivered(at: at), .read(at: at),
      .failed(reason: "no \"way\"\n"), .partiallyDelivered(reached: 2, total: 5),
    ]
    var messages: [ChatMessage] = []
    for (number, state) in states.enumerated() {
      let texts = ["", "a\u{0}b\u{202E}\n</script>", "👩‍👩‍👧 \u{FFFF} \\ \" e\u{301}"]
      messages.append(
        ChatMessage(
          id: MessageID("Id-\(number)"), conversation: .mesh, kind: number == 2 ? .system : .person,
          author: MessageAuthor(
            name: "Zoë\u{7F}", address: number == 1 ? nil : Self.bob, noiseKey: number == 3 ? Self.bob : nil,
            isOwn: number.isMultiple(of: 2)),
          text: texts[number % 3],
          sentAt: Timestamp(milliseconds: [0, 1_770_000_000_000, 1 << 53, .max][number % 4]), delivery: state)
      )
    }
    let written = export(messages, as: .json)
    #expect(try ConversationExport.read(Array(written.utf8), bytesMax: 1 << 20) == messages)
    #expect(try ConversationExport.read(Array(export([], as: .json).utf8), bytesMax: 1 << 20).isEmpty)
  }

  @Test func textIsForPeopleAndSafeToShow() {
    let message = ChatMessage(
      id: MessageID("a"), conversation: .mesh,
      author: MessageAuthor(name: "zoe\u{1B}[31m", address: nil, isOwn: false), text: "one\ntwo\u{1B}[2J",
      sentAt: Timestamp(milliseconds: 951_827_696_789))
    let text = export([message], as: .text)
    #expect(text.contains("2000-02-29 12:34:56Z <zoe[31m> one\n    two[2J\n"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func whatIsNoExportIsRefused() {
    for text in [
      "", "{}", "[]",
      "{\"format\":\"tern-conversation\",\"version\":2,\"conversation\":\"mesh\",\"messages\":[]}",
    ] {
      #expect(throws: ConversationExport.Problem.self) {
        try ConversationExport.read(Array(text.utf8), bytesMax: 1 << 20)
      }
    }
    let half =
      ConversationExport.head(of: .mesh, as: .json) + "{\"id\":\"a\"}" + ConversationExport.foot(as: .json)
    #expect(throws: ConversationExport.Problem.message(0)) {
      try ConversationExport.read(Array(half.utf8), bytesMax: 1 << 20)
    }
  }

  private func export(_ messages: [ChatMessage], as form: ConversationExport.Form) -> String {
    var text = ConversationExport.head(of: .mesh, as: form)
    for (number, message) in messages.enumerated() {
      text += ConversationExport.line(message, isFirst: number == 0, as: form)
    }
    return text + ConversationExport.foot(as: form)
  }
}
