/// A published instrument procedure. Source: airports 2.1 and 3.
public struct Procedure: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// What it is for.
  public var kind: ProcedureKind
  /// What guides an approach; nothing when the source gives no type.
  public var approach: ApproachKind?
  /// The runway's number; rows carry the side letter too (T2).
  public var runwayNumber: String?
  /// The side letter, `L`, `R` or `C`.
  public var runwayLetter: String?
  /// The runway's identifier.
  public var runwayIdent: String?
  /// Where it was read.
  public var source: String?
  /// Who publishes it.
  public var authority: String?
  /// The name before it was tidied.
  public var rawName: String?

  /// A procedure with these facts.
  public init(
    name: String, kind: ProcedureKind, approach: ApproachKind? = nil, runwayNumber: String? = nil,
    runwayLetter: String? = nil, runwayIdent: String? = nil, source: String? = nil,
    authority: String? = nil, rawName: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.approach = approach
    self.runwayNumber = runwayNumber
    self.runwayLetter = runwayLetter
    self.runwayIdent = runwayIdent
    self.source = source
    self.authority = authority
    self.rawName = rawName
  }

  /// The runway it serves, `09L`, or nothing.
  ///
  /// The number when it already ends with the letter, else number and letter, else the identifier: the
  /// side letter is never there twice (T2).
  public var fullRunway: String? {
    guard let number = runwayNumber, !number.isEmpty else {
      return runwayIdent.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let letter = runwayLetter, !letter.isEmpty, !number.hasSuffix(letter) else { return number }
    return number + letter
  }

  /// How exact the approach guides: 1 is best, 999 is untyped.
  public var precisionRank: Int { approach?.precisionRank ?? 999 }

  /// The class of its guidance; untyped is non-precision.
  public var precision: ApproachPrecision { approach?.precision ?? .nonPrecision }
}

/// What a procedure is for.
public enum ProcedureKind: String, Sendable, Hashable, CaseIterable {
  /// To a runway.
  case approach
  /// From a runway.
  case departure
  /// To an approach.
  case arrival

  /// The kind of this text; nothing when it is none of the three.
  public init?(text: String?) {
    guard let text, let kind = Self(rawValue: text.lowercased()) else { return nil }
    self = kind
  }
}

/// What guides an approach, most exact first. Source: airports 3; one order for all (T40).
public enum ApproachKind: String, Sendable, Hashable, CaseIterable {
  /// Instrument landing system.
  case ils = "ILS"
  /// Required navigation performance.
  case rnp = "RNP"
  /// Area navigation.
  case rnav = "RNAV"
  /// Radio range.
  case vor = "VOR"
  /// Radio beacon.
  case ndb = "NDB"
  /// Localizer alone.
  case loc = "LOC"
  /// Localizer at an angle.
  case lda = "LDA"
  /// Simplified localizer.
  case sdf = "SDF"

  /// The kind of this text; nothing when it is none of these.
  public init?(text: String?) {
    guard let text, let kind = Self(rawValue: text.uppercased()) else { return nil }
    self = kind
  }

  /// 1 for the most exact.
  public var precisionRank: Int {
    switch self {
    case .ils: 1
    case .rnp: 2
    case .rnav: 3
    case .vor: 4
    case .ndb: 5
    case .loc: 6
    case .lda: 7
    case .sdf: 8
    }
  }

  /// The class of its guidance.
  public var precision: ApproachPrecision {
    switch self {
    case .ils: .precision
    case .rnp, .rnav: .rnav
    case .vor, .ndb, .loc, .lda, .sdf: .nonPrecision
    }
  }
}

/// Classes of guidance.
public enum ApproachPrecision: String, Sendable, Hashable, CaseIterable {
  /// A glide path from the ground.
  case precision
  /// Satellites.
  case rnav
  /// No glide path.
  case nonPrecision = "non-precision"

  /// The class of this text; `rnp`, as the web service calls it, is `rnav` (T39).
  public init?(text: String) {
    switch text.lowercased() {
    case "rnp": self = .rnav
    case let known:
      guard let precision = Self(rawValue: known) else { return nil }
      self = precision
    }
  }
}
