import AirportData
import Networking
import Timebase

/// Fetches the tables a database of airports is built from. Only what somebody typed makes it run.
struct AirportDownload {
  /// Where the tables stand, a folder's address that ends in `/`.
  let folder: String
  /// Who may vouch for that place, in place of the system's authorities (a PEM file).
  let authorities: String?

  /// Where OurAirports publishes its tables (airports 19).
  // archreview:ignore foreign-host it is fetched from only when somebody types --download
  static let publicFolder = "https://davidmegginson.github.io/ourairports-data/"

  /// Joins both; `folder` without its last `/` is completed.
  init(folder: String?, authorities: String?) {
    let folder = folder ?? Self.publicFolder
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    self.authorities = authorities
  }

  /// Airports and runways, with the day the airports last changed there. Throws in words.
  func sources(_ line: ProgressLine) async throws(CommandRefusal) -> AirportSources {
    let airports = try await file("airports.csv", line)
    let runways = try await file("runways.csv", line)
    // Times before 1970 or after 9999 tell nothing.
    let changed = airports.changed.flatMap { (0...253_402_300_799).contains($0) ? UInt64($0) : nil }
      .map { AirportsClock.moment(Timestamp(milliseconds: $0 * 1_000)).text }
    return AirportSources(
      airports: AirportSources.Table(name: "airports.csv", bytes: airports.bytes),
      runways: [AirportSources.Table(name: "runways.csv", bytes: runways.bytes)],
      day: changed.map { String($0.prefix(10)) })
  }

  private func file(
    _ name: String, _ line: ProgressLine
  ) async throws(CommandRefusal) -> HTTPSDownload.File {
    let download = HTTPSDownload(folder + name, bytesMax: CSVLimits().bytesMax, authorities: authorities)
    defer { line.end() }
    do {
      return try await download.file { line.show("Fetching \(name): \(Self.words(of: $0))") }
    } catch {
      throw CommandRefusal(
        "\(name) of \(folder) could not be fetched: \(Self.words(of: error)) Nothing was changed. Without "
          + "the internet: tern airports build takes the tables that came with Tern, and --airports FILE "
          + "--runways FILE your own.")
    }
  }

  /// `3.1 of 12.0 MB`.
  static func words(of progress: HTTPSDownload.Progress) -> String {
    func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000).\(bytes / 100_000 % 10)" }
    return megabytes(progress.bytes) + (progress.expected.map { " of \(megabytes($0))" } ?? "") + " MB"
  }

  /// Why, in a sentence.
  static func words(of error: DownloadError) -> String {
    switch error {
    case .notHTTPS: "only addresses that begin with https:// are fetched."
    case .authoritiesNotUsable: "the file of --authority holds no certificate that can be used."
    case .noConnection(let reason): "there is no connection to it (\(reason))."
    case .notTrusted(let reason): "it cannot prove who it is (\(reason)). Is this machine's date right?"
    case .refused(let status): "it answers \(status)."
    case .pointsElsewhere: "it points to somewhere else that is not fetched."
    case .tooLong(let bytesMax): "it is longer than \(bytesMax / 1_048_576) MiB."
    case .tooSlow: "hardly anything came for half a minute."
    case .cutOff(let reason): "the connection ended too early (\(reason))."
    case .cancelled: "it was cancelled."
    case .libraryRefused: "the network library could not be started."
    }
  }
}
