import AirportData
import Cryptography
import Foundation
import Testing
import Timebase

@Suite struct NotebookTests {
  private static let now = Timestamp(milliseconds: 1_796_040_000_000)

  @Test func whatWasAcknowledgedSurvivesAReopening() async throws {
    let scratch = try Scratch()
    let notebook = try await open(scratch)
    try await notebook.setFavourite(true, icao: "EGTF")
    try await notebook.setFavourite(true, icao: "LFAT")
    try await notebook.setFavourite(true, icao: "EGTF")
    try await notebook.setFavourite(true, icao: "LFPB")
    try await notebook.setFavourite(false, icao: "LFPB")
    try await notebook.setNote("Park left.\nCafé closes at 17", icao: "LFAT")
    try await notebook.setNote("gone", icao: "EGTF")
    try await notebook.setNote(" \n", icao: "EGTF")
    try await notebook.set("distance km", as: "settings")
    await notebook.close()
    let again = try await open(scratch)
    #expect(try await again.favourites() == ["LFAT", "EGTF"])
    #expect(
      try await again.notes() == [
        AirportNote(icao: "LFAT", text: "Park left.\nCafé closes at 17", changedAt: Self.now)
      ])
    #expect(try await again.note(icao: "EGTF") == nil)
    #expect(try await again.text("settings") == "distance km")
    #expect(try await again.text("session") == nil)
    await again.close()
    #expect(try scratch.mode("notebook.sqlite") == 0o600)
  }

  @Test func theFileTellsNothing() async throws {
    let scratch = try Scratch()
    let notebook = try await open(scratch)
    try await notebook.setFavourite(true, icao: "EGTF")
    try await notebook.setNote("Park at the hangar", icao: "EGTF")
    try await notebook.set("EGTF LFAT", as: "route")
    await notebook.close()
    let bytes = Data(try scratch.bytes("notebook.sqlite"))
    for text in ["EGTF", "hangar", "LFAT", "route"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func whatIsTooLongIsRefused() async throws {
    let scratch = try Scratch()
    let notebook = try await open(scratch)
    let long = String(repeating: "é", count: AirportNotebook.noteBytesMax / 2 + 1)
    await #expect(throws: AirportNotebookError.tooLong(bytesMax: AirportNotebook.noteBytesMax)) {
      try await notebook.setNote(long, icao: "EGTF")
    }
    #expect(try await notebook.notes().isEmpty)
    await notebook.close()
  }

  @Test func theLeastRecentFavouriteGoesWhenThereAreTooMany() async throws {
    let scratch = try Scratch()
    let notebook = try await open(scratch)
    for number in 0...AirportNotebook.favouritesMax {
      try await notebook.setFavourite(true, icao: "A\(number)")
    }
    let favourites = try await notebook.favourites()
    #expect(favourites.count == AirportNotebook.favouritesMax)
    #expect(favourites.last == "A1")
    await notebook.close()
  }

  @Test func aFileOfAnotherKeyIsSetAside() async throws {
    let scratch = try Scratch()
    let notebook = try await open(scratch)
    try await notebook.setFavourite(true, icao: "EGTF")
    await notebook.close()
    let before = try scratch.bytes("notebook.sqlite")
    let (other, kept) = try await AirportNotebook.open(
      at: scratch.path("notebook.sqlite"), storeKey: SecretBytes([UInt8](repeating: 8, count: 32)),
      now: { Self.now })
    #expect(try await other.favourites().isEmpty)
    await other.close()
    let name = try #require(kept).split(separator: "/").last.map(String.init)
    #expect(try scratch.bytes(try #require(name)) == before)
  }

  @Test func aDamagedFileIsSetAside() async throws {
    let scratch = try Scratch()
    try scratch.write(Array("no database at all".utf8), to: "notebook.sqlite")
    let (notebook, kept) = try await AirportNotebook.open(
      at: scratch.path("notebook.sqlite"), storeKey: Self.key, now: { Self.now })
    #expect(kept != nil)
    try await notebook.setFavourite(true, icao: "EGTF")
    #expect(try await notebook.favourites() == ["EGTF"])
    await notebook.close()
  }

  private static var key: SecretBytes { SecretBytes([UInt8](repeating: 7, count: 32)) }

  private func open(_ scratch: Scratch) async throws -> AirportNotebook {
    let (notebook, kept) = try await AirportNotebook.open(
      at: scratch.path("notebook.sqlite"), storeKey: Self.key, now: { Self.now })
    #expect(kept == nil)
    return notebook
  }
}
