import Aviation
import StrictJSON
import Timebase

/// AIP texts of one airport a file, in a folder that may go at any time (airports 12.4).
///
/// A file is `{"icao", "entries": [...], "fetchedAt"}` with the time in ISO 8601. It is fresh for a day;
/// after that, and where it cannot be read, it counts as absent and the database's own entries hold.
public struct AIPCache: Sendable {
  private let folder: String

  /// How long a file is fresh.
  public static let freshSeconds = 86_400
  private static let fileBytesMax = 4 * 1_048_576
  private static let entriesMax = 10_000

  /// The cache in a folder, which is made when something is kept.
  public init(folder: String) { self.folder = folder }

  /// The entries that are kept of an airport and still fresh; nil where there are none.
  public func entries(of icao: String, at now: Timestamp) -> [AIPEntry]? {
    guard let path = path(icao), let bytes = try? AirportFiles.read(path, bytesMax: Self.fileBytesMax),
      let json = try? JSONValue(parsing: bytes), json["icao"]?.string == icao,
      let fetched = json["fetchedAt"]?.string.flatMap({ AirportTime.timestamp($0) }),
      let list = json["entries"]?.array, list.count <= Self.entriesMax
    else { return nil }
    let age = now.millisecondsSince(fetched)
    guard age >= 0, age < Int64(Self.freshSeconds) * 1_000 else { return nil }
    return list.compactMap { AIPEntry(json: $0, airport: icao) }
  }

  /// Keeps the entries of an airport. Throws `storage`, or `unreadable` for an identifier that is no file
  /// name.
  public func keep(_ entries: [AIPEntry], of icao: String, at now: Timestamp) throws(AirportDataError) {
    guard let path = path(icao) else {
      throw .unreadable(path: folder, reason: "The identifier cannot be a file's name.")
    }
    try AirportFiles.makeFolder(folder)
    let json = JSONValue.object([
      JSONMember(name: "icao", value: .string(icao)),
      JSONMember(name: "entries", value: .array(entries.prefix(Self.entriesMax).map(\.json))),
      JSONMember(name: "fetchedAt", value: .string(AirportTime.text(now))),
    ])
    try AirportFiles.write(Array(json.serialized().utf8), to: path)
  }

  /// Removes everything that is kept.
  public func clear() { AirportFiles.removeFolder(folder, ending: ".json") }

  private func path(_ icao: String) -> String? {
    let isName =
      (1...8).contains(icao.utf8.count)
      && icao.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
    return isName ? "\(folder)/\(icao).json" : nil
  }
}
