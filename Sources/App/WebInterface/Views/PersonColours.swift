import ConversationModel
import Markup
import Text
import TransportPorts

/// Which class of the people's style sheet belongs to whom.
struct PersonColours: Sendable, Equatable {
  private var palette = PersonPalette()
  private var seeds: [String: String] = [:]

  /// Gives everybody in sight a place; whoever stays keeps it.
  mutating func update(_ people: [Person]) {
    var fresh: [String: String] = [:]
    for person in people {
      fresh[person.address.text] = PersonHue.seed(
        noiseKey: person.peer.noiseKey?.text, address: person.address.text, name: person.name.name)
    }
    guard fresh != seeds else { return }
    seeds = fresh
    palette.assign(fresh)
  }

  /// The class for somebody under an address.
  func className(address: PeerAddress?, noiseKey: PeerAddress?, name: String) -> String {
    if let address, let place = palette.places[address.text] {
      return place.ring == 0 ? "who-\(place.slot)" : "who-\(place.slot) r\(place.ring)"
    }
    let hue = PersonHue.direct(PersonHue.seed(noiseKey: noiseKey?.text, address: address?.text, name: name))
    return "hue-\(Int(hue * 120) % 120)"
  }

  /// The class for the author of a message.
  func className(of author: MessageAuthor) -> String {
    guard !author.isOwn else { return "self" }
    return className(address: author.address, noiseKey: author.noiseKey, name: author.name)
  }
}

/// The small square with two letters that stands for a person.
enum PersonTile {
  static func html(_ name: String, colour: String, size: String = "") -> HTML {
    Tag.span(.class("tile", size, colour), .aria("hidden", "true")) { initials(name) }
  }

  /// The two first letters, lower case.
  static func initials(_ name: String) -> String {
    let letters = Text.displayName(name).filter { $0.isLetter || $0.isNumber }
    return letters.prefix(2).lowercased()
  }
}

/// A name with its suffix, both safe to show.
enum NameLabel {
  static func html(_ name: DisplayName) -> HTML {
    HTML {
      Tag.bdi(.class("truncate")) { name.name }
      if let suffix = name.suffix {
        Tag.span(.class("suffix")) { suffix }
      }
    }
  }
}
