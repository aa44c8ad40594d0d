import StrictJSON

/// What is wrong with a recipe that was read.
public enum RecipeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// It is no JSON object.
  case notAnObject
  /// It has a field of this name, and there is none.
  case unknownField(String)
  /// A field holds something else than this.
  case wrongValue(field: String, wanted: String)
  /// A field is not there.
  case missingField(String)

  /// A sentence.
  public var description: String {
    switch self {
    case .notAnObject: "A scenario is a JSON object."
    case .unknownField(let name): "A scenario has no field “\(name)”."
    case .wrongValue(let field, let wanted): "The field “\(field)” of a scenario is \(wanted)."
    case .missingField(let name): "The scenario has no field “\(name)”."
    }
  }
}

extension Recipe {
  /// Reads a recipe; `seed` and `nodes` are required, every other field has the value of a world without
  /// faults. Shares are numbers from 0 to 1. Numbers out of range are brought into it.
  public init(reading value: JSONValue) throws(RecipeError) {
    guard let members = value.object else { throw .notAnObject }
    var recipe = Recipe(seed: 0, nodes: 0)
    for member in members { try recipe.set(member.name, member.value) }
    for name in ["seed", "nodes"] where value[name] == nil { throw .missingField(name) }
    self = recipe.bounded()
  }

  /// The recipe as a scenario file has it, on one line.
  public var scenario: String { json.serialized() }

  /// The recipe with every field, in a fixed order.
  public var json: JSONValue {
    .object([
      JSONMember(
        name: "seed", value: Int64(exactly: seed).map { .integer($0) } ?? .string(String(seed))),
      JSONMember(name: "nodes", value: .integer(Int64(nodes))),
      JSONMember(name: "graph", value: .string(graph.rawValue)),
      JSONMember(name: "moves", value: .bool(moves)),
      JSONMember(name: "loss", value: .number(links.loss.fraction)),
      JSONMember(name: "burstFrames", value: .integer(Int64(links.burstFrames))),
      JSONMember(name: "duplicates", value: .number(links.duplicates.fraction)),
      JSONMember(name: "flips", value: .number(links.flips.fraction)),
      JSONMember(name: "delayMilliseconds", value: .integer(Int64(links.delayMilliseconds))),
      JSONMember(name: "jitterMilliseconds", value: .integer(Int64(links.jitterMilliseconds))),
      JSONMember(name: "oneWay", value: .number(oneWay.fraction)),
      JSONMember(name: "narrow", value: .number(narrow.fraction)),
      JSONMember(name: "partitions", value: .integer(Int64(partitions))),
      JSONMember(name: "partitionSecondsMax", value: .integer(Int64(partitionSecondsMax))),
      JSONMember(name: "churnPerMinute", value: .integer(Int64(churnPerMinute))),
      JSONMember(name: "amnesia", value: .number(amnesia.fraction)),
      JSONMember(name: "skewMilliseconds", value: .integer(Int64(skewMilliseconds))),
      JSONMember(name: "hostile", value: .array(hostile.map { .string($0.rawValue) })),
      JSONMember(name: "faultSeconds", value: .integer(Int64(faultSeconds))),
      JSONMember(name: "calmSecondsMax", value: .integer(Int64(calmSecondsMax))),
      JSONMember(name: "publicMessages", value: .integer(Int64(publicMessages))),
      JSONMember(name: "privateMessages", value: .integer(Int64(privateMessages))),
      JSONMember(name: "withoutNodes", value: .array(withoutNodes.map { .integer(Int64($0)) })),
      JSONMember(name: "withoutEvents", value: .array(withoutEvents.map { .integer(Int64($0)) })),
    ])
  }

  private mutating func set(_ name: String, _ value: JSONValue) throws(RecipeError) {
    if try setShare(name, value) { return }
    if let path = Self.numbers[name] {
      self[keyPath: path] = try number(name, value)
      return
    }
    switch name {
    case "seed": seed = try seed(value)
    case "graph":
      let names = GraphKind.allCases.map(\.rawValue).joined(separator: ", ")
      guard let kind = value.string.flatMap(GraphKind.init(rawValue:)) else {
        throw .wrongValue(field: name, wanted: "one of \(names)")
      }
      graph = kind
    case "moves":
      guard let isOn = value.bool else { throw .wrongValue(field: name, wanted: "true or false") }
      moves = isOn
    case "hostile": hostile = try kinds(value)
    case "withoutNodes": withoutNodes = try list(name, value)
    case "withoutEvents": withoutEvents = try list(name, value)
    default: throw .unknownField(name)
    }
  }

  private mutating func setShare(_ name: String, _ value: JSONValue) throws(RecipeError) -> Bool {
    guard let path = Self.shares[name] else { return false }
    guard let number = value.double, (0...1).contains(number) else {
      throw .wrongValue(field: name, wanted: "a number from 0 to 1")
    }
    self[keyPath: path] = Share(fraction: number)
    return true
  }

  private func number(_ name: String, _ value: JSONValue) throws(RecipeError) -> Int {
    guard let number = value.integer, number >= 0 else {
      throw .wrongValue(field: name, wanted: "a whole number")
    }
    return Int(number)
  }

  private func seed(_ value: JSONValue) throws(RecipeError) -> UInt64 {
    if let number = value.integer, number >= 0 { return UInt64(number) }
    guard let number = value.string.flatMap({ UInt64($0) }) else {
      throw .wrongValue(field: "seed", wanted: "a whole number")
    }
    return number
  }

  private func kinds(_ value: JSONValue) throws(RecipeError) -> [HostileKind] {
    let names = HostileKind.allCases.map(\.rawValue).joined(separator: ", ")
    guard let entries = value.array else {
      throw .wrongValue(field: "hostile", wanted: "a list of \(names)")
    }
    var kinds: [HostileKind] = []
    for entry in entries {
      guard let kind = entry.string.flatMap(HostileKind.init(rawValue:)) else {
        throw .wrongValue(field: "hostile", wanted: "a list of \(names)")
      }
      kinds.append(kind)
    }
    return kinds
  }

  private func list(_ name: String, _ value: JSONValue) throws(RecipeError) -> [Int] {
    guard let entries = value.array else {
      throw .wrongValue(field: name, wanted: "a list of whole numbers")
    }
    var numbers: [Int] = []
    for entry in entries { numbers.append(try number(name, entry)) }
    return numbers
  }

  private static var shares: [String: WritableKeyPath<Recipe, Share>] {
    [
      "loss": \.links.loss, "duplicates": \.links.duplicates, "flips": \.links.flips, "oneWay": \.oneWay,
      "narrow": \.narrow, "amnesia": \.amnesia,
    ]
  }

  private static var numbers: [String: WritableKeyPath<Recipe, Int>] {
    [
      "nodes": \.nodes, "burstFrames": \.links.burstFrames,
      "delayMilliseconds": \.links.delayMilliseconds, "jitterMilliseconds": \.links.jitterMilliseconds,
      "partitions": \.partitions, "partitionSecondsMax": \.partitionSecondsMax,
      "churnPerMinute": \.churnPerMinute, "skewMilliseconds": \.skewMilliseconds,
      "faultSeconds": \.faultSeconds, "calmSecondsMax": \.calmSecondsMax,
      "publicMessages": \.publicMessages, "privateMessages": \.privateMessages,
    ]
  }
}
