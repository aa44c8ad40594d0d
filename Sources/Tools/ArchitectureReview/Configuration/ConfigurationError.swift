/// What is wrong with a configuration file, as a sentence.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Where in the file, as a path of keys, and what.
  package var description: String

  init(_ place: String, _ problem: String) { description = place.isEmpty ? problem : "\(place): \(problem)" }
}
