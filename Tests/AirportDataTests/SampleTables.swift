import AirportData
import Foundation
import Storage

/// Small tables and databases made for tests.
enum SampleTables {
  static let moment = BuildMoment(
    text: "2026-11-30T12:00:00", version: DatabaseVersion(day: 20_261_130))

  static let airports = """
    "id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","continent","iso_country",\
    "iso_region","municipality","scheduled_service","gps_code","iata_code","local_code","home_link",\
    "wikipedia_link","keywords"
    1,"EGTF","small_airport","Fairoaks Airport",51.348099,-0.558889,80,"EU","GB","GB-ENG","Chobham","no",\
    "EGTF",,,,,"Chobham, ""the"" field"
    2,"LFAT","medium_airport","Le Touquet-Côte d'Opale",50.517399,1.62059,36,"EU","FR","FR-HDF",\
    "Le Touquet","yes","LFAT","ltq",,,,
    3,"EG-01","small_airport","Too long",51,-1,,"EU","GB","GB-ENG",,"no",,,,,,
    4,"EGH1","heliport","Roof",51,-1,,"EU","GB","GB-ENG",,"no",,,,,,
    5,"EGC1","closed","Gone",51,-1,,"EU","GB","GB-ENG",,"no",,,,,,
    6,"EGP1","small_airport","Nowhere",,,,"EU","GB","GB-ENG",,"no",,,,,,
    7,"EGTF","small_airport","Again",51,-1,,"EU","GB","GB-ENG",,"no",,,,,,
    8,"XMAR","marsport","Odd type",10,20,"low","AF","KE","KE-1",,"no",,,,,,
    9,"UUEE","large_airport","Sheremetyevo",55.97,37.41,622,"EU","RU","RU-MOS","Moscow","yes",,"SVO",,,,

    """

  static let runways = """
    "id","airport_ref","airport_ident","length_ft","width_ft","surface","lighted","closed","le_ident",\
    "le_latitude_deg","le_longitude_deg","le_elevation_ft","le_heading_degT","le_displaced_threshold_ft",\
    "he_ident","he_latitude_deg","he_longitude_deg","he_elevation_ft","he_heading_degT",\
    "he_displaced_threshold_ft"
    1,1,"EGTF",2667,89,"ASP",1,0,"06",51.345,-0.567,78,57,,"24",51.351,-0.551,80,237,
    2,2,"LFAT",6070,131,"ASP",1,0,"13",50.5207,1.61034,,"north",,"31",50.5106,1.6301,,313,0
    3,2,"LFAT",0,,"GRS",0,1,"N",,,,,,"S",,,,,
    4,4,"EGH1",60,60,"CON",0,0,"H1",,,,,,,,,,,

    """

  static let border = """
    Country,Name,Type,Comment,ICAO,Airfield Name
    France,Le Touquet,Airport,,LFAT,Le Touquet
    France,Le Touquet,Airport,again,LFAT,Le Touquet
    Great Britain,Biggin Hill,Airport,,EGKB,Biggin Hill
    Atlantis,Nowhere,Airport,,XYZA,
    France,Calais,Harbour,,,

    """

  static func table(_ text: String, _ name: String = "airports.csv") -> AirportSources.Table {
    AirportSources.Table(name: name, bytes: Array(text.utf8))
  }

  static var sources: AirportSources {
    AirportSources(
      airports: table(airports), runways: [table(runways, "runways.csv")],
      border: table(border, "border.csv"), day: "2022-10-11")
  }

  static func places(_ scratch: Scratch) -> AirportPlaces {
    AirportPlaces(
      dataFolder: scratch.path("data"), bundledFolder: scratch.path("bundled"),
      cacheFolder: scratch.path("cache"))
  }

  /// A database made by statements, as somebody else's would be.
  static func database(at path: String, _ script: String) throws {
    try ForeignDatabase.create(at: path) { try $0.script(script) }
  }
}
