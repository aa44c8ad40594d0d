import Geography

/// Why the bytes are not a model of the earth's field.
public enum MagneticModelError: Error, Sendable, Equatable {
  /// More bytes than such a file has; nothing was read.
  case tooLarge(bytes: Int, maximum: Int)
  /// The first line has no year and name.
  case noHeading
  /// This line, counted from 1, is not a degree, an order and four numbers of the model.
  case badLine(Int)
  /// The coefficient of this degree and order is there twice.
  case duplicate(degree: Int, order: Int)
  /// Coefficients are missing: so many of `expected` are there.
  case incomplete(found: Int, expected: Int)
}

/// The World Magnetic Model: where a compass points, at any place, for five years.
///
/// Spherical harmonics of degree 12, Schmidt semi-normalised, with their changes by the year, out of the
/// text file that its authors publish (`WMM.COF`): a line with the year it begins, its name and its day;
/// then lines of degree, order, g, h (nanotesla) and their yearly changes; then nines. Source: airports
/// 4.5; "The US/UK World Magnetic Model for 2025–2030", NOAA and BGS.
public struct MagneticModel: Sendable, Equatable {
  /// The year from which it holds.
  public let epoch: Double
  /// Its name, `WMM-2025`.
  public let name: String
  private let terms: [Term]

  struct Term: Sendable, Equatable {
    var degree: Int
    var order: Int
    var g: Double
    var h: Double
    var yearlyG: Double
    var yearlyH: Double
  }

  /// The degree of the model.
  public static let degree = 12
  /// The longest file that is read, bytes.
  public static let bytesMax = 65_536
  /// How long a model holds, years.
  public static let validYears = 5.0

  /// The years for which it holds; the last is not one of them.
  public var validity: Range<Double> { epoch..<epoch + Self.validYears }

  /// Reads a file of coefficients.
  public init(parsing bytes: some Collection<UInt8>) throws(MagneticModelError) {
    let count = bytes.count
    guard count <= Self.bytesMax else { throw .tooLarge(bytes: count, maximum: Self.bytesMax) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
    }
    guard let heading = lines.first, heading.count >= 2, let epoch = Double(heading[0]),
      (1900...2200).contains(epoch)
    else { throw .noHeading }
    var terms: [Term] = []
    var seen: Set<Int> = []
    for (index, words) in lines.enumerated().dropFirst() where !words.isEmpty {
      if words[0].count >= 8, words[0].allSatisfy({ $0 == "9" }) { break }
      guard let term = Self.term(words) else { throw .badLine(index + 1) }
      guard seen.insert(term.degree * 100 + term.order).inserted else {
        throw .duplicate(degree: term.degree, order: term.order)
      }
      terms.append(term)
    }
    let expected = Self.degree * (Self.degree + 3) / 2
    guard terms.count == expected else { throw .incomplete(found: terms.count, expected: expected) }
    self.epoch = epoch
    name = String(heading[1].prefix(32))
    self.terms = terms.sorted { ($0.degree, $0.order) < ($1.degree, $1.order) }
  }

  private static func term(_ words: [String]) -> Term? {
    guard words.count == 6, let degree = Int(words[0]), let order = Int(words[1]),
      (1...Self.degree).contains(degree),
      (0...degree).contains(order)
    else { return nil }
    let numbers = words[2...].compactMap { Double($0) }.filter { abs($0) < 1_000_000 }
    guard numbers.count == 4 else { return nil }
    return Term(
      degree: degree, order: order, g: numbers[0], h: numbers[1], yearlyG: numbers[2], yearlyH: numbers[3])
  }

  /// How far magnetic north lies east of true north, degrees; nil outside the years of the model, and where a
  /// compass tells nothing (near the magnetic poles, horizontal field under `horizontalMin`).
  ///
  /// `altitudeKm` is above the sea, −1…600; `decimalYear` as `UTCDay.decimalYear`. About 10 µs.
  public func declination(at place: Coordinate, altitudeKm: Double = 0, decimalYear: Double) -> Double? {
    guard let field = field(at: place, altitudeKm: altitudeKm, decimalYear: decimalYear),
      field.horizontal >= Self.horizontalMin
    else { return nil }
    return Angles.direction(field.east, field.north)
  }

  /// Under so many nanotesla along the ground a compass cannot be used (the model's "blackout zone").
  public static let horizontalMin = 2_000.0

  /// The field at a place, nanotesla.
  public struct Field: Sendable, Hashable {
    /// To the north, along the ground.
    public var north: Double
    /// To the east, along the ground.
    public var east: Double
    /// Downward.
    public var down: Double
    /// Along the ground.
    public var horizontal: Double { (north * north + east * east).squareRoot() }
  }

  /// The field at a place; nil outside the years of the model and for heights that it is not made for.
  public func field(at place: Coordinate, altitudeKm: Double, decimalYear: Double) -> Field? {
    guard validity.contains(decimalYear), (-1...600).contains(altitudeKm) else { return nil }
    let geocentric = Geocentric(place, altitudeKm: altitudeKm)
    let legendre = LegendreTable(degree: Self.degree, sine: geocentric.sine, cosine: geocentric.cosine)
    let years = decimalYear - epoch
    let sines = (0...Self.degree).map { Angles.sine(Double($0) * place.longitude) }
    let cosines = (0...Self.degree).map { Angles.cosine(Double($0) * place.longitude) }
    let ratio = Self.referenceKm / geocentric.radiusKm
    let powers = (0...Self.degree + 2).reduce(into: [Double]()) { list, _ in
      list.append((list.last ?? 1 / ratio) * ratio)
    }
    var (north, east, down) = (0.0, 0.0, 0.0)
    for term in terms {
      let g = term.g + term.yearlyG * years
      let h = term.h + term.yearlyH * years
      let along = g * cosines[term.order] + h * sines[term.order]
      let across = g * sines[term.order] - h * cosines[term.order]
      let power = powers[term.degree + 2]
      north += power * along * legendre.slope(term.degree, term.order)
      east += power * Double(term.order) * across * legendre.overCosine(term.degree, term.order)
      down -= power * Double(term.degree + 1) * along * legendre.value(term.degree, term.order)
    }
    let tilt = geocentric.latitude - place.latitude
    return Field(
      north: north * Angles.cosine(tilt) - down * Angles.sine(tilt), east: east,
      down: north * Angles.sine(tilt) + down * Angles.cosine(tilt))
  }

  /// The radius that the coefficients are for.
  private static let referenceKm = 6371.2
}

/// A place as seen from the middle of the earth (WGS84).
private struct Geocentric {
  let radiusKm: Double
  let latitude: Double
  let sine: Double
  let cosine: Double

  init(_ place: Coordinate, altitudeKm: Double) {
    let (equatorKm, flattening) = (6378.137, 1 / 298.257223563)
    let eccentricity = flattening * (2 - flattening)
    let up = Angles.sine(place.latitude)
    let normal = equatorKm / (1 - eccentricity * up * up).squareRoot()
    let outward = (normal + altitudeKm) * abs(Angles.cosine(place.latitude))
    let northward = (normal * (1 - eccentricity) + altitudeKm) * up
    radiusKm = (outward * outward + northward * northward).squareRoot()
    sine = northward / radiusKm
    cosine = outward / radiusKm
    latitude = Angles.direction(northward, outward)
  }
}

/// Schmidt's functions of a latitude, their slope by colatitude, and their value by cosine, which stays
/// finite at the poles.
private struct LegendreTable {
  private var values: [[Double]]
  private var slopes: [[Double]]
  private var overCosines: [[Double]]

  /// `sine` and `cosine` are those of the geocentric latitude.
  init(degree: Int, sine: Double, cosine: Double) {
    let empty = [[Double]](repeating: [Double](repeating: 0, count: degree + 1), count: degree + 1)
    (values, slopes, overCosines) = (empty, empty, empty)
    values[0][0] = 1
    for n in 1...degree {
      for m in 0...n {
        if n == m {
          let factor = n == 1 ? 1 : (Double(2 * n - 1) / Double(2 * n)).squareRoot()
          values[n][n] = factor * cosine * values[n - 1][n - 1]
          slopes[n][n] = factor * (cosine * slopes[n - 1][n - 1] + sine * values[n - 1][n - 1])
          overCosines[n][n] = n == 1 ? 1 : factor * cosine * overCosines[n - 1][n - 1]
          continue
        }
        let root = Double(n * n - m * m).squareRoot()
        let earlier = n - 2 >= m ? Double((n - 1) * (n - 1) - m * m).squareRoot() : 0
        let (one, two) = (n - 1, max(0, n - 2))
        let twice = Double(2 * n - 1)
        values[n][m] = (twice * sine * values[one][m] - earlier * values[two][m]) / root
        slopes[n][m] =
          (twice * (sine * slopes[one][m] - cosine * values[one][m]) - earlier * slopes[two][m]) / root
        overCosines[n][m] = (twice * sine * overCosines[one][m] - earlier * overCosines[two][m]) / root
      }
    }
  }

  func value(_ n: Int, _ m: Int) -> Double { values[n][m] }
  func slope(_ n: Int, _ m: Int) -> Double { slopes[n][m] }
  func overCosine(_ n: Int, _ m: Int) -> Double { m == 0 ? 0 : overCosines[n][m] }
}
