/// What reviews say of one airfield: of each aspect how often each label was given.
public struct ReviewLabels: Sendable, Hashable {
  private var counts: [String: [String: Int]] = [:]

  /// Nothing said.
  public init() {}

  /// Says a label of an aspect so many times more; the names are those of the database.
  public mutating func add(_ label: String, of aspect: String, count: Int = 1) {
    guard (1...1_000_000).contains(count) else { return }
    counts[aspect.lowercased(), default: [:]][label.lowercased(), default: 0] += count
  }

  /// The mean of an aspect's labels, by a table; a label that the table does not have is a half; nil when
  /// nobody said anything.
  func mean(_ aspect: String, _ table: [String: Double]) -> Double? {
    guard let labels = counts[aspect] else { return nil }
    let total = labels.values.reduce(0, +)
    guard total > 0 else { return nil }
    // Sorted: sums of fractions depend on their order.
    let sum = labels.sorted { $0.key < $1.key }.reduce(0) { $0 + (table[$1.key] ?? 0.5) * Double($1.value) }
    return sum / Double(total)
  }
}

/// The features that come out of reviews. Source: airports 15.
public enum ReviewScores {
  /// A feature: the weighted mean of the aspects that anything was said of; nil for none and for official
  /// features.
  public static func score(_ feature: FriendlinessFeature, of labels: ReviewLabels) -> Double? {
    var (sum, total) = (0.0, 0.0)
    for aspect in aspects(of: feature) {
      guard let mean = labels.mean(aspect.name, aspect.table) else { continue }
      sum += mean * aspect.weight
      total += aspect.weight
    }
    return total > 0 ? sum / total : nil
  }

  /// A score of few reviews drawn towards what is usual: (k·prior + n·s) / (k + n). Off unless asked for.
  public static func smoothed(_ score: Double, reviews: Int, prior: Double = 0.5, strength: Double = 10)
    -> Double
  {
    let count = Double(max(0, reviews))
    return strength + count > 0 ? (strength * prior + count * score) / (strength + count) : prior
  }

  private struct Aspect {
    let name: String
    let weight: Double
    let table: [String: Double]
  }

  private static func aspects(of feature: FriendlinessFeature) -> [Aspect] {
    switch feature {
    case .reviewCost:
      [
        Aspect(
          name: "cost", weight: 1, table: ["cheap": 1, "reasonable": 0.7, "expensive": 0.2, "unclear": 0.5])
      ]
    case .reviewHassle:
      [
        Aspect(name: "bureaucracy", weight: 0.7, table: ["simple": 1, "moderate": 0.6, "complex": 0.2]),
        Aspect(name: "staff", weight: 0.3, table: feeling),
      ]
    case .reviewReview: [Aspect(name: "overall_experience", weight: 1, table: feeling)]
    case .reviewIFR:
      [
        Aspect(name: "ifr", weight: 0.6, table: quality.merging(["unavailable": 0]) { $1 }),
        Aspect(
          name: "procedure", weight: 0.2,
          table: ["well_documented": 1, "standard": 0.7, "complex": 0.4, "unclear": 0.2]),
        Aspect(name: "approach", weight: 0.2, table: quality),
      ]
    case .reviewVFR:
      [
        Aspect(name: "runway", weight: 0.6, table: ["excellent": 1, "ok": 0.6, "poor": 0.2]),
        Aspect(name: "vfr", weight: 0.4, table: quality.merging(["restricted": 0.3]) { $1 }),
      ]
    case .reviewAccess: [Aspect(name: "transport", weight: 1, table: service)]
    case .reviewFun:
      [
        Aspect(name: "food", weight: 0.6, table: service),
        Aspect(name: "overall_experience", weight: 0.4, table: feeling),
      ]
    case .reviewHospitality:
      [
        Aspect(name: "restaurant", weight: 0.6, table: distance),
        Aspect(name: "accommodation", weight: 0.4, table: distance),
      ]
    case .officialIFR, .officialHospitality: []
    }
  }

  private static let feeling = [
    "very_positive": 1, "positive": 0.8, "neutral": 0.5, "negative": 0.2, "very_negative": 0,
  ]
  private static let quality = ["excellent": 1, "good": 0.8, "ok": 0.5, "poor": 0.2]
  private static let service = ["excellent": 1, "good": 0.8, "ok": 0.5, "poor": 0.2, "none": 0]
  private static let distance = ["on_site": 1, "walking": 0.8, "nearby": 0.6, "available": 0.4, "none": 0]
}
