import Aviation
import Foundation
import Testing

@testable import AirportData

/// The sample databases of notices and of airfield figures, and the file of rules beside the checkout.
@Suite struct SampleCompanionTests {
  @Test(.enabled(if: SampleAirports.arePresent, SampleAirports.absence))
  func trustworthyNoticesAreRead() async throws {
    let notices = try await CompanionReading.notices(path("ga_notifications_sample.db"))
    #expect(notices.count == 17)
    #expect(notices["EBOS"]?.kind == .h24)
    #expect(notices["EGBJ"]?.kind == .asADHours)
    #expect(notices["LFQA"]?.hoursNotice == 24)
    #expect(notices["EDSB"] == nil, "its confidence is 0.3")
  }

  @Test(.enabled(if: SampleAirports.arePresent, SampleAirports.absence))
  func figuresOfAirfieldsAreRead() async throws {
    let (figures, hospitality) = try await CompanionReading.friendliness(path("ga_persona_sample.db"))
    #expect(figures.count == 22)
    #expect(figures.values.filter { $0.features[.officialIFR] != nil }.count == 22)
    #expect(hospitality.hotel.values.filter { $0 == .atAirport }.count == 5)
    #expect(hospitality.hotel.values.filter { $0 == .vicinity }.count == 7)
    #expect(hospitality.restaurant.values.filter { $0 == .atAirport }.count == 8)
    #expect(figures["EBOS"]?.features[.officialHospitality] == 0.84)
  }

  @Test(.enabled(if: SampleAirports.arePresent, SampleAirports.absence))
  func rulesAreRead() throws {
    #expect(try CompanionReading.rules(path("rules_sample.json")).countries.count > 5)
  }

  private func path(_ name: String) -> String { SampleAirports.folder.appending(path: name).path }
}
