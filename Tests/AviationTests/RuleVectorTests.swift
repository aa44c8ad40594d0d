import Aviation
import Foundation
import StrictJSON
import Testing

/// Notices, friendliness, borders and country rules against the shared vectors.
@Suite struct RuleVectorTests {
  @Test func notificationsParseAsInTheVectors() throws {
    var suite = VectorSuite("notifications")
    for test in try FixtureFiles.list("notifications", "parse") {
      suite.begin()
      let name = test.string("icao") ?? ""
      let parsed = NotificationParser.parse(test.string("text") ?? "")
      let expected = try #require(test["rules"]?.array)
      suite.check(parsed.rules.count, expected.count, "\(name): rules")
      for (rule, value) in zip(parsed.rules, expected) { Self.check(rule, value, name, &suite) }
      suite.check(parsed.isH24, test.flag("is_h24"), "\(name): H24")
      suite.check(parsed.isOnRequest, test.flag("is_on_request"), "\(name): on request")
      suite.check(parsed.maxHoursNotice, test.int("max_hours_notice"), "\(name): hours")
      suite.check(parsed.summary, test.string("summary"), "\(name): summary")
      suite.check(parsed.warnings.count, test.int("warnings"), "\(name): warnings")
      suite.check(parsed.hassleLevel.rawValue, test.string("hassle_level"), "\(name): hassle")
      suite.check(parsed.hassleScore, test.double("hassle_score") ?? .nan, within: 1e-9, "\(name): score")
    }
    for test in try FixtureFiles.list("notifications", "info") {
      suite.begin()
      let input = try #require(test["input"])
      var row = AirportNotice.Row(icao: "TEST")
      row.kind = input.string("notification_type")
      row.hoursNotice = input["hours_notice"]?.integer
      row.weekdayRules = input["weekday_rules"]?.serialized()
      let notice = AirportNotice(row: row)
      let name = input.serialized()
      suite.check(notice.maxNoticeHours, test.int("max_notice_hours"), "\(name): most")
      suite.check(notice.easiness, test.double("easiness"), "\(name): easiness")
      suite.check(notice.band.colourName, test.string("color"), "\(name): colour")
      suite.check(notice.noticeHours(on: 5), test.int("saturday"), "\(name): Saturday")
      suite.check(notice.noticeHours(on: 0), test.int("monday"), "\(name): Monday")
      suite.check(notice.isWithin(maxHours: 24), test.flag("matches_24"), "\(name): 24")
    }
    suite.report()
  }

  private static func check(
    _ rule: NotificationRule, _ value: JSONValue, _ name: String, _ suite: inout VectorSuite
  ) {
    suite.check(rule.ruleType.rawValue, value.string("rule_type"), "\(name): type")
    suite.check(rule.kind.rawValue, value.string("notification_type"), "\(name): kind")
    suite.check(rule.hoursNotice, value.int("hours_notice"), "\(name): notice")
    suite.check(rule.weekdayStart, value.int("weekday_start"), "\(name): first day")
    suite.check(rule.weekdayEnd, value.int("weekday_end"), "\(name): last day")
    suite.check(rule.includesHolidays, value.flag("includes_holidays"), "\(name): holidays")
    suite.check(rule.businessDayOffset, value.int("business_day_offset"), "\(name): business day")
    suite.check(rule.specificTime, value.string("specific_time"), "\(name): time")
    suite.check(rule.isSchengenOnly, value.flag("schengen_only"), "\(name): only")
    suite.check(rule.isNonSchengenOnly, value.flag("non_schengen_only"), "\(name): non")
    suite.check(rule.confidence, value.double("confidence"), "\(name): confidence")
  }

  @Test func friendlinessIsThatOfTheVectors() throws {
    var suite = VectorSuite("friendliness")
    try Self.checkPersonas(&suite)
    try Self.checkOfficialScores(&suite)
    for test in try FixtureFiles.list("friendliness", "smoothing") {
      suite.begin()
      suite.check(
        ReviewScores.smoothed(
          test.double("score") ?? .nan, reviews: test.int("n") ?? -1, prior: test.double("prior") ?? .nan,
          strength: test.double("strength") ?? .nan), test.double("smoothed") ?? .nan, within: 1e-9,
        "smoothing")
    }
    for test in try FixtureFiles.list("friendliness", "reviews") {
      suite.begin()
      var labels = ReviewLabels()
      for aspect in test["distributions"]?.object ?? [] {
        for label in aspect.value.object ?? [] {
          labels.add(label.name, of: aspect.name, count: label.value.integer.map { Int($0) } ?? 0)
        }
      }
      for score in test["scores"]?.object ?? [] {
        let feature = try #require(FriendlinessFeature(rawValue: score.name))
        let found = ReviewScores.score(feature, of: labels)
        suite.check(found == nil, score.value.isNull, "\(test.string("name") ?? ""): \(score.name)")
        if let expected = score.value.double {
          suite.check(found ?? .nan, expected, within: 1e-9, "\(test.string("name") ?? ""): \(score.name)")
        }
      }
    }
    for test in try FixtureFiles.list("friendliness", "quartiles") {
      suite.begin()
      let scores = test["scores"]?.array?.compactMap(\.double) ?? []
      let quarters = RelevanceQuarters(scores: scores)
      guard let bounds = test["quartiles"], !bounds.isNull else {
        suite.check(quarters.quarter(of: 0.5), nil, "too few scores")
        continue
      }
      for score in scores {
        let expected = 1 + ["q1", "q2", "q3"].count { score >= bounds.double($0) ?? .nan }
        suite.check(quarters.quarter(of: score), expected, "quarter of \(score)")
      }
    }
    suite.report()
  }

  private static func checkPersonas(_ suite: inout VectorSuite) throws {
    let stored = try #require(try FixtureFiles.json("friendliness")["personas"]?.object)
    suite.begin()
    suite.check(stored.map(\.name), Persona.all.map(\.id), "personas")
    for member in stored {
      suite.begin()
      let persona = try #require(Persona.named(member.name))
      suite.check(persona.label, member.value.string("label"), member.name)
      for feature in FriendlinessFeature.allCases {
        let weight = persona.weights.filter { $0.feature == feature }.reduce(0) { $0 + $1.weight }
        suite.check(
          weight, member.value["weights"]?.double(feature.rawValue) ?? .nan, within: 1e-9, member.name)
      }
    }
    for test in try FixtureFiles.list("friendliness", "persona_cases") {
      suite.begin()
      var features = FriendlinessFeatures()
      for member in test["features"]?.object ?? [] {
        features[try #require(FriendlinessFeature(rawValue: member.name))] = member.value.double
      }
      for score in test["scores"]?.object ?? [] {
        let persona = try #require(Persona.named(score.name))
        suite.check(
          persona.score(features), score.value.double ?? .nan, within: 1e-6,
          "\(test.string("name") ?? ""), \(score.name)")
      }
    }
  }

  private static func checkOfficialScores(_ suite: inout VectorSuite) throws {
    var texts: [String: HospitalityClass] = [:]
    let names: [HospitalityClass: String] = [
      .unknown: "unknown", .none: "none", .vicinity: "vicinity", .atAirport: "at_airport",
    ]
    for test in try FixtureFiles.list("friendliness", "hospitality") {
      suite.begin()
      let text = test.string("text") ?? ""
      let found = HospitalityClass(reading: text)
      suite.check(found.rawValue, test.int("code"), text)
      suite.check(names[found], test.string("cls"), text)
      if let icao = test.string("icao") { texts["\(icao) \(test.int("field") ?? 0)"] = found }
    }
    for test in try FixtureFiles.list("friendliness", "airport_features") {
      suite.begin()
      let icao = test.string("icao") ?? ""
      // The vectors take a missing field for one that does not say IFR; the product does not (T33).
      let available = IFRAvailability(
        trafficText: test.string("traffic_field") ?? "", approaches: approaches[icao] ?? [])
      suite.check(available.rawValue, test.int("aip_ifr_available"), "\(icao): IFR")
      suite.check(
        available.score, test.double("aip_ops_ifr_score") ?? .nan, within: 1e-9, "\(icao): IFR score")
      let hotel = texts["\(icao) 501"] ?? .unknown
      let restaurant = texts["\(icao) 502"] ?? .unknown
      suite.check(hotel.rawValue, test.int("aip_hotel_info"), "\(icao): hotel")
      suite.check(restaurant.rawValue, test.int("aip_restaurant_info"), "\(icao): restaurant")
      let score = HospitalityClass.score(hotel: hotel, restaurant: restaurant)
      suite.check(score == nil, test.double("aip_hospitality_score") == nil, "\(icao): hospitality")
      if let expected = test.double("aip_hospitality_score") {
        suite.check(score ?? .nan, expected, within: 1e-9, "\(icao): hospitality")
      }
    }
  }

  /// The kinds of approaches that the database of the vectors has.
  private static let approaches: [String: [ApproachKind?]] = [
    "EGBJ": [.ils, .loc, .ndb, .rnp], "EGKA": [.rnp], "EGKB": [.ils, .loc, .vor], "EGLF": [.ils],
    "EGLL": [.ils, .rnp], "LFAQ": [.ndb, .rnav, .rnp],
  ]

  @Test func formalitiesAreThoseOfTheVectors() throws {
    var suite = VectorSuite("borders")
    let file = try FixtureFiles.json("borders")
    suite.check(
      BorderFormalities.schengen.sorted(), file["schengen"]?.array?.compactMap(\.string) ?? [], "Schengen")
    suite.check(
      BorderFormalities.customsUnion.sorted(), file["eu_customs"]?.array?.compactMap(\.string) ?? [],
      "customs")
    for test in try FixtureFiles.cases("borders") {
      suite.begin()
      let flight = BorderFormalities(from: test.string("from_") ?? "", to: test.string("to") ?? "")
      suite.check(flight.needsImmigration, test.flag("immigration"), "\(flight): immigration")
      suite.check(flight.needsCustoms, test.flag("customs"), "\(flight): customs")
    }
    suite.report()
  }

  /// The rules themselves are never committed.
  @Test(.enabled(if: FixtureFiles.sharedIsPresent, "the shared vectors are not beside this checkout"))
  func lookupsInTheSampleOfRulesAreThoseOfTheVectors() throws {
    var suite = VectorSuite("rules")
    let sample = FixtureFiles.sharedFolder.appending(path: "rules_sample.json")
    let rules = try CountryRules(parsing: Array(try Data(contentsOf: sample)))
    for test in try FixtureFiles.list("rules", "lookup") {
      suite.begin()
      let asked = try #require(test["args"])
      let query = CountryRules.Query(
        tags: asked["tags"]?.array?.compactMap(\.string) ?? [], category: asked.string("cat"),
        term: asked.string("term"), includesIgnored: true)
      let found = rules.rules(of: asked.string("cc") ?? "", query)
      let name = asked.serialized()
      suite.check(found.count, test.int("count"), name)
      let first = test["first"]?.array?.compactMap(\.string) ?? []
      suite.check(found.prefix(first.count).map(\.question.text), first, name)
    }
    for test in try FixtureFiles.list("rules", "compare") {
      suite.begin()
      let (one, other) = (test.string("country1") ?? "", test.string("country2") ?? "")
      let found = rules.comparison(of: one, and: other, CountryRules.Query(includesIgnored: true))
      suite.check(found.common, test.int("common"), "\(one) \(other): common")
      suite.check(found.different.count, test.int("different"), "\(one) \(other): different")
      suite.check(found.onlyFirst.count, test.int("only1"), "\(one) only")
      suite.check(found.onlySecond.count, test.int("only2"), "\(other) only")
    }
    suite.report()
    #expect(rules.questions.count == 58)
    #expect(rules.questions.reduce(0) { $0 + $1.answers.count } == 1_101)
    #expect(rules.countries.count == 19)
    #expect(rules.rules(of: "FR").count == 57, "the question of the category ignore is hidden")
  }
}
