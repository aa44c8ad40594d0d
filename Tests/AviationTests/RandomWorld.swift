import Aviation
import Geography

/// A generator whose numbers depend on its seed alone (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func real(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[whole(0...(elements.count - 1))]
  }

  mutating func chance(_ percent: Int) -> Bool { whole(1...100) <= percent }
}

/// Airports at random, crowded where mistakes live: poles, 180°, the equator, one place twice.
enum RandomWorld {
  static func airports(_ count: Int, _ random: inout SeededNumbers) -> [Airport] {
    var airports: [Airport] = []
    for number in 0..<count {
      let position =
        random.chance(5) ? airports.last?.position ?? place(&random) : place(&random)
      airports.append(airport(number, at: position, &random))
    }
    return airports.shuffled(using: &random)
  }

  static func place(_ random: inout SeededNumbers) -> Coordinate {
    let latitude: Double
    let longitude: Double
    switch random.whole(0...9) {
    case 0: (latitude, longitude) = (random.real(85...90), random.real(-180...180))
    case 1: (latitude, longitude) = (random.real(-90...(-85)), random.real(-180...180))
    case 2: (latitude, longitude) = (random.real(-60...60), random.real(177...180))
    case 3: (latitude, longitude) = (random.real(-60...60), random.real(-180...(-177)))
    case 4: (latitude, longitude) = (random.real(45...50), random.real(0...8))
    case 5: (latitude, longitude) = (random.pick([-90, 0, 90]), random.pick([-180, 0, 180]))
    default: (latitude, longitude) = (random.real(-90...90), random.real(-180...180))
    }
    return Coordinate(latitude: latitude, longitude: longitude) ?? GeoBox.world.centre
  }

  private static func airport(_ number: Int, at position: Coordinate, _ random: inout SeededNumbers)
    -> Airport
  {
    let letters = Array("ABCEGLFx0")
    let ident = String((0..<3).map { _ in random.pick(letters) }) + String(number, radix: 36)
    return Airport(
      icao: ident, name: name(&random), city: random.chance(80) ? name(&random) : "",
      country: random.pick(["FR", "fr", "GB", "DE", ""]),
      kind: random.pick(AirportKind.allCases), position: position,
      iataCode: random.chance(30) ? String((0..<3).map { _ in random.pick(letters) }) : nil,
      runways: (0..<random.pick([0, 1, 1, 2, 3])).map { _ in runway(&random) },
      procedures: (0..<random.pick([0, 0, 0, 1, 4])).map { _ in procedure(&random) },
      entries: (0..<random.pick([0, 0, 1, 3])).map { _ in entry(ident, &random) })
  }

  static func name(_ random: inout SeededNumbers) -> String {
    let words = [
      "Saint", "Château", "ÖLS", "Łódź", "field", "Le", "a-b", "L'Aéro", "EGA", "Paris", "St", "é", "Tromsø",
    ]
    return (0..<random.whole(1...3)).map { _ in random.pick(words) }
      .joined(separator: random.pick([" ", "-", "/"]))
  }

  private static func runway(_ random: inout SeededNumbers) -> Runway {
    Runway(
      lengthFeet: random.pick([nil, 0, 900, 1500, 3000, 3500, 4000, 8001, random.whole(1...16000)]),
      surface: random.pick(["ASP", "GRS", "water", "CON", "", "unpaved"]), isLighted: random.chance(50),
      isClosed: random.chance(25), low: RunwayEnd(ident: "09"), high: RunwayEnd(ident: "27"))
  }

  private static func procedure(_ random: inout SeededNumbers) -> Procedure {
    Procedure(
      name: "P", kind: random.pick(ProcedureKind.allCases),
      approach: random.chance(20) ? nil : random.pick(ApproachKind.allCases), runwayNumber: "09")
  }

  private static func entry(_ ident: String, _ random: inout SeededNumbers) -> AIPEntry {
    AIPEntry(
      ident: ident, section: .handling, field: random.pick(["Fuel", "Hotels", "Remarks"]),
      value: random.pick(["AVGAS 100LL", "Jet A-1", "NIL", "", "100/LL JETA1", "Yes, on site", "no."]),
      standardField: random.pick([nil, StandardField(id: 402), StandardField(id: 501)]),
      altValue: random.chance(10) ? "AVTUR" : nil)
  }
}
