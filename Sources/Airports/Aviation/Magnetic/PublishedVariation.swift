/// A magnetic variation as an AIP prints it (field 205): `0.59°E 2022 0.19°E`, `2° E (2016.5) / 0°10’
/// eastwards`.
///
/// Read only when it says one thing: with two variations, two years or no direction it is nil.
public struct PublishedVariation: Sendable, Hashable {
  /// Degrees, east positive.
  public var degreesEast: Double
  /// The year it is of, when printed.
  public var year: Double?
  /// The change in a year, degrees, east positive, when printed.
  public var yearlyChange: Double?

  /// The longest text that is looked at, bytes.
  public static let bytesMax = 512

  /// Reads the text of field 205; nil when it does not say exactly one variation.
  public init?(reading text: String) {
    guard text.utf8.count <= Self.bytesMax else { return nil }
    let angles = VariationScanner(text)
    guard let first = angles.found.first, let sign = first.sign, first.hasDirection, first.degrees <= 180,
      angles.found.count <= 2, angles.years.count <= 1
    else { return nil }
    degreesEast = sign * first.degrees
    year = angles.years.first
    guard angles.found.count == 2, let change = angles.found.last, change.degrees <= 2 else { return }
    switch (change.sign, change.grows) {
    case (let turn?, _): yearlyChange = turn * change.degrees
    case (nil, let grows?): yearlyChange = (grows ? sign : -sign) * change.degrees
    case (nil, nil): break
    }
  }

  /// What it has become by a year: changed by `yearlyChange` for at most `yearsMax` years, else as printed.
  public func degreesEast(in decimalYear: Double) -> Double {
    guard let year, let yearlyChange, abs(decimalYear - year) <= Self.yearsMax else { return degreesEast }
    return degreesEast + yearlyChange * (decimalYear - year)
  }

  /// How long the printed change is trusted.
  public static let yearsMax = 15.0
}

/// Finds angles and years in a text.
private struct VariationScanner {
  struct Angle {
    var degrees: Double
    /// 1 for east, −1 for west.
    var sign: Double?
    var hasDirection = false
    /// `increasing` or `decreasing`.
    var grows: Bool?
  }

  private enum Token: Equatable {
    case number(Double)
    case degree
    case minute
    case word(String)
    case plus
    case minus
  }

  var found: [Angle] = []
  var years: [Double] = []

  init(_ text: String) {
    let tokens = Self.tokens(text)
    var index = 0
    while index < tokens.count {
      guard case .number(let number) = tokens[index] else {
        index += 1
        continue
      }
      let unit = tokens.indices.contains(index + 1) ? tokens[index + 1] : .plus
      guard unit == .degree || unit == .minute else {
        if (1900...2100).contains(number) { years.append(number) }
        index += 1
        continue
      }
      var angle = Angle(degrees: unit == .degree ? number : number / 60)
      if index > 0 {
        if tokens[index - 1] == .plus { angle.sign = 1 }
        if tokens[index - 1] == .minus { angle.sign = -1 }
      }
      index += 2
      if unit == .degree, index + 1 < tokens.count, case .number(let minutes) = tokens[index],
        tokens[index + 1] == .minute, minutes < 60
      {
        angle.degrees += minutes / 60
        index += 2
      }
      if index < tokens.count, case .word(let word) = tokens[index] { Self.turn(&angle, word) }
      found.append(angle)
    }
  }

  private static func turn(_ angle: inout Angle, _ word: String) {
    if word == "e" || word.hasPrefix("east") {
      (angle.sign, angle.hasDirection) = (1, true)
    } else if word == "w" || word.hasPrefix("west") {
      (angle.sign, angle.hasDirection) = (-1, true)
    } else if word.hasPrefix("increas") {
      angle.grows = true
    } else if word.hasPrefix("decreas") {
      angle.grows = false
    }
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    let characters = Array(text.lowercased())
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character.isASCII, character.isNumber {
        var end = index
        while end < characters.count, characters[end].isASCII,
          characters[end].isNumber || characters[end] == "."
        {
          end += 1
        }
        let digits = String(characters[index..<end])
        if let number = Double(digits.hasSuffix(".") ? String(digits.dropLast()) : digits), number < 1_000_000
        {
          tokens.append(.number(number))
        }
        index = end
      } else if character.isLetter {
        var end = index
        while end < characters.count, characters[end].isLetter { end += 1 }
        tokens.append(word(String(characters[index..<end]), after: tokens.last))
        index = end
      } else {
        switch character {
        case "°", "˚": tokens.append(.degree)
        case "'", "’", "′", "´": tokens.append(.minute)
        case "+": tokens.append(.plus)
        case "-", "−", "–": tokens.append(.minus)
        default: break
        }
        index += 1
      }
    }
    return tokens
  }

  /// `4o E` and `4º E` mean degrees, `10 MIN` minutes.
  private static func word(_ word: String, after last: Token?) -> Token {
    guard case .number? = last else { return .word(word) }
    switch word {
    case "o", "º", "deg", "degs", "degree", "degrees": return .degree
    case "min", "mins", "minute", "minutes": return .minute
    default: return .word(word)
    }
  }
}
