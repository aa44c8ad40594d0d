/// The place that a hashtag names (chat-app 10.2).
public struct GeohashLink: Sendable, Hashable {
  /// 2 to 12 characters of the geohash alphabet, lower case.
  public let geohash: String

  /// The place behind the word of a hashtag; `nil` where it names none.
  public init?(hashtag word: String) {
    let lowered = word.lowercased()
    guard (2...12).contains(lowered.utf8.count),
      lowered.utf8.allSatisfy("0123456789bcdefghjkmnpqrstuvwxyz".utf8.contains)
    else { return nil }
    geohash = lowered
  }

  /// The link that other clients understand.
  public var address: String { "bitchat://geohash/" + geohash }
}
