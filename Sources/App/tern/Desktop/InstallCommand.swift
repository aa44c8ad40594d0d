import Foundation

/// `tern install --desktop`: makes the desktop know the program and the links it opens; `--remove` takes that
/// away. Writes in the user's own folders only, and says what it did.
enum InstallCommand {
  static func run(removes: Bool, _ context: ClientCommands.Context) throws {
    let place = try DesktopFiles(environment: context.environment)
    let words = removes ? try place.remove() : try place.install(profile: context.profile)
    for line in words { Console.print(line) }
  }
}

/// The files of a desktop in the user's data folder.
struct DesktopFiles {
  let entry: URL
  let icon: URL
  private let applications: URL

  /// Throws where the environment names no folder.
  init(environment: [String: String]) throws {
    let base = try ProfileFolder.dataHome(environment)
    applications = URL(filePath: base).appending(path: "applications")
    entry = applications.appending(path: "tern.desktop")
    icon = URL(filePath: base).appending(path: "icons/hicolor/scalable/apps/tern.svg")
  }

  /// Writes both files; answers what was done.
  func install(profile: String) throws -> [String] {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    guard let made = DesktopEntry(program: program, profile: profile) else {
      throw CommandRefusal(
        "A desktop cannot start a program from \(program): move it to a path without an equals sign or line "
          + "break. Nothing was written.")
    }
    if isThere(entry), !isOurs { throw foreign }
    let picture = try Data(contentsOf: URL(filePath: AssetsFolder.find(nil) + "/mark.svg"))
    try write(picture, to: icon)
    try write(Data(made.text.utf8), to: entry)
    let schemes = DesktopEntry.schemes.map { $0 + ":" }.joined(separator: " and ")
    return [
      "Written: \(entry.path)", "Written: \(icon.path)",
      "Links that begin with \(schemes) open in Tern, while it runs for the profile “\(profile)”. Another "
        + "program may have been chosen for them; the desktop's settings say which.",
      updateDatabase(), "To take it away: tern install --desktop --remove",
    ]
  }

  /// Takes both files away, where the one that names us is ours.
  func remove() throws -> [String] {
    guard isThere(entry) else { return ["There is nothing to remove: \(entry.path) does not exist."] }
    guard isOurs else { throw foreign }
    var words: [String] = []
    for file in [entry, icon] where isThere(file) {
      try FileManager.default.removeItem(at: file)
      words.append("Removed: \(file.path)")
    }
    return words + [updateDatabase()]
  }

  private var isOurs: Bool {
    let text = (try? String(contentsOf: entry, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").contains { $0 == DesktopEntry.mark }
  }

  private var foreign: CommandRefusal {
    CommandRefusal("\(entry.path) was not written by Tern. Nothing was changed; move it away first.")
  }

  private func isThere(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  /// Whole or not at all: a desktop may look at any moment.
  private func write(_ data: Data, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
  }

  /// Desktops look schemes up in a list that this program makes.
  private func updateDatabase() -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["update-desktop-database", applications.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let isDone = (try? process.run()) != nil
    if isDone { process.waitUntilExit() }
    return isDone && process.terminationStatus == 0
      ? "The desktop's list of links was brought up to date."
      : "The desktop's list of links is brought up to date at the next login (update-desktop-database is "
        + "missing here)."
  }
}
