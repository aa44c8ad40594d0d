/// A private message that is none: somebody says whether we are a favourite (chat-app 8.3).
public struct FavouriteNotice: Sendable, Hashable {
  /// Whether the sender counts us among the favourites now.
  public var isFavourite: Bool
  /// The sender's npub as given, not checked; `nil` where none was given.
  public var npub: String?

  /// Joins the parts.
  public init(isFavourite: Bool, npub: String?) {
    self.isFavourite = isFavourite
    self.npub = npub
  }

  /// Reads the text of a private message; `nil` where it is an ordinary one.
  public init?(_ text: String) {
    if text.hasPrefix("[FAVORITED]") {
      isFavourite = true
    } else if text.hasPrefix("[UNFAVORITED]") {
      isFavourite = false
    } else {
      return nil
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: true)
    npub = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The text as it goes out.
  public var text: String {
    (isFavourite ? "[FAVORITED]" : "[UNFAVORITED]") + (npub.map { ":" + $0 } ?? "")
  }
}
