import Timebase

/// What `tern doctor` found out about the machine and the profile, before anything is judged.
struct DoctorFacts {
  /// A C library: the version that runs, and the one this program was built with.
  struct Library {
    var name: String
    /// The Debian package that brings it.
    var package: String
    var version: String
    var versionBuiltWith: String
  }

  /// A folder, file or socket that is nobody else's business.
  struct Entry {
    enum Kind { case folder, file, socket }
    var path: String
    var kind: Kind
    /// Whether it is what `kind` says, and no link to one.
    var isOfItsKind = true
    var isOurs = true
    /// The permission bits.
    var mode: UInt32

    /// What it should be: nobody but the owner can do anything.
    var modeWanted: UInt32 { kind == .folder ? 0o700 : 0o600 }
  }

  /// The key file, without what is in it.
  enum Keys {
    case none, open, sealed
    /// Not read, because others can open them or own them: a finding about rights.
    case leftToRights
    /// Why they cannot be read, in words.
    case unreadable(String)
    /// What is wrong in the file, in words.
    case damaged(String)
  }

  struct Disk {
    var path: String
    var bytesFree: UInt64
    var isReadOnly: Bool
    /// Whether the user's own folder is on it.
    var holdsHome: Bool
  }

  struct Clock {
    var now: Timestamp
    /// When a file of the profile was written last, by this clock.
    var newestFile: Timestamp?
    /// Whether a time server sets the clock; `nil` where the system does not tell.
    var isSynchronised: Bool?
  }

  /// An interface with its multicast, by name.
  struct Interface {
    var name: String
    var isLoopback: Bool
    /// What does not work, as part of a sentence.
    var problem: String?
  }

  struct Network {
    var beaconPort: UInt16
    var isBeaconPortTaken = false
    /// Ports asked for; 0 is any free one. Why they cannot be had, as part of a sentence.
    var meshPort: UInt16 = 0
    var meshPortProblem: String?
    var pagePort: UInt16 = 0
    var pagePortProblem: String?
    var interfaces: [Interface] = []
    var withoutMulticast: [String] = []
    /// Why the interfaces cannot be listed.
    var problem: String?
  }

  enum Node {
    case stopped
    /// `problem` is what the node says of the mesh, in words.
    case running(links: Int, problem: String?)
    /// It holds the profile, and does not answer.
    case silent(String)
    /// Where commands would meet it stands something of somebody else.
    case squatted(String, path: String)
  }

  /// The profile's name, for commands; it is not among the words.
  var profile: String
  /// The user's own folder, which the report shortens to `~`.
  var home: String?
  var libraries: [Library]
  /// What there is of the profile; nothing where it was never used.
  var entries: [Entry]
  /// Damaged files, or copies of such, that were set aside in the profile's folder.
  var filesSetAside: [String] = []
  var keys: Keys
  var keyFile: String
  var disk: Disk?
  var clock: Clock
  var network: Network
  var bluetoothAdapters: Int
  /// What is wrong with the web files, as a sentence, and what mends it.
  var assets: (problem: String, mend: String)?
  var node: Node
}
