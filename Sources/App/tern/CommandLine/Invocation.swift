import Control
import ConversationModel
import MeshLinks

/// One parsed command line.
struct Invocation: Equatable {
  /// What is to be done.
  enum Command: Equatable {
    case run(RunOptions)
    case chat(RunOptions)
    case demo(RunOptions)
    case send(text: String)
    case message(name: String, text: String)
    case who(isVerbose: Bool)
    case ping(name: String)
    case trace(name: String)
    case topology
    /// Showing our code, or reading somebody's.
    case verify(VerifyRequest)
    case history(HistoryOptions)
    case search(SearchOptions)
    case link
    /// Shows where a link leads; without one the pages.
    case open(link: String?, opensBrowser: Bool)
    /// Makes the desktop know the program, or takes that away.
    case install(removes: Bool)
    case key(KeyAction, passphraseFromInput: Bool)
    case export(ExportOptions)
    case retention(RetentionOptions)
    case notifications(NoticeChange)
    /// Takes everything of the profile away.
    case wipe(isConfirmed: Bool)
    /// Looks at everything a node with these options would need; or shows the counters of a running one.
    case doctor(RunOptions, showsTraffic: Bool)
    case money(MoneyRequest)
    case airports(AirportsRequest)
    case simulate(SimulateRequest)
    case version
    case help(topic: String?)
  }

  /// What is to be done with the key file.
  enum KeyAction: String, CaseIterable {
    case seal, open, change
  }

  /// How the node is to run.
  struct RunOptions: Equatable {
    var port: UInt16 = 0
    var opensBrowser = true
    var assetsPath: String?
    var makesNewIdentity = false
    var passphraseFromInput = false
    var beaconPort: UInt16?
    var meshPort: UInt16 = 0
    var peers: [LANStaticPeer] = []
  }

  /// Which code is meant.
  enum VerifyRequest: Equatable {
    /// Our own is shown.
    case own
    /// Somebody's, as text; `-` is standard input.
    case text(String)
    /// Somebody's, in a picture.
    case picture(path: String)
  }

  /// What is written out, and where to.
  struct ExportOptions: Equatable {
    var conversation = "mesh"
    var output: String?
  }

  /// How long messages are to be kept; nil changes nothing.
  struct RetentionOptions: Equatable {
    var publicMessages: RetentionPeriod?
    var privateMessages: RetentionPeriod?
  }

  /// Which messages are wanted.
  struct HistoryOptions: Equatable {
    var conversation: String?
    var all = false
    var limit = 50
  }

  /// Which messages are looked for.
  struct SearchOptions: Equatable {
    var text: String
    var conversation: String?
    var limit = 50
  }

  var command: Command
  var profile = "default"
  var isJSON = false
}

/// What is wrong with a command line, in words.
struct UsageProblem: Error, Equatable, CustomStringConvertible {
  let description: String
}
