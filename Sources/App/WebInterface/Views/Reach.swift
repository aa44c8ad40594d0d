import Text
import TransportPorts

/// How we can be reached now, in a word and in a sentence.
struct Reach: Sendable, Hashable {
  /// The state of one wing.
  enum Wing: String, Sendable {
    case lit, connecting, off
  }

  /// The inner wing: nearby.
  let near: Wing
  /// Under the drawing.
  let word: String
  /// For screen readers and the pointer.
  let sentence: String

  init(_ screen: TalkScreen) {
    let count = screen.peopleNear.count
    switch screen.status.condition {
    case .failed:
      (near, word) = (.off, "Offline")
      sentence = "Nobody can be reached: the local network does not work."
    case .starting:
      (near, word) = (.connecting, "Starting")
      sentence = "Tern is starting to look for people."
    case .listening, .limited:
      near = count > 0 ? .lit : .connecting
      word = count > 0 ? "\(count) near" : "Nobody"
      sentence =
        count > 0
        ? "\(count) \(count == 1 ? "person" : "people") nearby." : "Nobody nearby yet; Tern is looking."
    }
  }

  /// Over what others are reached now.
  static func medium(_ screen: TalkScreen) -> String {
    screen.isSimulated ? "Simulated" : "Local network"
  }

  /// The row of the local network: what it does, and its tag.
  static func localNetwork(_ screen: TalkScreen) -> (second: String, tag: String, tone: String) {
    let links = screen.status.links
    let seen =
      links == 0 ? "No other Tern seen yet" : "\(links) \(links == 1 ? "device" : "devices") linked"
    switch screen.status.condition {
    case .starting: return ("Opening the network", "Starting", "")
    case .listening: return (seen, "Listening", "good")
    case .limited(let reason): return (Text.displayText(reason), "In part", "warn")
    case .failed(let reason): return (Text.displayText(reason), "Not working", "bad")
    }
  }
}
