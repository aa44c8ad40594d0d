import AirportData
import Cryptography
import MeshLinks
import Timebase
import WebInterface

/// What a node is started with, all decided beforehand.
struct NodePlan: Sendable {
  var profile: String
  var folder: ProfileFolder
  var controlSocket: String
  var port: UInt16
  var assets: AssetStore
  /// Where airports stand; nil where the environment names no place for them.
  var airports: AirportPlaces?
  var makesNewIdentity: Bool
  /// Where the passphrase of sealed keys comes from.
  var passphrases: PassphraseSource
  /// How others are found and find us.
  var links: NodeLinks
  /// Our name until the person chooses one: `anon` and four digits (chat-app 8.2).
  var defaultNickname: String
  /// When the profile was wiped last: nothing that was sent before is shown again.
  var wipedAt: Timestamp?
  /// Where notices are shown outside of the window, and links opened; nil where nothing is to show up.
  var desktop: DesktopPlace?
}

/// What a node's links run over.
enum NodeLinks: Sendable {
  case localNetwork(LANConfiguration)
  /// People made up from a seed, in this process.
  case village(seed: UInt64)
}

/// The system's randomness, taken in one place and handed on as bytes.
enum SystemEntropy {
  @Sendable static func bytes(_ count: Int) -> [UInt8] {
    // Boxed: the thread sanitizer reads the address of what is passed inout, and an empty value has none.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  static func nickname() -> String {
    // Boxed: the thread sanitizer reads the address of what is passed inout, and an empty value has none.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    return "anon\(Int.random(in: 1_000...9_999, using: &generator))"
  }
}
