import Cryptography
import Glibc
import KeyFile

/// `tern key`: seals the profile's key file by a passphrase, changes the passphrase, or takes it away.
enum KeyCommand {
  static func run(
    _ action: Invocation.KeyAction, passphraseFromInput: Bool, profile: String,
    environment: [String: String]
  ) throws {
    umask(0o077)
    let folder = try ProfileFolder.locate(profile: profile, environment: environment)
    guard access(folder.path, F_OK) == 0 else { throw KeyProblem.noKeys(profile: profile) }
    let lock: InstanceLock
    do {
      lock = try InstanceLock(folder.lockFile, profile: profile)
    } catch {
      guard case .alreadyRunning = error else { throw error }
      throw KeyProblem.isRunning(profile: profile)
    }
    _ = try EmergencyWipe(
      places: WipePlaces(profile: profile, folder: folder, environment: environment)
    ).finishIfPending(now: SystemClock().now().unix)
    guard access(folder.keyFile, F_OK) == 0 else { throw KeyProblem.noKeys(profile: profile) }
    let source = PassphraseSource(
      readsStandardInput: passphraseFromInput, termination: try TerminationSignal())
    try perform(action, on: folder.keyFile, source)
    withExtendedLifetime(lock) {}
  }

  private static func perform(
    _ action: Invocation.KeyAction, on path: String, _ source: PassphraseSource
  ) throws {
    // Boxed: the thread sanitizer reads the address of what is passed inout, and an empty value has none.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    switch (action, try KeyFile.isSealed(path)) {
    case (.seal, true): throw KeyProblem.sealedAlready
    case (.open, false), (.change, false): throw KeyProblem.notSealed
    case (.seal, false):
      let keys = try KeyFile.load(path)
      try KeyFile.replace(path, keys, sealedBy: PassphraseSeal(try source.new()), using: &generator)
      Console.say(
        "The keys are sealed. Tern asks for the passphrase at every start; nobody can find a lost one again.")
    case (.open, true):
      let keys = try IdentityFile.loadSealed(path, source)
      try KeyFile.replace(path, keys, sealedBy: nil, using: &generator)
      Console.say("The keys are no longer sealed: whoever can read the file has them.")
    case (.change, true):
      let keys = try IdentityFile.loadSealed(path, source)
      try KeyFile.replace(path, keys, sealedBy: PassphraseSeal(try source.new()), using: &generator)
      Console.say("The keys are sealed by the new passphrase.")
    }
  }
}

/// Why nothing was done to the keys, in words.
enum KeyProblem: Error, Equatable, CustomStringConvertible {
  case noKeys(profile: String)
  case isRunning(profile: String)
  case sealedAlready
  case notSealed

  var description: String {
    switch self {
    case .noKeys(let profile):
      "The profile “\(profile)” has no keys yet. They are made by the first: tern run --profile \(profile)"
    case .isRunning(let profile):
      "Tern is running for the profile “\(profile)”. Stop it first; nothing was changed."
    case .sealedAlready: "The keys are sealed already. Another passphrase: tern key change"
    case .notSealed: "The keys are not sealed. Nothing was changed."
    }
  }
}
