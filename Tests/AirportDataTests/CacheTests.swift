import Aviation
import Testing
import Timebase

@testable import AirportData

@Suite struct CacheTests {
  private static let now = Timestamp(milliseconds: 1_796_040_000_000)
  private static let entries = [
    AIPEntry(
      ident: "LFAT", section: .operational, field: "Douanes", value: "H24",
      standardField: StandardField(id: 302), mappingScore: 0.9, altField: "Customs", altValue: "HO",
      source: "sia"),
    AIPEntry(ident: "LFAT", section: .passenger, field: "Hotels", value: "In town"),
  ]

  @Test func entriesAreFreshForADay() throws {
    let scratch = try Scratch()
    let cache = AIPCache(folder: scratch.path("aip_cache"))
    #expect(cache.entries(of: "LFAT", at: Self.now) == nil)
    try cache.keep(Self.entries, of: "LFAT", at: Self.now)
    #expect(cache.entries(of: "LFAT", at: Self.now) == Self.entries)
    let day = UInt64(AIPCache.freshSeconds) * 1_000
    #expect(cache.entries(of: "LFAT", at: Timestamp(milliseconds: Self.now.milliseconds + day - 1)) != nil)
    #expect(cache.entries(of: "LFAT", at: Timestamp(milliseconds: Self.now.milliseconds + day)) == nil)
    #expect(cache.entries(of: "LFAT", at: Timestamp(milliseconds: Self.now.milliseconds - 1)) == nil)
    cache.clear()
    #expect(try scratch.names().isEmpty)
  }

  @Test func theFileIsPlainJSONWithAnISOTime() throws {
    let scratch = try Scratch()
    try AIPCache(folder: scratch.path("c")).keep(Self.entries, of: "LFAT", at: Self.now)
    let text = String(decoding: try scratch.bytes("c/LFAT.json"), as: UTF8.self)
    #expect(text.contains("\"fetchedAt\":\"2026-11-30T"))
  }

  @Test func whatCannotBeReadCountsAsAbsent() throws {
    let scratch = try Scratch()
    let cache = AIPCache(folder: scratch.path("c"))
    try cache.keep(Self.entries, of: "LFAT", at: Self.now)
    for text in ["", "{", "[]", "{\"icao\":\"EGTF\",\"entries\":[],\"fetchedAt\":\"2026-11-30T00:00:00Z\"}"] {
      try scratch.write(Array(text.utf8), to: "c/LFAT.json")
      #expect(cache.entries(of: "LFAT", at: Self.now) == nil, "\(text)")
    }
    #expect(cache.entries(of: "../etc", at: Self.now) == nil)
    #expect(throws: AirportDataError.self) { try cache.keep([], of: "../x", at: Self.now) }
  }
}
