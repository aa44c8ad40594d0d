import Glibc

/// Everything that Tern keeps outside of a profile's folder and the emergency wipe takes away. A further
/// place gets a case, and does not compile before it says which entries go.
///
/// What stays is the person's own: account files, exported files, the airport database with what was imported
/// into it, and other profiles.
enum OutsidePlace: CaseIterable {
  /// Kept downloads of Airports.
  case cache
  /// Where commands meet the node.
  case controlSocket
  /// Pages that hand a browser its one-time link.
  case browserPage

  /// The paths that go.
  func paths(in places: WipePlaces) -> [String] {
    switch self {
    case .cache: return places.cacheFolder.map { [$0] } ?? []
    case .controlSocket: return places.controlSocket.map { [$0] } ?? []
    case .browserPage:
      return places.pageFolders.flatMap { folder in
        WipeFiles.entries(of: folder)
          .filter(Browser.isPage).map { "\(folder)/\($0)" }
          .filter { path in
            var facts = stat()
            return lstat(path, &facts) == 0 && facts.st_uid == getuid() && facts.st_mode & S_IFMT == S_IFREG
          }
      }
    }
  }
}

/// Where a profile has something.
struct WipePlaces: Equatable {
  /// The profile's folder.
  var folder: ProfileFolder
  var cacheFolder: String?
  var controlSocket: String?
  var pageFolders: [String] = []

  /// The places as the environment names them.
  init(profile: String, folder: ProfileFolder, environment: [String: String]) {
    self.folder = folder
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      cacheFolder = cache + "/tern"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      cacheFolder = home + "/.cache/tern"
    }
    controlSocket = try? ControlSocketPath.find(profile: profile, data: folder, environment: environment)
    pageFolders = [environment["XDG_RUNTIME_DIR"], environment["TMPDIR"], "/tmp"].compactMap { $0 }
  }
}
