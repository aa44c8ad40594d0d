/// One thing that makes an airfield pleasant, 0…1. Raw values are columns of the database.
public enum FriendlinessFeature: String, Sendable, Hashable, CaseIterable {
  /// What it costs.
  case reviewCost = "review_cost_score"
  /// How little trouble it is.
  case reviewHassle = "review_hassle_score"
  /// What visitors say of it.
  case reviewReview = "review_review_score"
  /// Instrument flying, by visitors.
  case reviewIFR = "review_ops_ifr_score"
  /// Visual flying, by visitors.
  case reviewVFR = "review_ops_vfr_score"
  /// Getting away from it.
  case reviewAccess = "review_access_score"
  /// Fun.
  case reviewFun = "review_fun_score"
  /// Food and beds, by visitors.
  case reviewHospitality = "review_hospitality_score"
  /// Instrument flying, by the AIP.
  case officialIFR = "aip_ops_ifr_score"
  /// Food and beds, by the AIP.
  case officialHospitality = "aip_hospitality_score"

  /// What people are shown. Source: airports 15.
  public var title: String {
    switch self {
    case .reviewCost: "Cost"
    case .reviewHassle: "Low Hassle"
    case .reviewReview: "Reviews"
    case .reviewIFR: "IFR Ops (Reviews)"
    case .reviewVFR: "VFR Ops"
    case .reviewAccess: "Access"
    case .reviewFun: "Fun Factor"
    case .reviewHospitality: "Hospitality (Reviews)"
    case .officialIFR: "IFR Ops (Official)"
    case .officialHospitality: "Hospitality (Official)"
    }
  }
}

/// The features of one airfield; what nobody knows is nil.
public struct FriendlinessFeatures: Sendable, Hashable {
  private var values: [FriendlinessFeature: Double] = [:]

  /// Nothing known.
  public init() {}

  /// A feature, 0…1; numbers outside are taken to the nearest end, and what is no number is nil.
  public subscript(feature: FriendlinessFeature) -> Double? {
    get { values[feature] }
    set { values[feature] = newValue.flatMap { $0.isNaN ? nil : max(0, min(1, $0)) } }
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { values.isEmpty }
}

/// A row of airfield statistics: scores, ratings and fees. Source: airports 2.4.
public struct Friendliness: Sendable, Hashable {
  /// The aerodrome.
  public var icao: String
  /// The scores.
  public var features = FriendlinessFeatures()
  /// The mean of the ratings.
  public var ratingAverage: Double?
  /// How many ratings.
  public var ratingCount: Int?
  /// The last review, as stored.
  public var lastReview: String?
  /// The landing fee by weight, in the order of `FeeBand`; what is not known is nil.
  public var fees: [Double?] = FeeBand.allCases.map { _ in nil }
  /// The currency of the fees.
  public var feeCurrency: String?
  /// When the fees were read, as stored.
  public var feesUpdated: String?
  /// A few words on it.
  public var reviewSummary: String?

  /// An aerodrome of which nothing is known.
  public init(icao: String) { self.icao = icao }

  /// The landing fee of an aircraft of this weight; nil when nobody knows.
  public func fee(takeOffKilograms: Double) -> Double? {
    guard let band = FeeBand(takeOffKilograms: takeOffKilograms),
      let index = FeeBand.allCases.firstIndex(of: band),
      fees.indices.contains(index)
    else { return nil }
    return fees[index]
  }
}

/// The weights between which a landing fee is one, by maximum take-off mass. Raw values are columns of the
/// database.
public enum FeeBand: String, Sendable, Hashable, CaseIterable {
  /// Under 750 kg.
  case below750 = "fee_band_0_749kg"
  /// 750 to 1,199 kg.
  case from750 = "fee_band_750_1199kg"
  /// 1,200 to 1,499 kg.
  case from1200 = "fee_band_1200_1499kg"
  /// 1,500 to 1,999 kg.
  case from1500 = "fee_band_1500_1999kg"
  /// 2,000 to 3,999 kg.
  case from2000 = "fee_band_2000_3999kg"
  /// 4,000 kg and more.
  case from4000 = "fee_band_4000_plus_kg"

  /// The band of a mass; nil when it is not positive.
  public init?(takeOffKilograms mass: Double) {
    guard mass > 0 else { return nil }
    self =
      mass < 750
      ? .below750
      : mass < 1200
        ? .from750
        : mass < 1500
          ? .from1200
          : mass < 2000
            ? .from1500
            : mass < 4000
              ? .from2000 : .from4000
  }

  /// The maximum take-off mass, kg, of types that fees are often told for. Source: airports 15.
  public static let takeOffKilograms: [(type: String, kilograms: Double)] = [
    ("c150", 726), ("c152", 757), ("pa28", 1111), ("c172", 1157), ("c182", 1406), ("m20", 1315),
    ("pa32", 1542),
    ("sr22", 1633), ("c210", 1814), ("da42", 1785), ("be76", 1769), ("pa34", 2155), ("be58", 2449),
    ("tbm85", 3354),
    ("tbm9", 3354), ("pc6", 2800), ("pc12", 4740), ("c510", 4536), ("c525", 5670),
  ]

  /// The mean fee of each band out of fees by type, in the order of the cases; types that are not known are
  /// left out.
  public static func means(of fees: [(type: String, amount: Double)]) -> [Double?] {
    allCases.map { band in
      let amounts = fees.compactMap { fee -> Double? in
        let known = takeOffKilograms.first { $0.type == fee.type.lowercased() }
        guard fee.amount.isFinite, known.flatMap({ FeeBand(takeOffKilograms: $0.kilograms) }) == band else {
          return nil
        }
        return fee.amount
      }
      return amounts.isEmpty ? nil : amounts.reduce(0, +) / Double(amounts.count)
    }
  }
}
