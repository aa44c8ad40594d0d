/// The tables a database of airports is built from, in memory.
public struct AirportSources: Sendable {
  /// One table of comma-separated values.
  public struct Table: Sendable {
    /// The file's name, for messages.
    public var name: String
    /// All of it.
    public var bytes: [UInt8]

    /// Joins name and bytes.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Airports, as OurAirports writes them (airports 19).
  public var airports: Table
  /// Runways, the newest file first; an older one is used only for airports the newer ones have none of.
  public var runways: [Table]
  /// Border crossing points.
  public var border: Table?
  /// Who made the data, one word for the column `sources`: letters, digits, `_`.
  public var name: String
  /// The day the data were true, `YYYY-MM-DD`; nil where it is not known.
  public var day: String?

  /// Joins the tables.
  public init(
    airports: Table, runways: [Table] = [], border: Table? = nil, name: String = "ourairports",
    day: String? = nil
  ) {
    self.airports = airports
    self.runways = runways
    self.border = border
    self.name = name
    self.day = day
  }
}

/// When something is built or taken over; the machine's clock stays outside.
public struct BuildMoment: Sendable, Equatable {
  /// UTC, `YYYY-MM-DDTHH:MM:SS`.
  public var text: String
  /// The version to give, `YYYYMMDD.N`.
  public var version: DatabaseVersion

  /// Joins both.
  public init(text: String, version: DatabaseVersion) {
    self.text = text
    self.version = version
  }
}

/// The version of a database: its day and a number of that day; `YYYYMMDD.N` (airports 12.3).
public struct DatabaseVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The day, as the number YYYYMMDD.
  public var day: Int
  /// Counts the versions of a day from 1.
  public var number: Int

  /// Joins both.
  public init(day: Int, number: Int = 1) {
    self.day = day
    self.number = number
  }

  /// Reads `YYYYMMDD.N`, or nil.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 8, parts[1].utf8.count <= 9,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let day = Int(parts[0]), let number = Int(parts[1])
    else { return nil }
    self.init(day: day, number: number)
  }

  /// `YYYYMMDD.N`.
  public var description: String {
    let digits = String(day)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".\(number)"
  }

  /// The later day is newer, then the higher number.
  public static func < (left: DatabaseVersion, right: DatabaseVersion) -> Bool {
    (left.day, left.number) < (right.day, right.number)
  }

  /// The version after the one that stands, of this day.
  public static func next(after standing: DatabaseVersion?, day: Int) -> DatabaseVersion {
    guard let standing, standing.day >= day else { return DatabaseVersion(day: day) }
    return DatabaseVersion(day: standing.day, number: standing.number + 1)
  }
}

extension AirportSources.Table {
  /// Reads a file. Throws `storage`, or `table` for one that is too large.
  public init(path: String) throws(AirportDataError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(name: name, bytes: try AirportFiles.read(path, bytesMax: CSVLimits().bytesMax))
  }

  /// The day a file was last written, which is the best that is known of its data where nobody told more.
  public static func dayOfChange(_ path: String) -> String? { AirportFiles.dayOfChange(path) }
}
