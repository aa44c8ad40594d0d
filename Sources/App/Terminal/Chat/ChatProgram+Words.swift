import AppState
import ConversationModel
import Text
import Timebase
import TransportPorts

extension ChatProgram {
  /// Words that begin with a slash, with what they take and do.
  static let words: [(word: String, takes: String, does: String)] = [
    ("/help", "", "this list"),
    ("/who", "", "people in sight"),
    ("/msg", "NAME [TEXT]", "open a private chat, say TEXT"),
    ("/mesh", "", "back to everybody nearby"),
    ("/nick", "NAME", "take another name"),
    ("/again", "", "send what failed here again"),
    ("/quit", "", "leave"),
  ]

  /// Enter: sends what was written, or does what a word says.
  mutating func submit(now: Timestamp) -> [Effect] {
    guard !Text.trimmed(editor.text).isEmpty else {
      editor.set("")
      scroll = TimelineScroll()
      return []
    }
    let input = ChatInput(editor.take())
    scroll = TimelineScroll()
    return switch input {
    case .text(let text): [.ask(.send(text, to: key))]
    case .command(let word, let argument): perform(word, argument, now)
    case nil: []
    }
  }

  private mutating func perform(_ word: String, _ rest: String, _ now: Timestamp) -> [Effect] {
    switch word {
    case "/help", "/h": say(Self.help, now: now)
    case "/who", "/w": say(who, now: now)
    case "/msg", "/m": return message(rest, now)
    case "/mesh": return open(.mesh)
    case "/nick":
      guard !rest.isEmpty else {
        say("Which name? For example: /nick juno", now: now)
        return []
      }
      return [.ask(.nickname(rest))]
    case "/again": return again(now)
    case "/quit", "/q": return [.quit]
    default: say("There is no \(word). See /help; to send it as text, begin with two slashes.", now: now)
    }
    return []
  }

  private static var help: String {
    let lines = words.map { word in
      let left = word.takes.isEmpty ? word.word : word.word + " " + word.takes
      return left + String(repeating: " ", count: max(19 - left.count, 1)) + word.does
    }
    return
      (lines + [
        "PgUp, PgDn         older, newer; Esc: the latest",
        "Ctrl+N, Ctrl+P     next, previous chat",
        "Ctrl+O             next chat with unread messages",
        "Up, Down           what you wrote before",
        "Tab, Alt+Enter     complete a name; a new line",
        "Ctrl+C twice       leave; Ctrl+Z: to the background",
      ]).joined(separator: "\n")
  }

  private var who: String {
    let people = view?.people ?? []
    guard !people.isEmpty else { return "Nobody is in sight." }
    let names = people.prefix(50).map { person in
      var place = ChatPlace(key: .direct(person.address))
      place.person = person
      return "\(place.mark) \(Text.displayName(person.name.text))  \(place.reach)"
    }
    let more = people.count > 50 ? ["and \(people.count - 50) more"] : []
    return (names + more).joined(separator: "\n")
  }

  /// `/msg NAME TEXT`, where names may hold spaces: the longest name that fits is meant.
  private mutating func message(_ rest: String, _ now: Timestamp) -> [Effect] {
    let typed = Text.nfc(rest.hasPrefix("@") ? String(rest.dropFirst()) : rest)
    var best: (length: Int, keys: [ConversationKey]) = (0, [])
    for place in places where place.key.isPrivate {
      for name in Set([place.name, place.person?.peer.nickname ?? "", place.key.text]) {
        guard !name.isEmpty, typed == name || typed.hasPrefix(name + " ") else { continue }
        if name.count > best.length {
          best = (name.count, [place.key])
        } else if name.count == best.length,
          !best.keys.contains(place.key)
        {
          best.keys.append(place.key)
        }
      }
    }
    guard let key = best.keys.first else {
      let first = typed.prefix { $0 != " " }
      guard let address = PeerAddress(first) else {
        say("Nobody here is called “\(typed.isEmpty ? "" : String(first))”. See /who.", now: now)
        return []
      }
      return open(.direct(address)) + sending(typed.dropFirst(first.count), to: .direct(address))
    }
    guard best.keys.count == 1 else {
      let addresses = best.keys.map(\.text).joined(separator: ", ")
      say("Several people are called that. Use an address: \(addresses)", now: now)
      return []
    }
    return open(key) + sending(typed.dropFirst(best.length), to: key)
  }

  private func sending(_ rest: Substring, to key: ConversationKey) -> [Effect] {
    let text = Text.trimmed(String(rest))
    return text.isEmpty ? [] : [.ask(.send(text, to: key))]
  }

  private mutating func again(_ now: Timestamp) -> [Effect] {
    let failed = view?.timeline?.timeline.messages.last { message in
      if case .failed? = message.delivery { true } else { false }
    }
    guard let failed, view?.key == key else {
      say("No message here has failed.", now: now)
      return []
    }
    return [.ask(.again(failed.id, in: key))]
  }

  /// Tab: completes a word that begins with a slash, or the name after `/msg`.
  mutating func complete() {
    let text = editor.text
    let candidates: [String]
    if text.hasPrefix("/msg ") || text.hasPrefix("/m ") {
      let head = String(text.prefix { $0 != " " }) + " "
      candidates = places.filter(\.key.isPrivate).map { head + $0.name + " " }
    } else if text.hasPrefix("/") {
      candidates = Self.words.map { $0.takes.isEmpty ? $0.word : $0.word + " " }
    } else {
      return
    }
    let fitting = candidates.filter { $0.lowercased().hasPrefix(text.lowercased()) && $0 != text }
    guard var common = fitting.first else { return }
    for other in fitting.dropFirst() { common = String(zip(common, other).prefix { $0 == $1 }.map(\.0)) }
    if common.count >= text.count { editor.set(common) }
  }
}
