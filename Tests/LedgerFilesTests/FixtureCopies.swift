extension FixtureFiles {
  /// The fixtures of this target that are copies of shared vectors.
  static let copies = ["golden_v21.expected", "mmex_0970.expected", "schema_v21", "seed_rows_v21"]
}
