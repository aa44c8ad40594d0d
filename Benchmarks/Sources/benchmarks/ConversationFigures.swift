import ConversationModel
import ConversationStore
import Cryptography
import Foundation
import Storage
import Timebase
import TransportPorts

/// The store of conversations with 200,000 messages: search, opening a conversation of 50,000 at its newest
/// 300, and going back page by page. Times by the clock, of a store that was just opened.
enum ConversationFigures {
  private static let messageCount = 200_000
  private static let bigCount = 50_000
  private static let runs = 15
  private static let pageMessages = 200

  static func all() async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tern-bench-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("messages.sqlite").path
    var talk = MadeUpTalk()
    let seconds = try await fill(path, &talk)
    var store = try await open(path)
    var figures = try await searches(store)
    var opening: [Double] = []
    for _ in 0..<runs {
      await store.close()
      store = try await open(path)
      let start = ContinuousClock.now
      let page = try await store.newest(in: talk.big, limit: 300)
      opening.append(Measure.milliseconds(since: start))
      guard page.messages.count == 300, page.hasOlder else { throw BenchmarkError.unreadable("a page") }
    }
    figures.append(
      Figure(name: "conversation of 50,000 opened at its newest 300", unit: "ms", values: opening, goal: 50))
    figures += try await goingBack(store, talk.big)
    await store.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    figures += [
      Figure(
        name: "file of 200,000 messages with its index", unit: "MiB", values: [Double(size) / 1_048_576],
        goal: .infinity),
      Figure(
        name: "messages stored a second, 1,000 in a commit", unit: "/s",
        values: [Double(messageCount) / seconds], goal: 0, isFloor: true),
    ]
    return figures
  }

  private static func open(_ path: String) async throws -> ConversationStore {
    try await ConversationStore.open(
      at: path, storeKey: SecretBytes([UInt8](repeating: 7, count: 32)),
      options: DatabaseOptions(check: .header))
  }

  private static func fill(_ path: String, _ talk: inout MadeUpTalk) async throws -> Double {
    let store = try await open(path)
    let start = ContinuousClock.now
    for first in stride(from: 0, to: messageCount, by: 1_000) {
      let messages = (first..<first + 1_000).map {
        talk.message($0, isBig: $0 % (messageCount / bigCount) == 0)
      }
      _ = try await store.insert(messages, areUnread: false)
    }
    let seconds = Measure.milliseconds(since: start) / 1_000
    await store.close()
    return seconds
  }

  private static func searches(_ store: ConversationStore) async throws -> [Figure] {
    let kinds: [(name: String, typed: String, least: Int)] = [
      ("a word in every message", "the", 50), ("a word in one message", "number123456", 1),
      ("two common words", "the landing", 50), ("the beginning of a word", "run", 50),
      ("a common and a rare word", "the number77777", 1), ("a word that is nowhere", "zeppelin", 0),
      ("two words that never meet", "alpha omega", 0),
    ]
    var figures: [Figure] = []
    for kind in kinds {
      guard let query = SearchQuery(kind.typed) else { continue }
      var times: [Double] = []
      for _ in 0..<runs {
        let start = ContinuousClock.now
        // A page looks at so many candidates at most, and then says where the next one goes on.
        var found = 0
        var place: SearchPosition?
        repeat {
          let page = try await store.messages(holding: query, after: place, limit: 50)
          found += page.messages.count
          place = page.next
        } while found < max(kind.least, 1) && place != nil
        times.append(Measure.milliseconds(since: start))
        guard found >= kind.least, kind.least > 0 || found == 0 else {
          throw BenchmarkError.unreadable("the search for \(kind.typed)")
        }
      }
      figures.append(
        Figure(name: "search in 200,000, \(kind.name)", unit: "ms", values: times, goal: 100))
    }
    return figures
  }

  private static func goingBack(_ store: ConversationStore, _ key: ConversationKey) async throws -> [Figure] {
    var times: [Double] = []
    var page = try await store.newest(in: key, limit: 300)
    var count = page.messages.count
    while page.hasOlder, let first = page.messages.first {
      let start = ContinuousClock.now
      page = try await store.messages(before: first.id, in: key, limit: pageMessages)
      times.append(Measure.milliseconds(since: start))
      count += page.messages.count
    }
    guard count == bigCount else { throw BenchmarkError.unreadable("the pages") }
    times.sort()
    return [
      Figure(name: "one page of 200 back, of 50,000", unit: "ms", values: times, goal: 10),
      Figure(
        name: "the same, 99th percentile", unit: "ms", values: [times[times.count * 99 / 100]], goal: 10),
    ]
  }
}

/// Messages of about twelve words, always the same ones.
private struct MadeUpTalk {
  let big = ConversationKey(String(repeating: "ab", count: 8)) ?? .mesh
  private let others = (0..<300).compactMap { number in
    ConversationKey(String(repeating: "0", count: 13) + String(100 + number))
  }
  private let words = [
    "landing", "runway", "wind", "north", "fuel", "customs", "apron", "coffee", "tower", "ready", "minutes",
    "weather", "clear", "crossing", "harbour", "ticket", "train", "evening", "tomorrow", "bridge", "lantern",
    "paper", "meeting", "battery", "signal", "river", "market", "garden", "window", "letter", "island",
    "winter",
  ]
  private var random = SeededRandom(number: 11)

  mutating func message(_ number: Int, isBig: Bool) -> ChatMessage {
    let key = isBig ? big : number % 3 == 0 ? .mesh : others[number % others.count]
    var parts = ["the", "number\(number)"]
    for _ in 0..<10 {
      let place = Int.random(in: 0..<words.count, using: &random)
      parts.append(words[place] + (Int.random(in: 0..<4, using: &random) == 0 ? "\(place)" : ""))
    }
    if number == 4_000 { parts.append("alpha") }
    if number == 90_000 { parts.append("omega") }
    return ChatMessage(
      id: MessageID("m\(number)"), conversation: key,
      author: MessageAuthor(name: "juno", address: key.peer, isOwn: false),
      text: parts.joined(separator: " "),
      sentAt: Timestamp(milliseconds: 1_700_000_000_000 + UInt64(number) * 900))
  }
}
