import ConversationModel
import Markup

/// The mark of somebody whose keys we, or somebody we verified, compared (chat-app 8.6).
enum TrustMark {
  /// A filled seal, a hollow one, or nothing; the words stand in the row's description.
  static func html(_ level: TrustLevel?) -> HTML {
    switch level {
    case .verified: Icon.sealOn.html(.small)
    case .vouched, .trusted: Icon.seal.html(.small)
    case .unknown, .casual, nil: HTML()
    }
  }

  /// What the mark says.
  static func words(_ level: TrustLevel?) -> String? {
    switch level {
    case .verified: "verified"
    case .trusted: "trusted by you"
    case .vouched: "vouched for by somebody you verified"
    case .unknown, .casual, nil: nil
    }
  }
}
