/// What a message offers to pay or to redeem (chat-app 10.2): at most three Cashu tokens and three Lightning
/// links, distinct, in the order of the text.
public struct PaymentChips: Sendable, Hashable {
  /// How many of each kind are offered.
  public static let chipsMax = 3

  /// Tokens as in the text.
  public let cashu: [String]
  /// Links; a bare invoice has `lightning:` put before it.
  public let lightning: [String]

  /// What the spans of one message offer.
  public init(_ spans: [MessageSpan]) {
    var cashu: [String] = []
    var lightning: [String] = []
    for span in spans {
      switch span {
      case .cashu(let token):
        if cashu.count < Self.chipsMax, !cashu.contains(token) { cashu.append(token) }
      case .lightning(let text):
        let link = text.lowercased().hasPrefix("lightning:") ? text : "lightning:" + text
        if lightning.count < Self.chipsMax, !lightning.contains(link) { lightning.append(link) }
      case .text, .mention, .hashtag, .link: break
      }
    }
    self.cashu = cashu
    self.lightning = lightning
  }
}
