extension FixtureFiles {
  /// The fixtures of this target that are copies of shared vectors.
  static let copies = [
    "csv_export.expected", "golden_v21.expected", "number_format", "number_parse", "schedule",
    "schedule_buckets", "schema_v21", "seed_rows_v21",
  ]
}
