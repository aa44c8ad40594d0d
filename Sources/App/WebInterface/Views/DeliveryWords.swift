import ConversationModel
import Markup
import Text

/// How far a private message of ours has come: a glyph and its word.
enum DeliveryWords {
  static func html(_ state: DeliveryState, peerInReach: Bool) -> HTML {
    let (icon, name, word) = parts(state, peerInReach: peerInReach)
    return Tag.span(.class("state", name), .data("state", name)) {
      icon.html(.small)
      Tag.span { word }
    }
  }

  /// The drawing, the name for style sheets and tests, and the word.
  static func parts(_ state: DeliveryState, peerInReach: Bool) -> (icon: Icon, name: String, word: String) {
    switch state {
    case .notSentYet: (.notSent, "not-sent", "Not sent yet")
    case .sending: (.sending, "sending", peerInReach ? "Sending" : "Waiting")
    case .sent: (.check, "sent", "Sent")
    case .carried: (.carried, "carried", "Carried")
    case .delivered: (.delivered, "delivered", "Delivered")
    case .read: (.read, "read", "Read")
    case .partiallyDelivered(let reached, let total): (.check, "partial", "\(reached)/\(total)")
    case .failed(let reason): (.failed, "failed", "Not sent: \(Text.displayText(reason))")
    }
  }
}
