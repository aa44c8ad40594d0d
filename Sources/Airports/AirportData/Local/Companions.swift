import Aviation
import Storage

/// What is known of airports outside their database: customs notices, figures of friendliness, country
/// rules, and the magnetic model. Each may be absent; one that stands there and cannot be read counts as
/// absent and is named in `problems`.
public struct Companions: Sendable {
  /// Customs notices by identifier; one an airport, the rule that is shown (T4).
  public var notices: [String: AirportNotice] = [:]
  /// Scores and fees by identifier.
  public var friendliness: [String: Friendliness] = [:]
  /// Questions and answers by country.
  public var rules: CountryRules?
  /// Where magnetic north is.
  public var magneticModel: MagneticModel?
  /// What AIPs say of hotels and restaurants.
  var hospitality = FilterData.none
  /// The files that stand there and cannot be read.
  public var problems: [AirportDataError] = []

  /// Nothing is known.
  public init() {}

  /// Reads those that stand in the data folder, and the model that set-up brought.
  public static func load(_ places: AirportPlaces) async -> Companions {
    var companions = Companions()
    do throws(AirportDataError) {
      if AirportFiles.exists(places.notices) {
        companions.notices = try await CompanionReading.notices(places.notices)
      }
    } catch {
      companions.problems.append(error)
    }
    do throws(AirportDataError) {
      if AirportFiles.exists(places.personas) {
        (companions.friendliness, companions.hospitality) = try await CompanionReading.friendliness(
          places.personas)
      }
    } catch {
      companions.problems.append(error)
    }
    do throws(AirportDataError) {
      if AirportFiles.exists(places.rules) { companions.rules = try CompanionReading.rules(places.rules) }
      if let tables = BundledTables(folder: places.bundledFolder), let bytes = try tables.magneticModel() {
        companions.magneticModel = try CompanionReading.magneticModel(bytes, path: places.bundledFolder)
      }
    } catch {
      companions.problems.append(error)
    }
    return companions
  }

  /// What filters ask for.
  var filterData: FilterData {
    var data = hospitality
    for (icao, figures) in friendliness {
      if let fee = figures.fee(takeOffKilograms: Self.touringKilograms) { data.landingFee[icao] = fee }
    }
    for (icao, notice) in notices {
      if let hours = notice.maxNoticeHours { data.noticeHours[icao] = hours }
    }
    return data
  }

  /// The notice of an airport: the one of the notices' database, else what the text of its AIP's field on
  /// customs says, where that could be understood.
  public func notice(of airport: Airport) -> AirportNotice? {
    let notice = notices[airport.icao] ?? published(by: airport)
    return notice.flatMap { $0.confidence > AirportNotice.confidenceMin ? $0 : nil }
  }

  /// What the text of an airport's AIP field on customs says, understood or not; nil where there is no text.
  public func published(by airport: Airport) -> AirportNotice? {
    let entry = airport.entries.first { $0.standardField?.id == StandardField.customsID }
    guard let text = entry?.effectiveValue, !text.isEmpty else { return nil }
    return AirportNotice(icao: airport.icao, fieldText: text)
  }

  /// The take-off mass that landing fees are filtered by: a Cessna 172 (airports 6).
  private static let touringKilograms = 1_157.0
}
