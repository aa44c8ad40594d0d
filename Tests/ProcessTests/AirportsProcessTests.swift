import Foundation
import Testing

/// `tern airports` as people and scripts run it, on small tables.
@Suite(.serialized) struct AirportsProcessTests {
  @Test func aBuildIsReportedAndAnswers() async throws {
    let place = try await built()
    let near = try await place.rows(["airports", "near", "51.3,-0.5", "--count", "2"])
    #expect(near.map { $0["icao"] as? String } == ["EGTF", "LFAT"])
    let distance = try #require(near[0]["distanceNM"] as? Double)
    #expect(abs(distance - 3.6362) < 0.0001, "\(distance)")
    #expect(near[0]["longestRunwayFeet"] as? Int == 2_667)
    #expect(near[0]["procedures"] is NSNull && near[0]["pointOfEntry"] is NSNull, "not in this database")
    let found = try await place.rows(["airports", "search", "touquet"])
    #expect(found.map { $0["icao"] as? String } == ["LFAT"])
    let box = try await place.rows(["airports", "box", "50,-2,52,2", "--country", "FR"])
    #expect(box.map { $0["icao"] as? String } == ["LFAT"])
    let route = try await place.json(["airports", "route", "EGTF", "LFAT"]) as? [String: Any]
    #expect((route?["airports"] as? [[String: Any]])?.count == 2)
    #expect((route?["totalNM"] as? Double).map { abs($0 - 96.373) < 0.001 } == true, "\(route ?? [:])")
    let info = try await place.json(["airports", "info"]) as? [String: Any]
    #expect((info?["counts"] as? [String: Any])?["airports"] as? Int == 2)
    #expect(info?["date"] as? String == "2022-10-11")
  }

  @Test func tablesNameTheirSourceAndWhatTheyAreNotFor() async throws {
    let place = try await built()
    for command in [
      ["show", "egtf"], ["near", "EGTF"], ["filter", "--hard"], ["route", "EGTF,LFAT"], ["info"],
      ["wind", "LFAT", "--wind", "310/12G20"],
    ] {
      let run = try await place.run(["airports"] + command)
      #expect(run.status == 0, "\(command) \(run.errors)")
      #expect(run.output.contains("of 2022-10-11"), "\(command) \(run.output)")
      #expect(run.output.contains("not for navigation"), "\(command)")
    }
    let wind = try await place.run(["airports", "wind", "LFAT", "--wind", "310/12G20"])
    #expect(wind.output.contains("Into the wind: runway 31."), "\(wind.output)")
    let show = try await place.run(["airports", "show", "LFAT"])
    #expect(show.output.contains("not in this database"))
  }

  @Test func whatCannotBeDoneIsSaidInWords() async throws {
    let place = try TestPlace()
    let none = try await place.run(["airports", "info", "--assets", place.folder.path])
    #expect(none.status == 1 && none.errors.contains("tern airports build"), "\(none.errors)")
    let cut = place.folder.appending(path: "cut.csv")
    try String(Self.airports.dropLast(20)).write(to: cut, atomically: true, encoding: .utf8)
    let half = try await place.run(["airports", "build", "--airports", cut.path])
    #expect(half.status == 1 && half.errors.contains("its end is missing"), "\(half.errors)")
    let other = try await place.run(["airports", "import", "--database", cut.path])
    #expect(other.status == 1 && other.errors.contains("not a database"), "\(other.errors)")
    let ready = try await built()
    let unknown = try await ready.run(["airports", "show", "ZZZZ"])
    #expect(unknown.status == 1 && unknown.errors.contains("ZZZZ"))
    #expect(try await ready.run(["airports", "box", "52,0,46,8"]).status == 2)
    #expect(try await ready.run(["airports", "near", "91,0"]).status == 2)
    #expect(try await ready.run(["airports", "search", "qqqq"]).status == 1, "nothing was found")
  }

  @Test func tablesAreFetchedWhenAsked() async throws {
    let place = try TestPlace()
    let server = try TLSTestServer(files: ["airports.csv": Self.airports, "runways.csv": Self.runways])
    let ask = ["airports", "build", "--download", "--from", server.address]
    let stranger = try await place.run(ask)
    #expect(stranger.status == 1 && stranger.errors.contains("cannot prove who it is"), "\(stranger.errors)")
    #expect(stranger.errors.contains("Nothing was changed") && stranger.errors.contains("--airports FILE"))
    let fetched = try await place.run(ask + ["--authority", server.authorities])
    #expect(fetched.status == 0 && fetched.output.contains("data of 2026-08-22"), "\(fetched.errors)")
    #expect(try await place.run(["airports", "show", "EGTF"]).status == 0)
    let both = try await place.run(ask + ["--airports", "/dev/null"])
    #expect(both.status == 2 && both.errors.contains("--download"))
    withExtendedLifetime(server) {}
  }

  @Test func exportsAndReportsNeedNothingElse() async throws {
    let place = try await built()
    let file = place.folder.appending(path: "out.gpx")
    let gpx = try await place.run(
      ["airports", "export", "EGTF", "LFAT", "--format", "gpx", "--output", file.path])
    #expect(gpx.status == 0, "\(gpx.errors)")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("<rtept"))
    let again = try await place.run(["airports", "export", "EGTF", "--output", file.path])
    #expect(again.status == 1 && again.errors.contains("a file of that name"))
    let csv = try await place.run(["airports", "export", "--country", "FR"])
    #expect(csv.output.contains("LFAT") && !csv.output.contains("EGTF"))
    let metar = try await place.run(
      ["airports", "metar", "LFAT 301200Z 24015G25KT 9999 BKN028 12/08 Q1013"])
    #expect(metar.status == 0 && metar.output.contains("gusts 25 kt"), "\(metar.output)\(metar.errors)")
    let unknown = try await place.run(["airports", "notify", "EGTF"])
    #expect(unknown.status == 1 && unknown.output.contains("is not in this database"), "\(unknown)")
    let empty = try await place.run(["airports", "search", "\u{200E}"])
    #expect(empty.status == 2 && empty.errors.contains("nothing to search for"), "\(empty)")
    let notice = try await place.json(["airports", "notify", "PPR 24 HR"]) as? [String: Any]
    #expect(notice?["hoursNotice"] as? Int == 24, "\(notice ?? [:])")
  }

  /// A place with a database of two airports.
  private func built() async throws -> TestPlace {
    let place = try TestPlace()
    let airports = place.folder.appending(path: "airports.csv")
    let runways = place.folder.appending(path: "runways.csv")
    try Self.airports.write(to: airports, atomically: true, encoding: .utf8)
    try Self.runways.write(to: runways, atomically: true, encoding: .utf8)
    let run = try await place.run([
      "airports", "build", "--airports", airports.path, "--runways", runways.path, "--date", "2022-10-11",
    ])
    guard run.status == 0, run.output.contains("2 airports, 2 runways"), run.output.contains("1 heliports")
    else { throw Unexpected("\(run)") }
    return place
  }

  private static let airports = """
    ident,type,name,latitude_deg,longitude_deg,elevation_ft,iso_country,municipality
    EGTF,small_airport,Fairoaks Airport,51.348099,-0.558889,80,GB,Chobham
    LFAT,medium_airport,Le Touquet,50.517399,1.62059,36,FR,Le Touquet
    EGH1,heliport,Roof,51,-1,,GB,

    """
  private static let runways = """
    airport_ident,length_ft,width_ft,surface,lighted,closed,le_ident,le_heading_degT,he_ident,he_heading_degT
    EGTF,2667,89,ASP,1,0,06,57,24,237
    LFAT,6070,131,ASP,1,0,13,133,31,313

    """
}
