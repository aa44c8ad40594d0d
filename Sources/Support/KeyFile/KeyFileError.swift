/// Why a key file cannot be used. In every case the file is as it was.
public enum KeyFileError: Error, Sendable, Equatable {
  /// There is no file: the only case in which a new identity may be made.
  case missing(path: String)
  /// There is a file already, and it is not overwritten.
  case alreadyExists(path: String)
  /// Others than the owner may read or write it; `mode` is the permission bits.
  case permissionsTooOpen(path: String, mode: UInt32)
  /// It belongs to another user of the machine.
  case ownedByAnother(path: String, userID: UInt32)
  /// It is something else: another kind of file, a link, a folder.
  case notAKeyFile(path: String)
  /// It was a key file, and its bytes are not those that were written.
  case damaged(path: String, reason: String)
  /// A newer version of the program wrote it.
  case newerVersion(path: String, found: Int)
  /// It is sealed, and no passphrase was given.
  case sealed(path: String)
  /// It is sealed by another passphrase.
  case wrongPassphrase(path: String)
  /// It asks for more memory or time than is given to a key file, or for less than protects.
  case costNotAccepted(path: String, PassphraseCost)
  /// The system did not give the memory that opening takes.
  case outOfMemory(path: String, PassphraseCost)
  /// The system refused; `systemError` is an `errno`.
  case inputOutput(path: String, systemError: Int32)
}

extension KeyFileError: CustomStringConvertible {
  /// One or two sentences for a person: what happened, what was kept, what to do.
  public var description: String {
    switch self {
    case .missing(let path): "There is no key file at \(path)."
    case .alreadyExists(let path):
      "There is a key file at \(path) already. It has not been changed."
    case .permissionsTooOpen(let path, let mode):
      "Other users of this machine can open the key file \(path) (mode \(String(mode, radix: 8))). "
        + "It was not used; run: chmod 600 \"\(path)\""
    case .ownedByAnother(let path, let userID):
      "The key file \(path) belongs to another user (number \(userID)). It was not used."
    case .notAKeyFile(let path):
      "The file \(path) is not a key file. It has not been changed; "
        + "put the right file in its place, or move this one away to start with a new identity."
    case .damaged(let path, let reason):
      "The key file \(path) is damaged (\(reason)). It has not been changed; "
        + "restore it from a backup, or move it away to start with a new identity."
    case .newerVersion(let path, let found):
      "The key file \(path) was written by a newer version (format \(found)). "
        + "It has not been changed; start the newer version."
    case .sealed(let path): "The key file \(path) is sealed by a passphrase, and none was given."
    case .wrongPassphrase(let path):
      "This is not the passphrase of the key file \(path). Nothing was changed. "
        + "Mind capitals and the keyboard's language; nobody can find a lost passphrase again."
    case .costNotAccepted(let path, let cost):
      "The key file \(path) asks for \(cost.memoryKibibytes) KiB of memory and \(cost.passes) passes to be "
        + "opened, which no key file made by this program does. It was not opened and has not been changed; "
        + "restore it from a backup."
    case .outOfMemory(let path, let cost):
      "Sealing or opening the key file \(path) takes \(cost.memoryKibibytes / 1_024) MiB of free memory, "
        + "which the system did not give. Nothing was changed; close other programs and try again."
    case .inputOutput(let path, let systemError):
      "The key file \(path) cannot be read or written: \(SystemWords.of(systemError)). Nothing was changed."
    }
  }
}
