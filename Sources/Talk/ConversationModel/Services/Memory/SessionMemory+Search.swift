import Timebase
import TransportPorts

extension SessionMemory {
  /// `MessageSearch.messages`: the newest first; of equal times the one that came last.
  public func messages(
    holding query: SearchQuery, after position: SearchPosition?, limit: Int
  ) -> SearchPage {
    let limit = max(1, limit)
    var found: [ChatMessage] = []
    var seen = 0
    for entry in entries(for: query, after: position) {
      seen += 1
      guard SearchPieces.holds(query.words, in: entry.message.text) else {
        guard seen < Self.searchedMessagesMax else {
          return SearchPage(messages: found, next: SearchPosition(entry.message))
        }
        continue
      }
      guard found.count < limit else {
        return SearchPage(messages: found, next: found.last.map { SearchPosition($0) })
      }
      found.append(entry.message)
    }
    return SearchPage(messages: found, next: nil)
  }

  /// Where the last message of the page before is gone, or is kept elsewhere, it goes on by time.
  private func entries(
    for query: SearchQuery, after position: SearchPosition?
  ) -> [HeldConversation.Entry] {
    let all = (query.conversation.map { [$0] } ?? keys).flatMap { allEntries(of: $0) }
      .sorted { $1.isBefore($0) }
    guard let position else { return all }
    let last = all.firstIndex {
      $0.message.id == position.id && $0.message.conversation == position.conversation
        && $0.message.sentAt == position.sentAt
    }
    if let last { return Array(all[(last + 1)...]) }
    return all.filter { $0.message.sentAt <= position.sentAt }
  }
}

extension SearchPosition {
  /// Behind the message.
  public init(_ message: ChatMessage) {
    self.init(sentAt: message.sentAt, id: message.id, conversation: message.conversation)
  }
}

extension SearchPage {
  /// One page of what two places found, each with its own page from the same position on; of equal times
  /// what `first` has comes first. Nothing is taken that the other place may still have something before.
  public static func joined(_ first: SearchPage, _ second: SearchPage, limit: Int) -> SearchPage {
    let fromFirst = first.messages.filter { message in
      second.next.map { message.sentAt >= $0.sentAt } ?? true
    }
    let fromSecond = second.messages.filter { message in
      first.next.map { message.sentAt > $0.sentAt } ?? true
    }
    var merged: [ChatMessage] = []
    var (one, other) = (fromFirst[...], fromSecond[...])
    while let next = one.first ?? other.first {
      if let candidate = other.first, candidate.sentAt > next.sentAt || one.isEmpty {
        merged.append(other.removeFirst())
      } else {
        merged.append(one.removeFirst())
      }
    }
    let page = Array(merged.prefix(max(1, limit)))
    let isCut =
      page.count < merged.count || fromFirst.count < first.messages.count
      || fromSecond.count < second.messages.count
    if isCut, let last = page.last { return SearchPage(messages: page, next: SearchPosition(last)) }
    guard let ending = first.next, let other = second.next else {
      return SearchPage(messages: page, next: first.next ?? second.next)
    }
    return SearchPage(messages: page, next: ending.sentAt >= other.sentAt ? ending : other)
  }
}
