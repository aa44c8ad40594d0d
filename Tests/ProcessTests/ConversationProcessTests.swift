import Foundation
import Testing

/// The main job by commands alone, with real processes, sockets and files.
@Suite(.serialized) struct ConversationProcessTests {
  @Test func twoProfilesFindEachOtherWithinFiveSecondsAndTalk() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    _ = try await place.start("bob")
    let start = ContinuousClock.now
    let bob = try await place.meet("alice", "bob")
    #expect(
      ContinuousClock.now - start < .seconds(5) * Patience.factor, "they took too long to find each other")

    try await eventually("alice counts the link") { try await place.links("alice") == 1 }

    _ = try await place.run(["--profile", "alice", "send", "Runway", "is", "clear"])
    try await eventually("bob has the public message") {
      try await place.rows(["--profile", "bob", "history"])
        .contains { $0["text"] as? String == "Runway is clear" }
    }
    let id = try await place.message(from: "alice", to: bob, "gate code 4711")
    try await eventually("alice sees it delivered") {
      try await place.state(of: id, "alice") == "delivered"
    }
    let received = try await place.rows(["--profile", "bob", "history", "--all"])
    let message = try #require(received.first { $0["id"] as? String == id })
    #expect(message["text"] as? String == "gate code 4711")
    #expect(message["own"] as? Bool == false)
    #expect(message["state"] as? String == "received")
    #expect((message["sentAt"] as? String)?.hasSuffix("Z") == true)
    #expect(message["conversation"] as? String == message["senderAddress"] as? String)

    let sender = try #require(message["sender"] as? String)
    _ = try await place.message(from: "bob", to: sender, "thanks")
    try await eventually("alice has the answer") {
      try await place.rows(["--profile", "alice", "history", "--conversation", bob])
        .contains { $0["text"] as? String == "thanks" }
    }
  }

  @Test func killedNodesKeepIdentityHistoryUnreadMarksAndWhatWaitsToBeSent() async throws {
    let place = try TestPlace()
    let alice = try await place.start("alice")
    let bob = try await place.start("bob")
    let bobBefore = try await place.meet("alice", "bob")
    _ = try await place.message(from: "alice", to: bobBefore, "before the crash")
    try await eventually("bob has it") { try await place.unread("bob") == 1 }

    bob.kill()
    let waiting = try await place.message(from: "alice", to: bobBefore, "while you were away")
    alice.kill()
    _ = try await place.start("alice")
    _ = try await place.start("bob")
    #expect(try await place.address(of: "bob") == bobBefore)
    #expect(try await place.unread("bob") >= 1)
    try await eventually("what waited arrives after both came back", seconds: 40) {
      try await place.state(of: waiting, "alice") == "delivered"
    }
    let texts = try await place.rows(["--profile", "bob", "history", "--all"])
      .compactMap { $0["text"] as? String }
    #expect(texts.filter { $0 == "before the crash" }.count == 1)
    #expect(texts.filter { $0 == "while you were away" }.count == 1)
    #expect(try await place.unread("bob") == 2)
  }

  @Test func whatWasSentToADyingPeerArrivesWhenItIsBackAtOnce() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    let bob = try await place.start("bob")
    let address = try await place.meet("alice", "bob")
    let first = try await place.message(from: "alice", to: address, "one")
    try await eventually("bob has it") { try await place.state(of: first, "alice") == "delivered" }
    bob.kill()
    let second = try await place.message(from: "alice", to: address, "two")
    _ = try await place.start("bob")
    try await eventually("it arrives", seconds: 40) {
      try await place.state(of: second, "alice") == "delivered"
    }
  }

  @Test func textsOfOthersReachTheTerminalWithoutControlCharacters() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    _ = try await place.start("bob")
    _ = try await place.meet("alice", "bob")
    _ = try await place.run(["--profile", "alice", "send", "\u{1B}[2J\u{202E}evil\u{7} <b>bold</b>"])
    try await eventually("bob has it") {
      try await place.rows(["--profile", "bob", "history"])
        .contains { ($0["text"] as? String)?.contains("evil") == true }
    }
    let printed = try await place.run(["--profile", "bob", "history"]).output
    #expect(printed.contains("evil <b>bold</b>"))
    let isClean = printed.unicodeScalars.allSatisfy {
      $0 == "\n" || ($0.value >= 0x20 && $0 != "\u{202E}" && $0 != "\u{7F}")
    }
    #expect(isClean, "\(printed.debugDescription)")
  }

  @Test func aTextOverTheLimitIsRefusedInWords() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    let refused = try await place.run(["--profile", "alice", "send", String(repeating: "x", count: 16_001)])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("16001") && refused.errors.contains("16000"))
    #expect(try await place.rows(["--profile", "alice", "history"]).isEmpty)
  }
}
