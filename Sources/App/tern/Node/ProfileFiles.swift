import ConversationModel
import ConversationStore
import Conversations
import Glibc
import KeyFile
import MeshNode
import Storage
import Timebase
import TransportPorts

/// The profile's keys: loaded, or made where there are none. A damaged file is never replaced unasked.
enum IdentityFile {
  static func loadOrCreate(_ plan: NodePlan, clock: any TalkClock) throws -> IdentityKeys {
    let path = plan.folder.keyFile
    if plan.makesNewIdentity, access(path, F_OK) == 0 {
      let kept = try KeyFile.setAside(path, at: clock.now().unix)
      Console.say("The old keys are kept at \(kept).")
      return try create(path)
    }
    do {
      return try KeyFile.load(path)
    } catch .missing {
      return try create(path)
    } catch .sealed {
      return try loadSealed(path, plan.passphrases)
    } catch {
      throw IdentityProblem(
        description: "\(error)\nTo begin with new keys and keep this file aside, run: "
          + "tern run --new-identity --profile \(plan.profile)")
    }
  }

  /// The keys of a sealed file, with a passphrase that the person gives.
  static func loadSealed(_ path: String, _ source: PassphraseSource) throws -> IdentityKeys {
    try source.current("Passphrase of the keys: ") { error in
      if case .wrongPassphrase? = error as? KeyFileError { true } else { false }
    } _: { passphrase in
      try KeyFile.load(path, passphrase: passphrase)
    }
  }

  private static func create(_ path: String) throws -> IdentityKeys {
    // Boxed: the thread sanitizer reads the address of what is passed inout, and an empty value has none.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let keys = IdentityKeys.generate(using: &generator)
    try KeyFile.create(path, keys)
    return keys
  }
}

/// Why there are no keys to run with, in words.
struct IdentityProblem: Error, CustomStringConvertible {
  let description: String
}

/// The profile's message store: opened, or begun anew beside one that cannot be read.
enum StoreFile {
  /// Also answers what there is to tell about it, now and later, in words that were said on the console. What
  /// nobody takes from the stream is dropped but for the newest 8.
  static func open(
    _ plan: NodePlan, keys: IdentityKeys, clock: any TalkClock
  ) async throws -> (store: ConversationStore, notices: AsyncStream<String>) {
    let opened = try await openOrBegin(plan, keys: keys, clock: clock)
    if let moment = plan.wipedAt { try await opened.store.beginAfterWipe(moment) }
    return opened
  }

  private static func openOrBegin(
    _ plan: NodePlan, keys: IdentityKeys, clock: any TalkClock
  ) async throws -> (store: ConversationStore, notices: AsyncStream<String>) {
    let path = plan.folder.messageStore
    let moment = clock.now().unix
    let (notices, feed) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(8))
    let losses = LossReport(now: { clock.now().unix }) { feed.yield(say($0.description)) }
    do {
      let opened = try await ConversationStore.openOrSetAside(
        at: path, storeKey: keys.storeKey, now: moment, losses: losses)
      if let kept = opened.kept { feed.yield(notice(kept)) }
      return (opened.store, notices)
    } catch {
      guard case .wrongKey = error else { throw error }
    }
    // The keys were replaced, so these rows can never be read here; their own key may still turn up.
    let kept = try DamagedFile.setAside(path, at: moment)
    let store = try await ConversationStore.open(at: path, storeKey: keys.storeKey, losses: losses)
    feed.yield(say("The message history belongs to other keys. It is kept at \(kept); \(begun)."))
    return (store, notices)
  }

  private static let begun = "a new history was begun"

  private static func notice(_ kept: KeptFile) -> String {
    switch kept {
    case .damaged(let path): say("The message history was damaged. It is kept at \(path); \(begun).")
    case .empty(let path):
      say("The message history was empty: its file had lost all bytes. It is kept at \(path); \(begun).")
    case .endOfLog(let path):
      say(
        "The log beside the message history is damaged, so the newest messages may be missing. A copy of it "
          + "is kept at \(path).")
    case .log(let path):
      say(
        "The log beside the message history does not belong to it. It is kept at \(path); the history is "
          + "used as it was without it.")
    }
  }

  private static func say(_ words: String) -> String {
    Console.say(words)
    return words
  }
}

/// What the mesh keeps between runs. It can be missed, so a node runs without it where it must.
enum StateFile {
  static func open(_ plan: NodePlan, keys: IdentityKeys, clock: any TalkClock) -> MeshStateFile? {
    do {
      let file = try MeshStateFile(
        path: plan.folder.meshState, storeKey: keys.storeKey, now: clock.now().unix)
      if let kept = file.keptPath {
        Console.say(
          "What the mesh keeps between runs was damaged. It is kept at \(kept); the mesh learns it again.")
      }
      return file
    } catch {
      Console.say("What the mesh keeps between runs cannot be used; the node runs without it. \(error)")
      return nil
    }
  }
}

extension ConversationStore {
  /// At the first start after a wipe: remembers the time for the open channel, so that nothing of before
  /// comes back there, and says in it what happened (chat-app 11, step 24).
  fileprivate func beginAfterWipe(_ moment: Timestamp) async throws {
    guard try await clearedUpTo(.mesh) ?? Timestamp(milliseconds: 0) < moment else { return }
    try await clear(.mesh, now: moment)
    let line = ChatMessage(
      id: MessageID("wiped-\(moment.milliseconds)"), conversation: .mesh, kind: .system,
      author: MessageAuthor(name: "system", address: nil, isOwn: true),
      text: "Everything of this profile was taken away. It begins anew, under another name and other keys.",
      sentAt: Timestamp(milliseconds: moment.milliseconds + 1))
    _ = try await insert(line, isUnread: false)
  }
}
