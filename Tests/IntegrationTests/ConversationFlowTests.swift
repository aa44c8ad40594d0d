import ConversationModel
import Conversations
import Foundation
import Testing
import Timebase
import TransportPorts

/// Goal: a message's way out and its way in, step by step, hold with everything real but radio and clock; and
/// the store is sound after each step.
/// Method: three nodes in a row (ann, bob, cid) in virtual time, each with store and coordinators.
@MainActor @Suite(.timeLimit(.minutes(2))) final class ConversationFlowTests {
  private let folder: URL
  private let mesh = VirtualMesh()
  private let (ann, bob, cid): (VirtualPerson, VirtualPerson, VirtualPerson)

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tern-flow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    ann = try await VirtualPerson.make("ann", seed: 1, in: mesh, folder: folder.path)
    bob = try await VirtualPerson.make("bob", seed: 2, in: mesh, folder: folder.path)
    cid = try await VirtualPerson.make("cid", seed: 3, in: mesh, folder: folder.path)
    await mesh.connect(ann.node, bob.node)
    await mesh.connect(bob.node, cid.node)
    await pass(.seconds(5))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func aMessageGoesOutStepByStep() async throws {
    // Typed and committed before anything leaves.
    let frames = await mesh.deliveryCount
    let typed = try await ann.messages.submit("hello", in: bob.chat)
    let id = try #require(typed.ids.first)
    #expect(try await ann.delivery(id, in: bob.chat) == .sending)
    #expect(await mesh.deliveryCount == frames, "nothing was on a link before it was stored")
    try await audit()
    // The router gave it to the transport, which made a session first; then it left, and was stored there.
    await pass(.seconds(2))
    guard case .delivered = try await ann.delivery(id, in: bob.chat) else {
      Issue.record("\(String(describing: try await ann.delivery(id, in: bob.chat)))")
      return
    }
    #expect(try await bob.lines(ann.chat) == ["hello"])
    #expect(try await ann.store.unconfirmed().isEmpty)
    try await audit()
    // Looked at over there, read here.
    await bob.channels.switched(to: ann.chat)
    await pass(.seconds(2))
    guard case .read = try await ann.delivery(id, in: bob.chat) else {
      Issue.record("not read")
      return
    }
    try await audit()
    // Each step was told to the screen, in order.
    let steps = await ann.screen.shown(4).compactMap { change -> String? in
      switch change {
      case .inserted: "inserted"
      case .delivery(let state, _, _): "\(state.rank)"
      case .removed, .unread: nil
      }
    }
    #expect(steps == ["inserted", "3", "6", "7"])
    #expect(ann.screen.problems.isEmpty && bob.screen.problems.isEmpty)
    await close()
  }

  @Test func aPublicMessageComesInStepByStepOverAHop() async throws {
    await cid.channels.switched(to: .mesh)
    _ = try await ann.messages.submit("good morning @cid", in: .mesh)
    try await audit()
    await pass(.seconds(3))
    for person in [ann, bob, cid] {
      #expect(try await person.lines(.mesh) == ["good morning @cid"])
      try await audit()
    }
    // Unread where nobody looked, told where it is not looked at.
    let unread = try await bob.store.conversations().map(\.unreadCount)
    #expect(unread == [1])
    #expect(try await cid.store.conversations().map(\.unreadCount) == [0])
    #expect(!cid.screen.notices.contains { $0.target == .mesh && $0 != .peopleNearby(count: 1) })
    // What a blocked person says is dropped before it is stored, and passes nobody by.
    _ = try await bob.messages.submit("/block ann", in: .mesh)
    _ = try await ann.messages.submit("second", in: .mesh)
    _ = try await ann.messages.submit("psst", in: bob.chat)
    await pass(.seconds(3))
    #expect(try await bob.lines(.mesh).contains("second") == false)
    #expect(try await bob.lines(ann.chat).isEmpty)
    #expect(try await cid.lines(.mesh) == ["good morning @cid", "second"])
    #expect(try await ann.store.unconfirmed().count == 1, "and nothing is confirmed")
    try await audit()
    await close()
  }

  @Test func aCodeIsReadAndBothKeysAreProvenAndVouchedForOverTheMesh() async throws {
    let read = try await ann.verification.begin(withCode: await bob.verification.ownCode().text)
    #expect(read.name.text == "bob")
    await pass(.seconds(3))
    #expect(ann.screen.trust == [bob.address: .verified])
    #expect(ann.screen.notices.contains(.verified(name: "bob")))
    _ = try await bob.verification.begin(withCode: await ann.verification.ownCode().text)
    _ = try await bob.verification.begin(withCode: await cid.verification.ownCode().text)
    await pass(.seconds(5))
    #expect(bob.screen.trust == [ann.address: .verified, cid.address: .verified])
    #expect(ann.screen.trust[cid.address] == .vouched, "by bob, whom ann verified")
    #expect(cid.screen.trust.isEmpty, "cid verified nobody, so nobody's word counts")
    try await ann.restart()
    #expect(ann.screen.trust[cid.address] == .vouched)
    #expect(ann.screen.trust[bob.address] == .verified)
    try await audit()
    await close()
  }

  @Test func whatWasAcceptedOutlivesRestartsOfBothAndIsThereOnce() async throws {
    var ids: [MessageID] = []
    for number in 0..<4 { ids += try await ann.messages.submit("m\(number)", in: bob.chat).ids }
    try await ann.restart()
    ids += try await ann.messages.submit("m4", in: bob.chat).ids
    await pass(.seconds(1))
    try await bob.restart()
    await mesh.connect(ann.node, bob.node)
    await pass(.seconds(8))
    try await ann.restart()
    await mesh.connect(ann.node, bob.node)
    await pass(.seconds(40))
    #expect(try await bob.lines(ann.chat) == (0..<5).map { "m\($0)" })
    for id in ids { #expect(try await ann.delivery(id, in: bob.chat)?.isConfirmed == true) }
    #expect(try await ann.store.unconfirmed().isEmpty)
    try await audit()
    await close()
  }

  // MARK: Time and audit

  /// Lets time pass; after each 50 ms everybody does what is due.
  private func pass(_ duration: Duration) async {
    for _ in 0..<Int(duration / .milliseconds(50)) {
      await mesh.run(for: .milliseconds(50))
      for person in [ann, bob, cid] { await person.work() }
    }
  }

  /// Order, ids and counts of each store agree, whichever way they are asked (chat-app 2.3).
  private func audit() async throws {
    for person in [ann, bob, cid] {
      let summaries = try await person.store.conversations()
      for summary in summaries {
        let all = try await person.store.newest(in: summary.key, limit: 9_999).messages
        #expect(Set(all.map(\.id)).count == all.count, "an id is there once")
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.sentAt <= $1.sentAt }, "ascending")
        #expect(summary.newest.id == all.last?.id)
        #expect(summary.unreadCount <= all.count)
        if let first = summary.firstUnread { #expect(all.contains { $0.id == first }) }
        let forwards = try await person.store.messages(after: nil, in: summary.key, limit: 9_999)
        #expect(forwards == all)
      }
      let keys = summaries.map(\.key)
      #expect(Set(keys).count == keys.count)
      for waiting in try await person.store.unconfirmed() {
        #expect(keys.contains(waiting.conversation) && waiting.author.isOwn)
      }
    }
  }

  private func close() async {
    for person in [ann, bob, cid] { await person.close() }
  }
}
