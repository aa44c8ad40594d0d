/// How a pilot weighs an airfield. Source: airports 15.
public struct Persona: Sendable, Hashable {
  /// What stands in for a feature that nobody knows.
  public enum Missing: String, Sendable, Hashable {
    /// A half.
    case neutral
    /// Nothing.
    case negative
    /// One.
    case positive
    /// The feature is left out, and its weight.
    case exclude
  }

  /// One feature and how much it counts.
  public struct Weight: Sendable, Hashable {
    /// The feature.
    public var feature: FriendlinessFeature
    /// How much it counts, 0…1.
    public var weight: Double
    /// What stands in for it.
    public var missing: Missing

    /// Such a weight.
    public init(_ feature: FriendlinessFeature, _ weight: Double, missing: Missing = .neutral) {
      self.feature = feature
      self.weight = weight
      self.missing = missing
    }
  }

  /// The name in requests.
  public let id: String
  /// What people are shown.
  public let label: String
  /// The features that count.
  public let weights: [Weight]

  /// A persona; nil unless the weights are positive and sum to 1 within 0.05.
  public init?(id: String, label: String, weights: [Weight]) {
    let sum = weights.reduce(0) { $0 + $1.weight }
    guard weights.allSatisfy({ $0.weight >= 0 }), abs(sum - 1) <= 0.05 else { return nil }
    self.init(known: id, label, weights)
  }

  private init(known id: String, _ label: String, _ weights: [Weight]) {
    self.id = id
    self.label = label
    self.weights = weights
  }

  /// How well an airfield suits, 0…1; a half when nothing counts.
  public func score(_ features: FriendlinessFeatures) -> Double {
    var (sum, total) = (0.0, 0.0)
    for part in weights {
      let value: Double
      switch (features[part.feature], part.missing) {
      case (let known?, _): value = known
      case (nil, .neutral): value = 0.5
      case (nil, .negative): value = 0
      case (nil, .positive): value = 1
      case (nil, .exclude): continue
      }
      sum += part.weight * value
      total += part.weight
    }
    return total > 0 ? sum / total : 0.5
  }

  /// Touring on instruments; the one to begin with. Hospitality without reviews is left out rather than a
  /// half.
  public static let touring = Persona(
    known: "ifr_touring_sr22", "IFR touring (SR22)",
    [
      Weight(.officialIFR, 0.25), Weight(.reviewHassle, 0.20), Weight(.reviewCost, 0.20),
      Weight(.reviewReview, 0.15),
      Weight(.reviewAccess, 0.10), Weight(.reviewFun, 0.05),
      Weight(.reviewHospitality, 0.05, missing: .exclude),
    ])
  /// Flying for little money.
  public static let budget = Persona(
    known: "vfr_budget", "VFR budget flyer",
    [
      Weight(.reviewCost, 0.35), Weight(.reviewHassle, 0.25), Weight(.reviewVFR, 0.20),
      Weight(.reviewReview, 0.10),
      Weight(.reviewAccess, 0.10),
    ])
  /// Flying to eat.
  public static let lunch = Persona(
    known: "lunch_stop", "Lunch stop",
    [
      Weight(.reviewHospitality, 0.25, missing: .negative),
      Weight(.officialHospitality, 0.10, missing: .negative),
      Weight(.reviewFun, 0.25), Weight(.reviewCost, 0.15), Weight(.reviewHassle, 0.15),
      Weight(.reviewReview, 0.10),
    ])
  /// Flying to learn.
  public static let training = Persona(
    known: "training", "Training flight",
    [
      Weight(.reviewVFR, 0.30), Weight(.reviewCost, 0.30), Weight(.reviewHassle, 0.20),
      Weight(.reviewReview, 0.20),
    ])
  /// All that are built in, the one to begin with first.
  public static let all = [touring, budget, lunch, training]

  /// The one of this name.
  public static func named(_ id: String) -> Persona? { all.first { $0.id == id } }
}

/// What is known of an aerodrome where nobody wrote reviews, on the scale of persona scores (T31).
public enum FallbackScore {
  /// 0.8 with a border crossing and procedures, 0.6 with procedures, 0.5 with a border crossing, else 0.3.
  public static func score(isBorderCrossing: Bool, hasProcedures: Bool) -> Double {
    switch (isBorderCrossing, hasProcedures) {
    case (true, true): 0.8
    case (false, true): 0.6
    case (true, false): 0.5
    case (false, false): 0.3
    }
  }
}
