import ConversationModel
import Foundation
import Testing

/// Every case of `chat-text.json`, one test a section.
@Suite struct ChatTextVectorTests {
  @Test func mentionsAndHashtagsFollowTheVectors() throws {
    var failures: [String] = []
    let mentions = try cases("mentions", atLeast: 11)
    for item in mentions {
      let text = item["text"] as? String ?? ""
      let found = MessageSpans.of(text).compactMap { span in
        if case .mention(let name) = span { name } else { nil }
      }
      if found != item["captures"] as? [String] { failures.append("\(text): \(found)") }
    }
    let hashtags = try cases("hashtags", atLeast: 9)
    for item in hashtags {
      let text = item["text"] as? String ?? ""
      let words = MessageSpans.of(text).compactMap { span in
        if case .hashtag(let word) = span { word } else { nil }
      }
      if words.map({ "#" + $0 }) != item["hashtags"] as? [String] { failures.append("\(text): \(words)") }
      let places = words.compactMap { GeohashLink(hashtag: $0)?.geohash }
      if places != item["geohash_links"] as? [String] { failures.append("\(text): \(places)") }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func paymentsFollowTheVectors() throws {
    let failures = try cases("payments", atLeast: 11).filter { item in
      let chips = PaymentChips(MessageSpans.of(item["text"] as? String ?? ""))
      return chips.cashu != item["cashu"] as? [String] || chips.lightning != item["lightning"] as? [String]
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func namesSplitAsInTheVectors() throws {
    let failures = try cases("split_suffix", atLeast: 7).filter { item in
      let parts = NameParts(item["text"] as? String ?? "")
      return parts.base != item["base"] as? String || parts.suffix != item["suffix"] as? String
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func longMessagesFoldAsInTheVectors() throws {
    let failures = try cases("long_messages", atLeast: 8).filter { item in
      let length = item["length"] as? Int ?? 0
      let longest = item["longest_token"] as? Int ?? 0
      let word = String(repeating: "x", count: longest) + " "
      let text = String(String(repeating: word, count: length / word.count + 1).prefix(length))
      return MessageSpans.isLong(text) != item["collapses"] as? Bool
        || MessageSpans.isFormatted(text) == item["plain_formatting_only"] as? Bool
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func namesAreCompletedAsInTheVectors() throws {
    let failures = try cases("autocomplete", atLeast: 8).filter { item in
      let completion = MentionCompletion(
        textToCursor: item["text"] as? String ?? "", names: item["peers"] as? [String] ?? [])
      return completion.suggestions != item["suggestions"] as? [String]
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func actionLinesFollowTheVectors() throws {
    let failures = try cases("action_messages", atLeast: 6).filter { item in
      let line = ActionLine.of(item["text"] as? String ?? "")
      return line != item["content"] as? String || (line != nil) != item["becomes_system"] as? Bool
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func favouriteNoticesFollowTheVectors() throws {
    let failures = try cases("favorite_notices", atLeast: 8).filter { item in
      let notice = FavouriteNotice(item["content"] as? String ?? "")
      return (notice != nil) != item["is_favorite_notice"] as? Bool
        || notice?.isFavourite != item["favorited"] as? Bool || notice?.npub != item["npub"] as? String
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  private func cases(_ section: String, atLeast count: Int) throws -> [[String: Any]] {
    let cases = try #require(FixtureFiles.object("nostr/chat-text")[section] as? [[String: Any]])
    try #require(cases.count >= count)
    print("VECTORS suite=chat-text.\(section) cases=\(cases.count)")
    return cases
  }
}
