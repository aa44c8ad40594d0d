import Aviation
import Testing

@Suite struct FriendlinessTests {
  /// T33: British AIPs have no field 207.
  @Test func publishedApproachesPermitInstrumentFlightWhereTheFieldIsMissing() {
    #expect(IFRAvailability(trafficText: nil, approaches: [.rnp, .ils]) == .ils)
    #expect(IFRAvailability(trafficText: nil, approaches: [.rnav]) == .areaNavigation)
    #expect(IFRAvailability(trafficText: nil, approaches: [nil]) == .otherApproach)
    #expect(IFRAvailability(trafficText: nil, approaches: []) == .notPermitted)
    #expect(IFRAvailability(trafficText: "VFR", approaches: [.ils]) == .notPermitted)
    #expect(IFRAvailability(trafficText: "ifr/VFR", approaches: []) == .noApproach)
  }

  /// T31: with and without reviews one scale.
  @Test func scoresWithoutReviewsAreOnTheScaleOfTheOthers() {
    #expect(FallbackScore.score(isBorderCrossing: true, hasProcedures: true) == 0.8)
    #expect(FallbackScore.score(isBorderCrossing: false, hasProcedures: true) == 0.6)
    #expect(FallbackScore.score(isBorderCrossing: true, hasProcedures: false) == 0.5)
    #expect(FallbackScore.score(isBorderCrossing: false, hasProcedures: false) == 0.3)
  }

  @Test func weightsThatDoNotSumToOneAreNoPersona() {
    #expect(Persona(id: "x", label: "X", weights: [.init(.reviewCost, 0.5)]) == nil)
    #expect(Persona(id: "x", label: "X", weights: [.init(.reviewCost, 1.5), .init(.reviewFun, -0.5)]) == nil)
    #expect(Persona(id: "x", label: "X", weights: [.init(.reviewCost, .nan)]) == nil)
    let persona = Persona(id: "x", label: "X", weights: [.init(.reviewCost, 1, missing: .exclude)])
    #expect(persona?.score(FriendlinessFeatures()) == 0.5)
    #expect(Persona.all.count == 4 && Persona.all.first?.id == "ifr_touring_sr22")
  }

  @Test func featuresStayWithinZeroAndOne() {
    var features = FriendlinessFeatures()
    features[.reviewCost] = 7
    features[.reviewFun] = -.infinity
    features[.reviewAccess] = .nan
    #expect(features[.reviewCost] == 1 && features[.reviewFun] == 0 && features[.reviewAccess] == nil)
  }

  @Test func feesGoByTheWeightOfTheAircraft() {
    var field = Friendliness(icao: "LFAT")
    field.fees = FeeBand.means(of: [("c172", 20), ("PA28", 30), ("sr22", 40), ("ufo", 1), ("c172", .nan)])
    #expect(field.fees == [nil, 25, nil, 40, nil, nil])
    #expect(field.fee(takeOffKilograms: 1157) == 25)
    #expect(field.fee(takeOffKilograms: 749) == nil && field.fee(takeOffKilograms: 0) == nil)
    #expect(FeeBand(takeOffKilograms: 750) == .from750 && FeeBand(takeOffKilograms: 4000) == .from4000)
    #expect(FeeBand(takeOffKilograms: .nan) == nil)
    field.fees = []
    #expect(field.fee(takeOffKilograms: 1157) == nil)
  }

  @Test func hostileTextsAreOfNoKnownClass() {
    for text in [" ", "\u{0}", String(repeating: "at ", count: 10_000), "5", "km", "in", "1 2 3 km"] {
      #expect(HospitalityClass(reading: text) == .unknown, "\(text.prefix(20))")
    }
    #expect(HospitalityClass(reading: "within 1.5 km") == .vicinity)
    #expect(HospitalityClass(reading: "3 KM east from the aerodrome") == .vicinity)
    #expect(HospitalityClass(reading: "Not at the moment") == .unknown)
  }

  @Test func unheardOfAspectsCountForNothing() {
    var labels = ReviewLabels()
    labels.add("good", of: "weather")
    labels.add("cheap", of: "cost", count: -3)
    for feature in FriendlinessFeature.allCases { #expect(ReviewScores.score(feature, of: labels) == nil) }
    labels.add("Cheap", of: "COST")
    #expect(ReviewScores.score(.reviewCost, of: labels) == 1)
    #expect(ReviewScores.score(.officialIFR, of: labels) == nil)
  }

  @Test func formalitiesSayWhatTheRuleDoesNot() {
    #expect(BorderFormalities(from: "GB", to: "IE").notes.contains { $0.contains("Common Travel Area") })
    #expect(BorderFormalities(from: "JE", to: "FR").notes.contains { $0.hasPrefix("Jersey") })
    #expect(BorderFormalities(from: "XX", to: "FR").notes.contains { $0.hasPrefix("XX is in no table") })
    #expect(BorderFormalities(from: "FR", to: "DE").notes.isEmpty)
    #expect(BorderFormalities(from: "", to: "").needsCustoms == false)
    #expect(BorderFormalities.isSchengen("ch") == true && BorderFormalities.isSchengen("IE") == false)
    #expect(BorderFormalities.isSchengen("US") == nil && BorderFormalities.isCustomsUnion("NO") == false)
  }
}
