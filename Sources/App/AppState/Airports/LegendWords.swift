import Aviation

/// The modes of the legend in addresses and in words.
extension LegendMode {
  /// `type`, `runway`, ….
  public var address: String {
    switch self {
    case .airportType: "type"
    case .runwayLength: "runway"
    case .procedures: "ifr"
    case .country: "country"
    case .notification: "notice"
    case .relevance: "relevance"
    }
  }

  /// The mode of an address; nil for other words.
  public init?(address: String) {
    guard let mode = Self.allCases.first(where: { $0.address == address }) else { return nil }
    self = mode
  }

  /// `Airport type`.
  public var title: String {
    switch self {
    case .airportType: "Airport type"
    case .runwayLength: "Runway length"
    case .procedures: "IFR procedures"
    case .country: "Country"
    case .notification: "Customs notice"
    case .relevance: "Suits touring"
    }
  }
}

/// The legend of a list: its classes with how many there are, and the marks of its airports.
struct LegendMarks {
  let mode: LegendMode
  private let classes: [LegendMark]

  init(_ mode: LegendMode) {
    self.mode = mode
    classes = Legend.classes(of: mode)
  }

  /// 0 for the best class.
  func rank(of mark: LegendMark) -> Int {
    classes.firstIndex { $0.label == mark.label } ?? 0
  }

  /// What the legend shows for airports that are marked so. Countries are those there are, the commonest
  /// first.
  func screen(_ marks: [LegendMark], _ query: AirportQuery, note: String?) -> LegendScreen {
    let counts = Dictionary(marks.map { ($0.label, 1) }, uniquingKeysWith: +)
    let entries: [LegendScreen.Entry]
    if mode == .country {
      entries = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.countriesMax)
        .map { LegendScreen.Entry(mark: Legend.country($0.key), count: $0.value) }
    } else {
      entries = classes.map { LegendScreen.Entry(mark: $0, count: counts[$0.label] ?? 0) }
    }
    let modes = LegendMode.allCases.map { mode in
      var chosen = query
      chosen.legend = mode
      return MenuChoice(title: mode.title, value: chosen, isChosen: mode == self.mode)
    }
    return LegendScreen(title: mode.title, modes: modes, entries: entries, note: note)
  }

  /// At most so many countries stand in the legend.
  static let countriesMax = 8
}
