import Geography
import StrictJSON
import Timebase

extension Airport {
  /// The airport by the keys of files and services; what is unknown is `null`. Source: airports 3.
  public var json: JSONValue {
    .object([
      .text("name", name), .text("city", city), .text("country", country),
      .text("iso_region", isoRegion), .text("scheduled_service", scheduledText),
      .text("gps_code", gpsCode), .text("iata_code", iataCode), .text("local_code", localCode),
      .text("home_link", homeLink), .text("wikipedia_link", wikipediaLink),
      .text("keywords", keywords),
      JSONMember(name: "sources", value: .array(sources.map(JSONValue.string))),
      .text("created_at", createdAt.map(AirportTime.text)),
      .text("updated_at", updatedAt.map(AirportTime.text)), .integer("elevation_ft", elevationFeet),
      .text("icao", icao), .text("type", kind.rawValue), .text("continent", continent.rawValue),
      .number("latitude", position.latitude), .number("longitude", position.longitude),
      JSONMember(name: "runways", value: .array(runways.map(\.json))),
      JSONMember(name: "procedures", value: .array(procedures.map(\.json))),
      JSONMember(name: "aip_entries", value: .array(entries.map(\.json))),
    ])
  }

  /// The airport of a value; nothing without an identifier or a place.
  ///
  /// Keys of the database and of services are taken too, the first that is not empty; what is missing is
  /// empty, 0 or nothing, and an unknown word for a kind is none of them.
  public init?(json: JSONValue) {
    let icao = json.text("icao", "ident", "icao_code")
    guard let icao, let latitude = json.number("latitude", "latitude_deg"),
      let longitude = json.number("longitude", "longitude_deg"),
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(
      icao: icao, name: json.text("name") ?? "", city: json.text("city", "municipality") ?? "",
      country: json.text("country", "iso_country") ?? "", isoRegion: json.text("iso_region"),
      kind: AirportKind(text: json.text("type")), continent: Continent(text: json.text("continent")),
      position: position, elevationFeet: json.whole("elevation_ft"),
      hasScheduledService: json.flag("scheduled_service"), gpsCode: json.text("gps_code"),
      iataCode: json.text("iata_code"), localCode: json.text("local_code"),
      homeLink: json.text("home_link"), wikipediaLink: json.text("wikipedia_link"),
      keywords: json.text("keywords"), sources: json["sources"]?.array?.compactMap(\.string) ?? [],
      createdAt: json.text("created_at").flatMap(AirportTime.timestamp),
      updatedAt: json.text("updated_at").flatMap(AirportTime.timestamp),
      runways: (json["runways"]?.array ?? []).compactMap(Runway.init(json:)),
      procedures: (json["procedures"]?.array ?? []).compactMap(Procedure.init(json:)),
      entries: (json["aip_entries"]?.array ?? []).compactMap { AIPEntry(json: $0, airport: icao) })
  }

  /// `yes` or `no`, as the source writes it.
  private var scheduledText: String? { hasScheduledService.map { $0 ? "yes" : "no" } }
}

extension Runway {
  /// The runway by the flat keys of the database.
  public var json: JSONValue {
    .object(
      [
        .integer("length_ft", lengthFeet), .integer("width_ft", widthFeet), .text("surface", surface),
        JSONMember(name: "lighted", value: .bool(isLighted)),
        JSONMember(name: "closed", value: .bool(isClosed)),
      ] + low.members("le_") + high.members("he_"))
  }

  /// The runway of a value; nothing unless it is an object.
  public init?(json: JSONValue) {
    guard json.object != nil else { return nil }
    self.init(
      lengthFeet: json.whole("length_ft"), widthFeet: json.whole("width_ft"),
      surface: json.text("surface") ?? "", isLighted: json.flag("lighted") ?? false,
      isClosed: json.flag("closed") ?? false, low: RunwayEnd(json: json, prefix: "le_"),
      high: RunwayEnd(json: json, prefix: "he_"))
  }
}

extension RunwayEnd {
  fileprivate func members(_ prefix: String) -> [JSONMember] {
    [
      .text(prefix + "ident", ident), .number(prefix + "latitude_deg", position?.latitude),
      .number(prefix + "longitude_deg", position?.longitude),
      .number(prefix + "elevation_ft", elevationFeet), .number(prefix + "heading_degT", headingTrue),
      .number(prefix + "displaced_threshold_ft", displacedThresholdFeet),
    ]
  }

  fileprivate init(json: JSONValue, prefix: String) {
    let latitude = json.number(prefix + "latitude_deg")
    let longitude = json.number(prefix + "longitude_deg")
    var position: Coordinate?
    if let latitude, let longitude {
      position = Coordinate(latitude: latitude, longitude: longitude)
    }
    self.init(
      ident: json.text(prefix + "ident") ?? "", position: position,
      elevationFeet: json.number(prefix + "elevation_ft"),
      headingTrue: json.number(prefix + "heading_degT"),
      displacedThresholdFeet: json.number(prefix + "displaced_threshold_ft"))
  }
}

extension Procedure {
  /// The procedure by the keys of the database.
  public var json: JSONValue {
    .object([
      .text("name", name), .text("procedure_type", kind.rawValue),
      .text("approach_type", approach?.rawValue), .text("runway_number", runwayNumber),
      .text("runway_letter", runwayLetter), .text("runway_ident", runwayIdent),
      .text("source", source), .text("authority", authority), .text("raw_name", rawName),
    ])
  }

  /// The procedure of a value; nothing without a name or with an unknown type.
  public init?(json: JSONValue) {
    guard let name = json.text("name"), let kind = ProcedureKind(text: json.text("procedure_type"))
    else { return nil }
    self.init(
      name: name, kind: kind, approach: ApproachKind(text: json.text("approach_type")),
      runwayNumber: json.text("runway_number"), runwayLetter: json.text("runway_letter"),
      runwayIdent: json.text("runway_ident"), source: json.text("source"),
      authority: json.text("authority"), rawName: json.text("raw_name"))
  }
}

extension AIPEntry {
  /// The entry by the keys of the database.
  public var json: JSONValue {
    .object([
      .text("ident", ident), .text("section", section.rawValue), .text("field", field),
      .text("value", value), .integer("std_field_id", standardField?.id),
      .text("std_field", standardField?.name), .number("mapping_score", mappingScore),
      .text("alt_field", altField), .text("alt_value", altValue), .text("source", source),
    ])
  }

  /// The entry of a value; nothing without a field. `airport` is meant when the value names none.
  public init?(json: JSONValue, airport: String = "") {
    guard let field = json.text("field") else { return nil }
    let section = AIPSection(text: json.text("section"))
    let named = json.text("std_field").flatMap { StandardField(name: $0, section: section) }
    self.init(
      ident: json.text("ident") ?? airport, section: section, field: field,
      value: json.text("value") ?? "",
      standardField: json.whole("std_field_id").flatMap(StandardField.init(id:)) ?? named,
      mappingScore: json.number("mapping_score"), altField: json.text("alt_field"),
      altValue: json.text("alt_value"), source: json.text("source"))
  }
}

extension ProcedureLine {
  /// The line by the keys of the web service. Source: airports 8.4.
  public var json: JSONValue {
    .object([
      .text("runway_end", runwayEnd), .number("start_lat", start.latitude),
      .number("start_lon", start.longitude), .number("end_lat", end.latitude),
      .number("end_lon", end.longitude), .text("approach_type", approach.rawValue),
      .text("procedure_name", procedureName), .text("precision_category", precision.rawValue),
      .number("distance_nm", distanceNM),
    ])
  }
}
