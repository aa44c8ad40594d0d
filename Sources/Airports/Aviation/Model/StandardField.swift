/// A field that every AIP knows, by its number.
///
/// The number is section base and place in the section, 201…507. Names are not unique (`Remarks`,
/// `AD Administration`), so the number is the key (T3). Source: airports 2.2.
public struct StandardField: Sendable, Hashable {
  /// The number.
  public let id: Int
  /// The part it stands in.
  public let section: AIPSection
  /// Its name.
  public let name: String

  /// The field of this number; nothing for a number that is not in the table.
  public init?(id: Int) {
    guard let field = Self.all.first(where: { $0.id == id }) else { return nil }
    self = field
  }

  /// The field of this name in `section`; nothing when the section has none.
  public init?(name: String, section: AIPSection) {
    guard let field = Self.all.first(where: { $0.section == section && $0.name == name }) else {
      return nil
    }
    self = field
  }

  private init(_ id: Int, _ section: AIPSection, _ name: String) {
    self.id = id
    self.section = section
    self.name = name
  }

  /// The 34 fields in the order of their numbers.
  public static let all: [StandardField] = AIPSection.allCases.flatMap { section in
    names(of: section).enumerated().map { place, name in
      StandardField(section.base + place + 1, section, name)
    }
  }

  /// Customs and immigration, the field that notification rules are read from.
  public static let customsID = 302
  /// Fuel and oil types.
  public static let fuelID = 402
  /// Hotels.
  public static let hotelsID = 501
  /// Restaurants.
  public static let restaurantsID = 502

  private static func names(of section: AIPSection) -> [String] {
    switch section {
    case .admin:
      [
        "ARP coordinates and site at AD", "Direction and distance from city",
        "Elevation / Reference temperature / Mean Low Temperature", "Geoid undulation at AD ELEV PSN",
        "Magnetic Variation / Annual Change", "AD Administration",
        "Type of Traffic permitted (IFR/VFR)", "Remarks",
      ]
    case .operational:
      [
        "AD Administration", "Customs and immigration", "Health and sanitation", "AIS Briefing Office",
        "ATS Reporting Office (ARO)", "MET Briefing Office", "ATS", "Fuelling", "Handling", "Security",
        "De-icing", "Remarks",
      ]
    case .handling:
      [
        "Cargo handling facilities", "Fuel and oil types", "Fuelling facilities/capacity",
        "De-icing facilities", "Hangar space for visiting aircraft",
        "Repair facilities for visiting aircraft", "Remarks",
      ]
    case .passenger:
      [
        "Hotels", "Restaurants", "Transportation", "Medical facilities", "Bank and Post Office",
        "Tourist Office", "Remarks",
      ]
    }
  }
}
