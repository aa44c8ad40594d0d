import Bytes
import Cryptography
import StrictJSON

/// The tables that set-up fetched, with what `source.json` beside them says: whose they are, of which day,
/// and the SHA-256 of each. Bytes that have another are refused.
public struct BundledTables: Sendable {
  /// The folder they stand in.
  public let folder: String
  /// Who made the data.
  public let name: String
  /// The day of the data, `YYYY-MM-DD`.
  public let day: String?
  private let hashes: [String: String]

  /// Reads `source.json`; nil where there is none, or none that can be read.
  public init?(folder: String) {
    guard let bytes = try? AirportFiles.read(folder + "/source.json", bytesMax: Self.sourceBytesMax),
      let json = try? JSONValue(parsing: bytes), json["version"]?.integer == 1,
      let name = json["name"]?.string, let files = json["files"]?.array
    else { return nil }
    var hashes: [String: String] = [:]
    for file in files {
      guard let path = file["path"]?.string, let hash = file["sha256"]?.string, !path.contains("/") else {
        return nil
      }
      hashes[path] = hash
    }
    self.folder = folder
    self.name = name
    day = json["day"]?.string.flatMap { DataDay.day($0) }
    self.hashes = hashes
  }

  /// Whether there are airports to build a database from.
  public var hasAirports: Bool { hashes["airports.csv"] != nil }

  /// Airports and runways. Throws `changed` or `storage`.
  public func sources() throws(AirportDataError) -> AirportSources {
    let airports = AirportSources.Table(name: "airports.csv", bytes: try bytes("airports.csv"))
    var runways: [AirportSources.Table] = []
    if hashes["runways.csv"] != nil {
      runways.append(AirportSources.Table(name: "runways.csv", bytes: try bytes("runways.csv")))
    }
    return AirportSources(airports: airports, runways: runways, name: name, day: day)
  }

  /// The newest magnetic model, as its file; nil where there is none.
  public func magneticModel() throws(AirportDataError) -> [UInt8]? {
    guard let name = hashes.keys.filter({ $0.hasSuffix(".COF") }).max() else { return nil }
    return try bytes(name)
  }

  private func bytes(_ name: String) throws(AirportDataError) -> [UInt8] {
    let path = folder + "/" + name
    let bytes = try AirportFiles.read(path, bytesMax: CSVLimits().bytesMax)
    guard SHA256.hash(bytes).hexadecimal == hashes[name]?.lowercased() else { throw .changed(path: path) }
    return bytes
  }

  private static let sourceBytesMax = 65_536
}
