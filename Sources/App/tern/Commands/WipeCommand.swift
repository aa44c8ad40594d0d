import Control
import Glibc
import Networking

/// `tern wipe`: takes everything away that the profile has on this machine, after it was confirmed.
@MainActor enum WipeCommand {
  /// How long a running node may take to finish.
  private static let patience = Duration.seconds(30)

  /// Looks in a row, two seconds of them, that find nobody running: then the node has died.
  private static let freeLooks = 40

  static func run(isConfirmed: Bool, profile: String, environment: [String: String]) async throws {
    umask(0o077)
    let folder = try ProfileFolder.locate(profile: profile, environment: environment)
    guard access(folder.path, F_OK) == 0 else { throw WipeRefusal.nothingThere(profile: profile) }
    if !isConfirmed { try confirm(profile) }
    let wipe = EmergencyWipe(
      places: WipePlaces(profile: profile, folder: folder, environment: environment))
    let now = SystemClock().now().unix
    // Written here and not only by the node: one that does not answer finishes it at its next start.
    try wipe.begin(now: now)
    if let lock = try lock(folder, profile) {
      try wipe.finish(now: now)
      withExtendedLifetime(lock) {}
    } else {
      try await askNode(wipe, folder, profile: profile)
    }
    Console.say("Everything of the profile “\(profile)” is gone.")
  }

  /// The profile's lock, none while a node runs.
  private static func lock(_ folder: ProfileFolder, _ profile: String) throws -> InstanceLock? {
    do {
      return try InstanceLock(folder.lockFile, profile: profile)
    } catch ProfileProblem.alreadyRunning {
      return nil
    }
  }

  private static func confirm(_ profile: String) throws {
    Console.say(WipeWords.question(profile))
    guard readLine(strippingNewline: true) == profile else { throw WipeRefusal.notConfirmed }
  }

  /// The node begins anew without an answer, so its work tells: the intent is gone.
  private static func askNode(
    _ wipe: EmergencyWipe, _ folder: ProfileFolder, profile: String
  ) async throws {
    if let path = wipe.places.controlSocket, let sockets = try? SocketLoop() {
      let reply = try? await ControlClient.ask(.wipe(profile: profile), at: path, sockets: sockets)
      if case .failed(let words)? = reply { throw ControlProblem(words) }
    }
    let deadline = ContinuousClock.now + patience
    var free = 0
    while wipe.isPending {
      // A node that died over it has left the rest to whoever comes; one that begins anew is back sooner.
      free = InstanceLock.isHeld(folder.lockFile) ? 0 : free + 1
      if free >= Self.freeLooks, let lock = try lock(folder, profile) {
        try wipe.finish(now: SystemClock().now().unix)
        return withExtendedLifetime(lock) {}
      }
      guard ContinuousClock.now < deadline else { throw WipeRefusal.noAnswer(profile: profile) }
      // The node that answers is gone when it has wiped: only the file that goes can be looked for.
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

/// What a wipe takes and what stays, in words; every front end asks with these.
enum WipeWords {
  static let goes =
    "keys and name, every conversation, remembered people, trust, blocks and favourites, what the mesh "
    + "keeps, airport favourites and notes, the list of opened account files, settings and kept downloads"
  static let stays = "account files, exported files, the airport database and other profiles"

  static func question(_ profile: String) -> String {
    "This takes away for good what the profile “\(profile)” has on this machine: \(goes). "
      + "It stays: \(stays). The profile then begins anew under another name and other keys.\n"
      + "To go on, type the name of the profile and press Enter:"
  }
}

/// Why nothing was wiped, in words.
enum WipeRefusal: Error, Equatable, CustomStringConvertible {
  case nothingThere(profile: String)
  case notConfirmed
  case noAnswer(profile: String)

  var description: String {
    switch self {
    case .nothingThere(let profile): "There is no profile “\(profile)” on this machine. Nothing was changed."
    case .notConfirmed: "That is not the name of the profile. Nothing was changed."
    case .noAnswer(let profile):
      "The running node of the profile “\(profile)” does not finish the wipe. End it; whatever is left goes "
        + "at the next start or the next “tern wipe”, before anything is opened."
    }
  }
}
