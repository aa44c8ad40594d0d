import Bytes
import Cryptography
import Glibc
import KeyFile
import Testing
import Timebase

@Suite struct KeyFileTests {
  let scratch: Scratch
  let path: String
  let keys: IdentityKeys

  init() throws {
    scratch = try Scratch()
    path = scratch.path("identity")
    var random = SeededRandom(number: 11)
    keys = IdentityKeys.generate(using: &random)
  }

  @Test(arguments: [
    (28 as Int32, "the disk is full"), (13, "not allowed"), (30, "only be read"), (5, "failed"),
  ])
  func whatTheSystemRefusedIsSaidInWords(code: Int32, words: String) {
    let said = "\(KeyFileError.inputOutput(path: "a.key", systemError: code))"
    #expect(said.contains(words) && !said.contains("system error"))
  }

  @Test func whatWasCreatedIsLoadedAndPrivate() throws {
    try KeyFile.create(path, keys)
    let loaded = try KeyFile.load(path)
    #expect(loaded.noiseStatic.rawBytes == keys.noiseStatic.rawBytes)
    #expect(loaded.signing.seed == keys.signing.seed)
    #expect(loaded.storeKey == keys.storeKey)
    #expect(try scratch.mode("identity") == 0o600)
    #expect(try scratch.names() == ["identity"])
  }

  @Test func theLayoutIsTheOneOfThePage() throws {
    try KeyFile.create(path, keys)
    let bytes = try scratch.bytes("identity")
    #expect(bytes.count == 147)
    #expect(Array(bytes[..<13]) == Array("TERNKEYS".utf8) + [1, 0, 1, 0, 32])
    #expect(SecretBytes(bytes[83..<115]) == keys.storeKey)
    #expect(Array(bytes[115...]) == SHA256.hash(bytes[..<115]))
  }

  @Test func anExistingFileIsNeverOverwritten() throws {
    for content in [[], Array("hello".utf8)] as [[UInt8]] {
      try scratch.write(content, to: "identity")
      #expect(throws: KeyFileError.alreadyExists(path: path)) { try KeyFile.create(path, keys) }
      #expect(try scratch.bytes("identity") == content)
    }
    unlink(path)
    symlink("nowhere", path)
    #expect(throws: KeyFileError.alreadyExists(path: path)) { try KeyFile.create(path, keys) }
  }

  @Test func aMissingFileAndAMissingFolderAreTold() {
    #expect(throws: KeyFileError.missing(path: path)) { try KeyFile.load(path) }
    let elsewhere = scratch.path("no/identity")
    #expect(throws: KeyFileError.inputOutput(path: elsewhere + ".new", systemError: ENOENT)) {
      try KeyFile.create(elsewhere, keys)
    }
  }

  @Test func aFileThatOthersCanOpenIsRefused() throws {
    try KeyFile.create(path, keys)
    for mode in [0o640, 0o604, 0o620, 0o666] as [mode_t] {
      chmod(path, mode)
      #expect(throws: KeyFileError.permissionsTooOpen(path: path, mode: mode)) { try KeyFile.load(path) }
    }
    chmod(path, 0o400)
    _ = try KeyFile.load(path)
  }

  @Test func anythingThatIsNotAPlainKeyFileIsRefused() throws {
    for content in [Array("hello, world".utf8), [UInt8](repeating: 0, count: 147)] {
      try put(content)
      #expect(throws: KeyFileError.notAKeyFile(path: path)) { try KeyFile.load(path) }
      #expect(try scratch.bytes("identity") == content)
    }
    try put([UInt8](repeating: 1, count: 5_000))
    #expect(throws: KeyFileError.notAKeyFile(path: path)) { try KeyFile.load(path) }
    unlink(path)
    try KeyFile.create(scratch.path("real"), keys)
    symlink(scratch.path("real"), path)
    #expect(throws: KeyFileError.notAKeyFile(path: path)) { try KeyFile.load(path) }
    unlink(path)
    mkdir(path, 0o700)
    #expect(throws: KeyFileError.notAKeyFile(path: path)) { try KeyFile.load(path) }
    rmdir(path)
    mkfifo(path, 0o600)
    #expect(throws: KeyFileError.notAKeyFile(path: path)) { try KeyFile.load(path) }
  }

  @Test func everyChangedOrMissingByteIsNoticedAndKept() throws {
    try KeyFile.create(path, keys)
    let sound = try scratch.bytes("identity")
    var wrong: [String] = []
    for index in sound.indices {
      var changed = sound
      changed[index] ^= 0x02
      if try !isRefused(changed) { wrong.append("changed \(index)") }
      if try !isRefused(Array(sound[..<index])) { wrong.append("cut \(index)") }
    }
    if try !isRefused(sound + [0]) { wrong.append("longer") }
    #expect(wrong.isEmpty, "\(wrong)")
    try put(sound)
    _ = try KeyFile.load(path)
  }

  @Test func aNewerVersionAndUnknownFlagsAreToldApartFromDamage() throws {
    try KeyFile.create(path, keys)
    let sound = try scratch.bytes("identity")
    for (index, value, version) in [(8, UInt8(9), 9), (9, UInt8(2), 1)] {
      var bytes = Array(sound[..<115])
      bytes[index] = value
      try put(bytes + SHA256.hash(bytes))
      #expect(throws: KeyFileError.newerVersion(path: path, found: version)) { try KeyFile.load(path) }
    }
  }

  @Test func leftoversOfAKilledCreationDoNoHarm() throws {
    try scratch.write([1, 2, 3], to: "identity.new")
    #expect(throws: KeyFileError.missing(path: path)) { try KeyFile.load(path) }
    try KeyFile.create(path, keys)
    #expect(try scratch.names() == ["identity"])
    link(path, path + ".new")
    _ = try KeyFile.load(path)
    #expect(try scratch.names() == ["identity"])
  }

  @Test func settingAsideKeepsEveryFile() throws {
    let time = Timestamp(milliseconds: 1_750_000_000_123)
    for round in 1...3 {
      try scratch.write([UInt8(round)], to: "identity")
      try KeyFile.setAside(path, at: time)
    }
    let stem = "identity.damaged-20250615-150640"
    #expect(try scratch.names() == [stem, stem + "-2", stem + "-3"])
    #expect(try scratch.bytes(stem + "-3") == [3])
    #expect(throws: KeyFileError.missing(path: path)) { try KeyFile.setAside(path, at: time) }
  }

  @Test func theMessagesNameTheFileAndNoSecret() throws {
    try KeyFile.create(path, keys)
    chmod(path, 0o644)
    do {
      _ = try KeyFile.load(path)
      Issue.record("an open file was loaded")
    } catch {
      #expect("\(error)".contains("chmod 600"))
      #expect("\(error)".contains(path))
    }
    #expect("\(keys.storeKey)" == "SecretBytes(32 bytes)")
  }

  private func put(_ bytes: [UInt8]) throws {
    unlink(path)
    try scratch.write(bytes, to: "identity")
    chmod(path, 0o600)
  }

  private func isRefused(_ bytes: [UInt8]) throws -> Bool {
    try put(bytes)
    do {
      _ = try KeyFile.load(path)
      return false
    } catch {
      return try scratch.bytes("identity") == bytes
    }
  }
}
