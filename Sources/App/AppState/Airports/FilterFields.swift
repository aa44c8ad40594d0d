import Aviation

/// Filters as fields of an address and of a form. `f` says that they are meant, even when none is set.
enum FilterFields {
  /// The filters of an address; nil where it says nothing of them.
  static func config(_ items: [(name: String, value: String)]) -> FilterConfig? {
    guard items.contains(where: { $0.name == mark }) else { return nil }
    var config = FilterConfig()
    for (name, value) in items {
      if let flag = flags.first(where: { $0.name == name }) {
        if value == "1" { config[keyPath: flag.path] = true }
      } else {
        read(name, value, into: &config)
      }
    }
    return config
  }

  private static func read(_ name: String, _ value: String, into config: inout FilterConfig) {
    switch name {
    case "country": config.country = country(value)
    case "min": config.minRunwayLengthFt = AirportQuery.number(value, in: 1...20_000)
    case "max": config.maxRunwayLengthFt = AirportQuery.number(value, in: 1...20_000)
    case "field": if !value.isEmpty { config.aipField = String(value.prefix(100)) }
    case "notice": config.maxHoursNotice = AirportQuery.number(value, in: 0...1_000)
    case "fee": config.maxLandingFee = Double(value).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    case "hotel": config.hotel = HospitalityReach(rawValue: value)
    case "restaurant": config.restaurant = HospitalityReach(rawValue: value)
    default: break
    }
  }

  /// The fields of filters.
  static func items(_ config: FilterConfig) -> [(name: String, value: String)] {
    var items: [(name: String, value: String)] = [(mark, "1")]
    func add(_ name: String, _ value: String?) {
      if let value { items.append((name, value)) }
    }
    add("country", config.country)
    for flag in flags where config[keyPath: flag.path] == true { add(flag.name, "1") }
    add("min", config.minRunwayLengthFt.map(String.init))
    add("max", config.maxRunwayLengthFt.map(String.init))
    add("field", config.aipField)
    add("notice", config.maxHoursNotice.map(String.init))
    add("fee", config.maxLandingFee.map { Int(exactly: $0).map(String.init) ?? String($0) })
    add("hotel", config.hotel?.rawValue)
    add("restaurant", config.restaurant?.rawValue)
    return items
  }

  private static func country(_ value: String) -> String? {
    let code = value.uppercased()
    return code.utf8.count == 2 ? code : nil
  }

  private static let mark = "f"

  /// The conditions that either hold or are not asked for.
  static var flags: [(name: String, path: WritableKeyPath<FilterConfig, Bool?>)] {
    [
      ("entry", \.pointOfEntry), ("procedures", \.hasProcedures), ("hard", \.hasHardRunway),
      ("lighted", \.hasLightedRunway), ("ils", \.hasILS), ("rnav", \.hasRNAV),
      ("precision", \.hasPrecisionApproach), ("avgas", \.hasAvgas), ("jet", \.hasJetA),
      ("open", \.openOnly), ("aip", \.hasAIPData), ("small", \.excludeLargeAirports),
    ]
  }
}
