import Aviation
import Foundation
import Geography

/// The filters of airports 6 once more, slow and plain; some rows can be made wrong on purpose.
struct FilterTwin {
  var maximumOfAnyRunway = false
  var ignoresFuel = false
  var falseIsMustNotHave = false

  func accepts(
    _ airport: Airport, _ filter: FilterConfig, _ data: FilterData, isPointOfEntry: Bool,
    among airports: [Airport]
  ) -> Bool {
    let runways = airport.runways.filter { !(filter.openOnly == true && $0.isClosed) }
    let kinds = airport.procedures.map(\.approach)
    let readsFuel = filter.hasAvgas != nil || filter.hasJetA != nil
    let fuel = readsFuel ? fuelText(airport) : ""
    let flags: [(Bool?, Bool)] = [
      (filter.hasProcedures, !airport.procedures.isEmpty),
      (filter.hasHardRunway, filter.hasHardRunway != nil && runways.contains { $0.surfaceClass == .hard }),
      (filter.hasLightedRunway, runways.contains(where: \.isLighted)),
      (filter.pointOfEntry, isPointOfEntry), (filter.hasILS, kinds.contains(.ils)),
      (filter.hasRNAV, kinds.contains(.rnav) || kinds.contains(.rnp)),
      (
        filter.hasPrecisionApproach,
        airport.procedures.contains { $0.kind == .approach && $0.approach == .ils }
      ),
      (ignoresFuel ? nil : filter.hasAvgas, holds(fuel, ["AVGAS", "100LL", "100 LL", "100/LL"])),
      (ignoresFuel ? nil : filter.hasJetA, holds(fuel, ["JET A", "JET-A", "JETA1", "AVTUR"])),
      (filter.hasAIPData, !airport.entries.isEmpty),
      (filter.excludeLargeAirports, airport.kind != .large),
    ]
    return flags.allSatisfy { wanted, has in
      wanted == nil || (wanted == true ? has : !(falseIsMustNotHave && has))
    } && acceptsRest(airport, filter, data, runways.compactMap(\.lengthFeet).filter { $0 > 0 }, airports)
  }

  private func acceptsRest(
    _ airport: Airport, _ filter: FilterConfig, _ data: FilterData, _ lengths: [Int],
    _ airports: [Airport]
  ) -> Bool {
    let icao = airport.icao.uppercased()
    if let country = filter.country, country.lowercased() != airport.country.lowercased() { return false }
    switch (filter.minRunwayLengthFt, filter.maxRunwayLengthFt) {
    case (nil, nil): break
    case (let low?, nil): if !lengths.contains(where: { $0 >= low }) { return false }
    case (let low?, let high?): if !lengths.contains(where: { $0 >= low && $0 <= high }) { return false }
    case (nil, let high?):
      if maximumOfAnyRunway {
        if !lengths.contains(where: { $0 <= high }) { return false }
      } else {
        guard let longest = lengths.max(), longest <= high else { return false }
      }
    }
    if let fee = filter.maxLandingFee, data.landingFee[icao] ?? 0 > fee { return false }
    if let hours = filter.maxHoursNotice, data.noticeHours[icao] ?? 0 > hours { return false }
    if !reaches(filter.hotel, data.hotel[icao]) { return false }
    if !reaches(filter.restaurant, data.restaurant[icao]) { return false }
    if let trip = filter.tripDistance {
      let from = airports.first { $0.icao.lowercased() == trip.from.lowercased() }
      guard let from else { return false }
      let distance = Sphere.distance(from.position, airport.position)
      if distance < trip.min ?? 0 || distance > trip.max ?? 1e9 { return false }
    }
    return acceptsEntries(airport, filter)
  }

  private func acceptsEntries(_ airport: Airport, _ filter: FilterConfig) -> Bool {
    let named = airport.entries.filter { entry in
      filter.aipField == nil || entry.field == filter.aipField
        || entry.standardField?.name == filter.aipField
    }
    if filter.aipField != nil, named.isEmpty { return false }
    let value = filter.aipValue?.lowercased() ?? ""
    if value.isEmpty, filter.aipOperator != .notEmpty { return true }
    return named.contains { entry in
      let text = (entry.altValue ?? entry.value).lowercased()
      if ["", "nil", "no."].contains(text) { return false }
      switch filter.aipOperator {
      case nil, .contains: return text.contains(value)
      case .equals: return text == value
      case .notEmpty: return true
      case .startsWith: return text.hasPrefix(value)
      case .endsWith: return text.hasSuffix(value)
      }
    } || (value.isEmpty && filter.aipOperator == nil && !named.isEmpty)
  }

  private func reaches(_ wanted: HospitalityReach?, _ known: HospitalityReach?) -> Bool {
    guard let wanted else { return true }
    return wanted == .vicinity ? known != nil : known == .atAirport
  }

  private func fuelText(_ airport: Airport) -> String {
    let entry = airport.entries.first { $0.standardField?.id == 402 }
    return (entry.map { $0.altValue ?? $0.value } ?? "").uppercased()
  }

  private func holds(_ text: String, _ words: [String]) -> Bool { words.contains { text.contains($0) } }
}
