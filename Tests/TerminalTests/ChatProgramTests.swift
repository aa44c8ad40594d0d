import AppState
import ConversationModel
import Testing
import Timebase
import TransportPorts

@testable import Terminal

@Suite struct ChatProgramTests {
  private let now = SampleViews.now

  @Test func aConversationLooksAsItShould() throws {
    let bob = try SampleViews.person(1, "bob")
    let key = ConversationKey.direct(bob.address)
    let messages = [
      SampleViews.message(1, "Are you there?", from: bob, minutesAgo: 1_500, in: key),
      SampleViews.message(2, "Gate code 4711", from: nil, minutesAgo: 2, in: key, delivery: .read(at: now)),
      SampleViews.message(3, "and the hangar", from: nil, minutesAgo: 1, in: key, delivery: .sent),
      SampleViews.message(4, "thanks", from: bob, in: key),
    ]
    let program = SampleViews.program(
      SampleViews.view(messages, people: [bob], in: key), columns: 60, rows: 14)
    #expect(
      SampleViews.rows(program) == [
        " bob  in range, encrypted                     juno · 1 near",
        " # Nearby      │ ── Yesterday ─────────────────────────────",
        " ● bob         │ bob  13:21",
        "               │   Are you there?",
        "               │ ── Today ─────────────────────────────────",
        "               │ juno (you)  14:19",
        "               │   Gate code 4711  ● Read",
        "               │   and the hangar  ✓ Sent",
        "               │ bob  14:21",
        "               │   thanks",
        "               │", "               │",
        "─ /help ────────────────────────────────────────────────────",
        ">",
      ])
  }

  @Test func scrollingShowsOlderMessagesAndStaysWhereItIs() throws {
    let bob = try SampleViews.person(1, "bob")
    var messages = (0..<100).map {
      SampleViews.message($0, "line \($0)", from: bob, minutesAgo: UInt64(100 - $0))
    }
    var program = SampleViews.program(SampleViews.view(messages, people: [bob]), columns: 40, rows: 12)
    #expect(SampleViews.rows(program).contains { $0.contains("line 99") })
    _ = program.handle(.keys([.pageUp, .pageUp]), now: now)
    let seen = SampleViews.rows(program).filter { $0.contains("line") }
    messages.append(SampleViews.message(100, "line 100", from: bob))
    _ = program.handle(.view(SampleViews.view(messages, people: [bob])), now: now)
    let after = SampleViews.rows(program)
    #expect(after.filter { $0.contains("line") } == seen)
    #expect(after.contains { $0.contains("below") })
    _ = program.handle(.keys([.escape]), now: now)
    #expect(SampleViews.rows(program).contains { $0.contains("line 100") })
    _ = program.handle(.keys(Array(repeating: .pageUp, count: 60)), now: now)
    #expect(SampleViews.rows(program)[1].contains("Today"), "the first row is the first message's")
    _ = program.handle(.keys(Array(repeating: .pageDown, count: 60)), now: now)
    #expect(program.scroll.isAtEnd)
  }

  @Test func scrollingByPagesMissesNothing() throws {
    let bob = try SampleViews.person(1, "bob")
    let messages = (0..<40).map { number in
      SampleViews.message(
        number, "m\(number)x " + String(repeating: "word ", count: number % 12), from: bob,
        minutesAgo: UInt64(400 - number * 10))
    }
    for rows in [4, 7, 24] {
      var program = SampleViews.program(SampleViews.view(messages, people: [bob]), columns: 30, rows: rows)
      var seen = Set<String>()
      for _ in 0..<150 {
        for row in SampleViews.rows(program) {
          for number in 0..<40 where row.contains("m\(number)x") { seen.insert("m\(number)x") }
        }
        _ = program.handle(.keys([.pageUp]), now: now)
      }
      #expect(seen.count == 40, "\(rows) rows")
    }
  }

  @Test func olderMessagesAreAskedForOnceAtTheTop() throws {
    let bob = try SampleViews.person(1, "bob")
    let messages = (0..<20).map { SampleViews.message($0, "line", from: bob) }
    let view = SampleViews.view(messages, people: [bob], hasOlder: true)
    var program = SampleViews.program(view, rows: 10)
    let first = program.handle(.keys(Array(repeating: .pageUp, count: 8)), now: now)
    #expect(first == [.follow(.mesh, messagesMin: 220, reads: true)])
    #expect(program.handle(.keys([.pageUp]), now: now).isEmpty)
  }

  @Test func wordsDoWhatTheySay() throws {
    let (bob, zoe) = (try SampleViews.person(1, "bob"), try SampleViews.person(2, "zoë van dam", near: false))
    var program = SampleViews.program(SampleViews.view([], people: [bob, zoe]))
    func type(_ text: String) -> [ChatProgram.Effect] {
      program.handle(.keys([.paste(text), .enter]), now: now)
    }
    #expect(type("hello") == [.ask(.submit("hello", in: .mesh))])
    for typed in ["//etc", "/who", "/hug bob", "/dance", "/block", "/msg nobody hi", "/clear", "/ping bob"] {
      #expect(type(typed) == [.ask(.submit(typed, in: .mesh))], "the node knows what it means")
    }
    #expect(type("   ").isEmpty)
    #expect(type("/nick juno b") == [.ask(.nickname("juno b"))])
    let toZoe = ConversationKey.direct(zoe.address)
    // In sight: the node opens the conversation. Out of sight: whoever there is a conversation with.
    let typed = "/msg @zoë van dam see you"
    #expect(type(typed) == [.ask(.submit(typed, in: .mesh))])
    #expect(
      program.handle(.answered(.submit(typed, in: .mesh), .opens(toZoe)), now: now) == [
        .follow(toZoe, messagesMin: 300, reads: true)
      ])
    #expect(program.key == toZoe)
    #expect(program.handle(.answered(.submit("x", in: .mesh), .opens(.mesh)), now: now).isEmpty)
    _ = program.handle(.view(SampleViews.view([], people: [bob], in: toZoe)), now: now)
    #expect(
      type("/msg \(zoe.address.text) /etc") == [.ask(.submit("//etc", in: toZoe))], "a text, not a command")
    #expect(type("/mesh") == [.follow(.mesh, messagesMin: 300, reads: true)])
    #expect(type("/quit") == [.quit])
    _ = program.handle(.view(SampleViews.view([], people: [bob])), now: now)
    for (typed, said) in [
      ("/help", "/slap NAME"), ("/help", "/nick NAME"), ("/again", "No message here has failed"),
    ] {
      #expect(type(typed).isEmpty)
      #expect(SampleViews.rows(program).contains { $0.contains(said) }, "\(typed)")
    }
  }

  @Test func tabCompletesCommandsAndNames() throws {
    let (bob, bonnie) = (try SampleViews.person(1, "bob"), try SampleViews.person(2, "bonnie"))
    for (typed, completed) in [
      ("/sl", "/slap "), ("/slap bon", "/slap bonnie "), ("/ni", "/nick "), ("hello @bon", "hello @bonnie"),
      ("/un", "/un"), ("@bo", "@bo"), ("/msg @bob", "/msg @bob"),
    ] {
      var program = SampleViews.program(SampleViews.view([], people: [bob, bonnie]))
      _ = program.handle(.keys([.paste(typed), .tab]), now: now)
      #expect(program.editor.text == completed)
    }
  }

  @Test func whatSomebodyTellsOfThemselvesIsNoLineOfTern() throws {
    let bob = try SampleViews.person(1, "bob")
    var spoof = SampleViews.message(0, "🐟 Tern:\nthe keys of zoë were changed", from: bob)
    spoof.kind = .system
    let rows = SampleViews.rows(SampleViews.program(SampleViews.view([spoof], people: [bob])))
    let place = try #require(rows.firstIndex { $0.contains("🐟 Tern: the keys") })
    #expect(rows[place - 1].contains("bob"), "\(rows)")
  }

  @Test func nothingTypedIsLost() throws {
    let bob = try SampleViews.person(1, "bob")
    var program = SampleViews.program(SampleViews.view([], people: [bob]))
    _ = program.handle(.keys([.paste("half a thought"), .control("n")]), now: now)
    #expect(program.key == .direct(bob.address) && program.editor.isEmpty)
    _ = program.handle(.keys([.control("p")]), now: now)
    #expect(program.editor.text == "half a thought")
    _ = program.handle(.keys([.enter]), now: now)
    _ = program.handle(
      .answered(.submit("half a thought", in: .mesh), .refused("The disk is full.")), now: now)
    #expect(program.editor.text == "half a thought")
    #expect(SampleViews.rows(program).contains { $0.contains("The disk is full.") })
  }

  @Test func leavingNeedsASecondThought() {
    var program = SampleViews.program(SampleViews.view([]))
    #expect(program.handle(.keys([.text("x"), .control("c")]), now: now).isEmpty && program.editor.isEmpty)
    #expect(program.handle(.keys([.control("c")]), now: now).isEmpty)
    #expect(SampleViews.rows(program).contains { $0.contains("again to leave") })
    #expect(program.handle(.keys([.text("y"), .backspace, .control("c")]), now: now).isEmpty)
    #expect(program.handle(.keys([.control("c")]), now: now) == [.quit])
  }

  @Test func anUnwatchedScreenReadsNothing() {
    var program = SampleViews.program(SampleViews.view([]))
    let away = program.handle(.keys([.focus(false)]), now: now)
    #expect(away == [.follow(.mesh, messagesMin: 300, reads: false)])
    #expect(program.handle(.keys([.focus(false)]), now: now).isEmpty)
  }

  @Test func linesOfOurOwnAndDraftsAreBounded() {
    var program = SampleViews.program(SampleViews.view([]))
    for number in 0..<(ChatProgram.ownLinesMax * 2) { program.say("line \(number)", now: now) }
    #expect(program.timeline?.messages.count == ChatProgram.ownLinesMax)
    #expect(program.timeline?.messages.first?.text == "line \(ChatProgram.ownLinesMax)")
  }

  @Test func aLostNodeIsSaidAndForgottenWhenItIsBack() {
    var program = SampleViews.program(SampleViews.view([]))
    _ = program.handle(.lost("The node ended."), now: now)
    #expect(SampleViews.rows(program).contains { $0.contains("The node ended. Trying again…") })
    _ = program.handle(.view(SampleViews.view([])), now: now)
    #expect(!SampleViews.rows(program).contains { $0.contains("ended") })
  }
}
