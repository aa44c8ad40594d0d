import StrictJSON

/// The members of one JSON object, read once each; what nobody asked for is an error.
struct Fields {
  let place: String
  private var members: [JSONMember]

  init(_ value: JSONValue, at place: String) throws(ConfigurationError) {
    guard case .object(let members) = value else {
      throw ConfigurationError(place, "an object is expected")
    }
    self.place = place
    // Words about the rules, for people.
    self.members = members.filter { $0.name != "about" }
  }

  mutating func take(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    return members.remove(at: index).value
  }

  mutating func string(_ name: String) throws(ConfigurationError) -> String? {
    guard let value = take(name) else { return nil }
    guard let string = value.string else { throw ConfigurationError(path(name), "a string is expected") }
    return string
  }

  mutating func requiredString(_ name: String) throws(ConfigurationError) -> String {
    guard let string = try string(name), !string.isEmpty else {
      throw ConfigurationError(path(name), "this is missing")
    }
    return string
  }

  mutating func strings(_ name: String) throws(ConfigurationError) -> [String]? {
    guard let value = take(name) else { return nil }
    let strings = value.array?.compactMap(\.string)
    guard let strings, strings.count == value.array?.count else {
      throw ConfigurationError(path(name), "a list of strings is expected")
    }
    return strings
  }

  mutating func integer(_ name: String) throws(ConfigurationError) -> Int? {
    guard let value = take(name) else { return nil }
    guard let number = value.integer, (0...1_000_000_000).contains(number) else {
      throw ConfigurationError(path(name), "a whole number from 0 to 1000000000 is expected")
    }
    return Int(number)
  }

  mutating func double(_ name: String) throws(ConfigurationError) -> Double? {
    guard let value = take(name) else { return nil }
    guard let number = value.double else { throw ConfigurationError(path(name), "a number is expected") }
    return number
  }

  mutating func bool(_ name: String) throws(ConfigurationError) -> Bool? {
    guard let value = take(name) else { return nil }
    guard let truth = value.bool else { throw ConfigurationError(path(name), "true or false is expected") }
    return truth
  }

  /// Names and values that are left; they are taken.
  mutating func rest() -> [JSONMember] {
    defer { members = [] }
    return members
  }

  /// Throws when something is left that nobody asked for.
  func end() throws(ConfigurationError) {
    if let unknown = members.first { throw ConfigurationError(path(unknown.name), "this key is not known") }
  }

  func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
}
