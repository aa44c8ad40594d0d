import ConversationModel
import ConversationStore
import Cryptography
import Storage
import Timebase
import TransportPorts

/// A message store that is filled with a numbered stream, so that what is missing shows.
///
/// Message `n` and everything in it follow from `n`. They go to three conversations; every seventh step
/// marks a conversation read, every eleventh remembers a person, so that other tables are written too.
struct NumberedStore: Sendable {
  static let fileName = "messages.sqlite"
  let store: ConversationStore

  static func open(_ folder: String) async throws -> NumberedStore {
    let key = SecretBytes([UInt8](repeating: 7, count: 32))
    let options = DatabaseOptions(check: .full, readConnections: 1, busyTimeoutMilliseconds: 200)
    return NumberedStore(
      store: try await ConversationStore.open(at: "\(folder)/\(fileName)", storeKey: key, options: options))
  }

  /// As a node opens it; nothing may be set aside. Only where nothing was acknowledged yet, an empty file
  /// may be what a creation left that was cut short.
  static func openAsNodesDo(_ folder: String, acknowledged: Int) async throws -> NumberedStore {
    let key = SecretBytes([UInt8](repeating: 7, count: 32))
    let opened = try await ConversationStore.openOrSetAside(
      at: "\(folder)/\(fileName)", storeKey: key, now: Timestamp(milliseconds: 1),
      options: DatabaseOptions(readConnections: 1, busyTimeoutMilliseconds: 200))
    switch opened.kept {
    case nil: break
    case .empty where acknowledged == 0: break
    case .damaged, .empty, .log, .endOfLog: throw Loss(words: "a good file was set aside")
    }
    return NumberedStore(store: opened.store)
  }

  func write(_ number: Int) async throws {
    let message = Self.message(number)
    let outcome = try await store.insert(message, isUnread: !number.isMultiple(of: 4))
    guard outcome == .inserted else { throw Loss(words: "message \(number) was there before it was written") }
  }

  /// What is written besides messages.
  func writeBeside(_ number: Int) async throws {
    if number.isMultiple(of: 7) { try await store.markRead(Self.conversations[number % 3]) }
    if number.isMultiple(of: 11) { try await store.set("value \(number)", for: .nickname) }
  }

  /// The highest number that is there. Everything up to it has to be there, whole, and it reaches what was
  /// acknowledged and at most so many messages beyond.
  func check(acknowledged: Int, beyond: Int = 1) async throws -> Int {
    let found = try await numbers()
    let highest = found.last ?? 0
    guard found == Array(1...max(1, highest)).prefix(highest).map(\.self) else {
      throw Loss(words: "\(found.count) messages up to \(highest)")
    }
    guard highest >= acknowledged else {
      throw Loss(words: "message \(acknowledged) was acknowledged, the last one there is \(highest)")
    }
    guard highest <= acknowledged + beyond else {
      throw Loss(words: "message \(highest) is there, written was \(acknowledged + beyond) at most")
    }
    return highest
  }

  /// The numbers of all messages, sorted. A message that is not as it was written is a loss.
  func numbers() async throws -> [Int] {
    var found: [Int] = []
    for conversation in Self.conversations {
      for message in try await store.newest(in: conversation, limit: 10_000).messages {
        guard let number = Int(message.id.text.dropFirst(2)), message == Self.message(number) else {
          throw Loss(words: "\(message.id.text) is not as it was written")
        }
        found.append(number)
      }
    }
    return found.sorted()
  }

  static func message(_ number: Int) -> ChatMessage {
    let filler = String(repeating: "é\(number) ", count: number * 7_919 % 60)
    return ChatMessage(
      id: MessageID("m-\(number)"), conversation: conversations[number % 3],
      author: MessageAuthor(name: "writer \(number % 5)", address: nil, isOwn: true),
      text: "message \(number) \(filler)", sentAt: Timestamp(milliseconds: UInt64(1_000_000 + number)))
  }

  private static let conversations: [ConversationKey] = [
    .mesh, ConversationKey("00112233445566aa") ?? .mesh, ConversationKey("00112233445566bb") ?? .mesh,
  ]
}
