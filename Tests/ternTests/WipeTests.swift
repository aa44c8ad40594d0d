import Foundation
import Testing
import Timebase

@testable import tern

/// The emergency wipe on files: stopped after each of its steps, it is finished by the next start.
@Suite struct WipeTests {
  private static let secret = "s3cret-nickname"
  private static let moment = Timestamp(milliseconds: 1_800_000_000_000)

  @Test func stoppedAfterEachStepTheNextStartFinishesIt() throws {
    for limit in 0...EmergencyWipe.steps.count {
      let place = try Place()
      try place.fill()
      #expect(try place.secrets().count > 20)
      try place.wipe.begin(now: Self.moment)
      try place.wipe.finish(now: Self.moment, limit: limit)
      #expect(place.wipe.isPending, "after step \(limit) it counts as finished")
      let started = try EmergencyWipe(places: place.places).finishIfPending(now: Timestamp(milliseconds: 9))
      #expect(started)
      try place.expectNothingLeft("after step \(limit)")
      #expect(WipeIntent.wipedAt(place.places.folder) == Self.moment)
      #expect(try !place.wipe.finishIfPending(now: Self.moment), "it is finished once")
    }
  }

  @Test func theKeysGoFirst() throws {
    #expect(EmergencyWipe.steps.first == .file(.keys))
    let place = try Place()
    try place.fill()
    try place.wipe.begin(now: Self.moment)
    try place.wipe.finish(now: Self.moment, limit: 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.places.folder.path)
    #expect(!names.contains { $0.hasPrefix("identity.key") } && names.contains("messages.sqlite"))
  }

  @Test func aKeyIsOverwrittenBeforeItsNameGoes() throws {
    let place = try Place()
    let path = place.places.folder.path(of: .keys)
    try Data(repeating: 7, count: 9_000).write(to: URL(filePath: path))
    try FileManager.default.linkItem(atPath: path, toPath: place.root.path + "/another-name")
    WipeFiles.overwrite(path)
    #expect(try Data(contentsOf: place.root.appending(path: "another-name")) == Data(count: 9_000))
  }

  @Test func eitherIntentAloneIsEnough() throws {
    for kept in [ProfileFile.wipePending, .lock] {
      let place = try Place()
      try place.fill()
      try place.wipe.begin(now: Self.moment)
      let other = place.places.folder.path(of: kept == .lock ? .wipePending : .lock)
      try FileManager.default.removeItem(atPath: other)
      #expect(try place.wipe.finishIfPending(now: Self.moment))
      try place.expectNothingLeft("with \(kept) alone")
    }
  }

  @Test func aPageOfThePersonsOwnStays() throws {
    let place = try Place()
    try place.write("mine", to: "run/tern-notes.html")
    try place.write("mine", to: "run/tern-1234.html")
    #expect(OutsidePlace.browserPage.paths(in: place.places).isEmpty)
  }

  @Test func aClockThatWasAheadDoesNotMakeTheProfileDeaf() throws {
    let place = try Place()
    let ahead = Timestamp(milliseconds: Self.moment.milliseconds + 86_400_000_000)
    try place.wipe.begin(now: ahead)
    #expect(try place.wipe.finishIfPending(now: Self.moment))
    #expect(WipeIntent.wipedAt(place.places.folder) == Self.moment)
    #expect(
      WipeIntent.notAhead(Self.moment, of: Timestamp(milliseconds: 9)) == Self.moment, "a clock not set")
  }

  @Test func twiceIsSafeAndTheLaterTimeStays() throws {
    let place = try Place()
    for milliseconds in [UInt64(500), 400] {
      try place.fill()
      try place.wipe.begin(now: Timestamp(milliseconds: milliseconds))
      try place.wipe.finish(now: Self.moment)
      try place.wipe.finish(now: Self.moment)
      try place.expectNothingLeft("at \(milliseconds)")
    }
    #expect(WipeIntent.wipedAt(place.places.folder).map { $0.milliseconds >= 500 } == true)
  }

  @Test func whatIsThePersonsOwnStays() throws {
    let place = try Place()
    try place.fill()
    let files = ["accounts.mmb", "data/tern/airports.d/airports.db", "data/tern/bob/identity.key"]
    for file in files { try place.write("mine", to: file) }
    // A link out of the folder takes nothing with it.
    try FileManager.default.createSymbolicLink(
      atPath: place.places.folder.path + "/link", withDestinationPath: place.root.path + "/accounts.mmb")
    try FileManager.default.createSymbolicLink(
      atPath: place.places.folder.path + "/messages.sqlite.link",
      withDestinationPath: place.root.path + "/data")
    try place.wipe.begin(now: Self.moment)
    try place.wipe.finish(now: Self.moment)
    for file in files {
      #expect(try String(contentsOf: place.root.appending(path: file), encoding: .utf8) == "mine")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.places.folder.path) == ["lock", "wiped-at"])
  }

  @Test func withoutAPlaceForTheIntentNothingIsChanged() throws {
    let place = try Place()
    let gone = EmergencyWipe(
      places: WipePlaces(
        profile: "alice", folder: ProfileFolder(path: place.root.path + "/nowhere"), environment: [:]))
    #expect(throws: WipeProblem.cannotBegin(place.root.path + "/nowhere")) {
      try gone.begin(now: Self.moment)
    }
  }

  @Test func everyFileOfAProfileSaysWhatBecomesOfIt() {
    let stays = ProfileFile.allCases.filter { $0.fate == .stays }
    #expect(stays == [.lock, .wipePending, .wiped])
    #expect(
      EmergencyWipe.steps.count == ProfileFile.allCases.count - stays.count + 1 + OutsidePlace.allCases.count)
    #expect(ProfileFile.keys.claims("identity.key.damaged-20260101-000000"))
    #expect(ProfileFile.conversations.claims("messages.sqlite-wal"))
    #expect(!ProfileFile.keys.claims("identity.keys"))
  }

  /// A profile with something of everything.
  private final class Place {
    let root: URL
    let places: WipePlaces
    var wipe: EmergencyWipe { EmergencyWipe(places: places) }

    init() throws {
      root = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)")
      let folder = ProfileFolder(path: root.path + "/data/tern/alice")
      for path in [folder.path, root.path + "/run/tern", root.path + "/cache/tern"] {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      try Data().write(to: root.appending(path: "run/tern/alice.sock"))
      var places = WipePlaces(
        profile: "alice", folder: folder,
        environment: ["XDG_CACHE_HOME": root.path + "/cache", "XDG_RUNTIME_DIR": root.path + "/run"])
      places.controlSocket = root.path + "/run/tern/alice.sock"
      places.pageFolders = [root.path + "/run"]
      self.places = places
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func write(_ text: String, to path: String) throws {
      let url = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func fill() throws {
      for file in ProfileFile.allCases where file.fate != .stays {
        for ending in ["", "-wal", "-shm", "-journal", ".new", ".damaged-20260101-000000"] {
          if file == .airports || file == .cache {
            try write(secret, to: "data/tern/alice/\(file.rawValue)\(ending)/deep/file")
          } else {
            try write(secret, to: "data/tern/alice/\(file.rawValue)\(ending)")
          }
        }
      }
      try write(secret, to: "data/tern/alice/something.tern-AbCdEf")
      try write(secret, to: "cache/tern/aip/LFPB.json")
      try write(secret, to: "run/tern/alice.sock")
      try write(secret, to: "run/tern-6F9619FF-8B86-D011-B42D-00CF4FC964FF.html")
    }

    func secrets() throws -> [String] {
      let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      return all.filter { path in
        guard let bytes = try? Data(contentsOf: root.appending(path: path)) else { return false }
        return bytes.range(of: Data(secret.utf8)) != nil || path.contains(secret)
      }
    }

    func expectNothingLeft(_ when: String) throws {
      let left = try secrets()
      #expect(left.isEmpty, "\(when): \(left)")
      let names = try FileManager.default.contentsOfDirectory(atPath: places.folder.path).sorted()
      #expect(names == ["lock", "wiped-at"], "\(when)")
      #expect(try Data(contentsOf: URL(filePath: places.folder.path(of: .lock))).isEmpty)
    }

    private var secret: String { WipeTests.secret }
  }
}
