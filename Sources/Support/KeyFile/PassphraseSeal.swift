import Cryptography

/// What sealing a key file needs: the passphrase, and what guessing it shall cost.
public struct PassphraseSeal: Sendable {
  /// The bytes of the passphrase, 1 or more; how they are typed and normalised is the caller's business.
  public var passphrase: SecretBytes
  /// What each guess costs, and each opening.
  public var cost: PassphraseCost

  /// Joins both.
  public init(_ passphrase: SecretBytes, cost: PassphraseCost = .standard) {
    self.passphrase = passphrase
    self.cost = cost
  }
}

/// Memory and walks over it that turn a passphrase into a key. They stand in the file, so they are held to
/// limits when they are read: a file made by somebody else cannot take the machine's memory.
public struct PassphraseCost: Sendable, Equatable {
  /// Memory in KiB.
  public var memoryKibibytes: Int
  /// Walks over the memory.
  public var passes: Int

  /// Joins both.
  public init(memoryKibibytes: Int, passes: Int) {
    self.memoryKibibytes = memoryKibibytes
    self.passes = passes
  }

  /// What new seals cost: 256 MiB and 3 walks, most of a second.
  public static let standard = PassphraseCost(memoryKibibytes: 262_144, passes: 3)
  /// What is accepted from a file, in KiB: 1 to 512 MiB.
  public static let memoryKibibytesAccepted = 1_024...524_288
  /// What is accepted from a file.
  public static let passesAccepted = 1...16

  /// Whether both are in the accepted ranges.
  public var isAccepted: Bool {
    Self.memoryKibibytesAccepted.contains(memoryKibibytes) && Self.passesAccepted.contains(passes)
  }
}
