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

  /// Our own code as text, to be scanned or pasted by others; empty before the node has started.
  public func ownCode() async -> String {
    await verification?.ownCode() ?? ""
  }

  /// Has the person of a code that was pasted prove their key. Throws words; what comes of it is told.
  public func verify(code: String) async throws {
    guard let name = try await verification?.begin(withCode: code) else { return }
    show(notice: "\(name) was asked to prove the key. The answer comes in a moment.")
  }

  /// What the person decided about somebody. Throws words where it cannot be done.
  public func judge(_ judgement: Judgement, _ peer: PeerAddress) async throws {
    switch judgement {
    case .verified: try await verification?.setVerified(true, peer)
    case .unverified: try await verification?.setVerified(false, peer)
    case .trusted: try await verification?.setTrusted(true, peer)
    case .untrusted: try await verification?.setTrusted(false, peer)
    case .favourite: try await people?.setFavourite(true, peer)
    case .unfavourite: try await people?.setFavourite(false, peer)
    case .blocked: try await people?.setBlocked(true, peer)
    case .unblocked: try await people?.setBlocked(false, peer)
    }
  }
}
