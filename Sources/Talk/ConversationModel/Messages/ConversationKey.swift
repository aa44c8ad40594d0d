import TransportPorts

/// Which conversation a message belongs to (chat-app 2.1).
///
/// As text: `mesh` for the open channel of everybody nearby, otherwise the address of the other
/// person. Further kinds get prefixes of their own.
public enum ConversationKey: Sendable, Hashable, Comparable {
  /// Everybody nearby.
  case mesh
  /// One person.
  case direct(PeerAddress)

  /// The key from its text, case of addresses ignored; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    if text == "mesh" {
      self = .mesh
    } else if let address = PeerAddress(text) {
      self = .direct(address)
    } else {
      return nil
    }
  }

  /// The text form, which stores, commands and page addresses use.
  public var text: String {
    switch self {
    case .mesh: "mesh"
    case .direct(let address): address.text
    }
  }

  /// Whether only two people read along.
  public var isPrivate: Bool {
    switch self {
    case .mesh: false
    case .direct: true
    }
  }

  /// The other person of a private conversation.
  public var peer: PeerAddress? {
    switch self {
    case .mesh: nil
    case .direct(let address): address
    }
  }

  /// The open channel first, then by address.
  public static func < (left: ConversationKey, right: ConversationKey) -> Bool {
    switch (left, right) {
    case (.mesh, .mesh), (.direct, .mesh): false
    case (.mesh, .direct): true
    case (.direct(let first), .direct(let second)): first < second
    }
  }
}
