/// What the markers of the map tell. Raw values are the names that settings keep. Source: airports 8.2.
public enum LegendMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// Border crossing, procedures, neither.
  case airportType = "Airport Type"
  /// The longest runway.
  case runwayLength = "Runway Length"
  /// The best approach; the size tells how many procedures.
  case procedures = "IFR Procedures"
  /// The country.
  case country = "Country"
  /// How easy notice of arrival is.
  case notification = "Notification"
  /// How well the airport suits the persona chosen.
  case relevance = "Relevance"
}

/// The shape of a marker: the class, told without colour. Source: look, "Marker shapes carry the class".
public enum MarkerShape: String, Sendable, Hashable, Codable, CaseIterable {
  /// The best class, and every country.
  case circle
  /// The second.
  case roundedSquare
  /// The third.
  case diamond
  /// The last class that is known.
  case triangle
  /// Nothing is known.
  case ring
}

/// What stands inside a marker.
public enum MarkerSign: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing.
  case none
  /// A check mark.
  case check
  /// A white dot of 5 points.
  case dot
  /// A long bar.
  case longBar
  /// A short bar.
  case shortBar
  /// The country's two letters.
  case countryCode
}

/// How an airport is marked in a legend's mode.
public struct LegendMark: Sendable, Hashable {
  /// The class by its name in the legend, `Border crossing`; for countries the two letters.
  public var label: String
  /// The class by its shape.
  public var shape: MarkerShape
  /// What stands inside.
  public var sign: MarkerSign
  /// `#RRGGBB`, or a name of the palette (`gray`, `orange`, `blue`, …).
  public var colour: String
  /// Points across.
  public var size: Int

  init(
    _ label: String, _ shape: MarkerShape, _ colour: String, _ size: Int, sign: MarkerSign = .none
  ) {
    self.label = label
    self.shape = shape
    self.sign = sign
    self.colour = colour
    self.size = size
  }
}
