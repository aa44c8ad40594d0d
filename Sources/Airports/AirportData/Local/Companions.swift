import Aviation
import Storage

/// Figures and rules that stand in databases of their own, by airport.
public struct Companions: Sendable {
  /// What filters ask for.
  public var filterData = FilterData.none
  /// The files that stand there and cannot be read, with the reason.
  public var problems: [AirportDataError] = []

  /// Nothing is known.
  public init() {}

  /// Reads those that stand in the data folder.
  static func load(_ places: AirportPlaces) async -> Companions {
    var companions = Companions()
    if AirportFiles.exists(places.personas) { await companions.readPersonas(places.personas) }
    return companions
  }

  /// Landing fees and what AIPs say of hotels and restaurants (airports 2.4).
  private mutating func readPersonas(_ path: String) async {
    do {
      filterData = try await AirportDatabase.reading(path) { connection in
        let columns = try TableColumns(
          of: "ga_airfield_stats",
          wanted: ["icao", "fee_band_750_1199kg", "aip_hotel_info", "aip_restaurant_info"], on: connection)
        guard let statement = columns.statement else {
          throw AirportDataError.notAirports(path: path, missingTables: ["ga_airfield_stats"])
        }
        var data = FilterData.none
        try connection.forEach(statement + " LIMIT \(AirportReading.airportsMax)") { row in
          guard let icao = Cell.text(row, 0)?.uppercased() else { return }
          if let fee = Cell.number(row, 1), fee >= 0 { data.landingFee[icao] = fee }
          if let reach = Self.reach(Cell.whole(row, 2, in: -1...2)) { data.hotel[icao] = reach }
          if let reach = Self.reach(Cell.whole(row, 3, in: -1...2)) { data.restaurant[icao] = reach }
        }
        return data
      }
    } catch {
      problems.append(error)
    }
  }

  private static func reach(_ info: Int?) -> HospitalityReach? {
    switch info {
    case 1: .vicinity
    case 2: .atAirport
    default: nil
    }
  }
}
