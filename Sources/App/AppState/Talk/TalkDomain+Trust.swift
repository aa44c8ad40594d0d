import ConversationModel
import Conversations
import TransportPorts

/// Intents about what was typed, and about whom to trust.
extension TalkDomain {
  /// Takes what was typed into a conversation: a text, or a command. Throws words for the person; answers
  /// what was sent and what to show now.
  public func submit(_ typed: String, in key: ConversationKey) async throws -> Submission {
    let done = try await messages?.submit(typed, in: key) ?? Submission()
    if drafts[key] == typed { drafts[key] = "" }
    return done
  }

  /// Our own code, to be scanned or pasted by others; a new one where it is to be `fresh`. `nil` before the
  /// node has started.
  public func ownCode(fresh: Bool = false) async -> VerificationCode? {
    await verification?.ownCode(fresh: fresh)
  }

  /// Has the person of a code that was scanned or pasted prove their key; with `expected` nobody else.
  /// Answers who it is, `nil` before the node has started. Throws words; what comes of it stands in
  /// `comparisons`.
  @discardableResult
  public func verify(code: String, of expected: PeerAddress? = nil) async throws -> Person? {
    try await verification?.begin(withCode: code, of: expected)
  }

  /// What the person decided about somebody. Throws words where it cannot be done.
  public func judge(_ judgement: Judgement, _ peer: PeerAddress) async throws {
    switch judgement {
    case .verified: try await verification?.setVerified(true, peer)
    case .unverified:
      try await verification?.setVerified(false, peer)
      comparisons.forget(directory.person(peer)?.address ?? peer)
    case .trusted: try await verification?.setTrusted(true, peer)
    case .untrusted: try await verification?.setTrusted(false, peer)
    case .favourite: try await people?.setFavourite(true, peer)
    case .unfavourite: try await people?.setFavourite(false, peer)
    case .blocked: try await people?.setBlocked(true, peer)
    case .unblocked: try await people?.setBlocked(false, peer)
    }
  }
}
