import Bytes
import Cryptography
import Glibc
import Testing

@testable import KeyFile

@Suite struct SealedKeyFileTests {
  let scratch: Scratch
  let path: String
  let keys: IdentityKeys
  let passphrase = SecretBytes(Array("a long enough passphrase".utf8))
  /// Cheap, so that thousands of guesses take no time.
  let cost = PassphraseCost(memoryKibibytes: 1_024, passes: 1)

  init() throws {
    scratch = try Scratch()
    path = scratch.path("identity")
    var random = SeededRandom(number: 12)
    keys = IdentityKeys.generate(using: &random)
    try KeyFile.create(path, keys)
  }

  @Test func aSealedFileOpensWithItsPassphraseOnly() throws {
    try seal()
    #expect(try KeyFile.isSealed(path))
    #expect(throws: KeyFileError.sealed(path: path)) { try KeyFile.load(path) }
    for wrong in ["", "A long enough passphrase", "a long enough passphrase ", "x"] {
      #expect(throws: KeyFileError.wrongPassphrase(path: path)) {
        try KeyFile.load(path, passphrase: SecretBytes(Array(wrong.utf8)))
      }
    }
    try expectKeys(try KeyFile.load(path, passphrase: passphrase))
    #expect(try scratch.mode("identity") == 0o600)
    #expect(try scratch.names() == ["identity"])
  }

  @Test func nothingSecretStandsInASealedFile() throws {
    try seal()
    let bytes = try scratch.bytes("identity")
    for secret in [keys.noiseStatic.rawBytes, keys.signing.seed, keys.storeKey] {
      let plain = secret.withBytes { [UInt8]($0) }
      #expect(!bytes.indices.contains { bytes[$0...].starts(with: plain) })
    }
  }

  @Test func theLayoutIsTheOneOfThePage() throws {
    try seal()
    let bytes = try scratch.bytes("identity")
    #expect(bytes.count == 212)
    #expect(Array(bytes[..<19]) == Array("TERNKEYS".utf8) + [1, 1, 1, 0, 0, 4, 0, 0, 0, 0, 1])
    #expect(Array(bytes[180...]) == SHA256.hash(bytes[..<180]))
    let key = try Argon2id.key(
      from: passphrase, salt: Array(bytes[19..<35]), memoryKibibytes: 1_024, passes: 1)
    let fields = try XChaChaPoly.open(
      bytes[59..<180], key: key, nonce: Array(bytes[35..<59]), authenticating: Array(bytes[..<59]))
    #expect(SecretBytes(fields[73...]) == keys.storeKey)
  }

  @Test func saltAndNonceAreNewWithEverySeal() throws {
    var random = SeededRandom(number: 5)
    var seen: Set<[UInt8]> = []
    for _ in 0..<3 {
      try KeyFile.replace(
        path, keys, sealedBy: PassphraseSeal(passphrase, cost: cost), using: &random)
      let bytes = try scratch.bytes("identity")
      seen.insert(Array(bytes[19..<35]))
      seen.insert(Array(bytes[35..<59]))
    }
    #expect(seen.count == 6)
  }

  @Test func changingAndRemovingThePassphraseKeepsTheKeys() throws {
    try seal()
    let second = SecretBytes(Array("another one".utf8))
    try seal(with: second)
    #expect(throws: KeyFileError.wrongPassphrase(path: path)) {
      try KeyFile.load(path, passphrase: passphrase)
    }
    try expectKeys(try KeyFile.load(path, passphrase: second))
    try open()
    #expect(try !KeyFile.isSealed(path))
    try expectKeys(try KeyFile.load(path))
    #expect(try scratch.names() == ["identity"])
  }

  @Test func everyFlippedBitAndEveryCutIsNoticedAndKept() throws {
    try seal()
    let sound = try scratch.bytes("identity")
    var wrong: [String] = []
    for bit in 0..<sound.count * 8 {
      var changed = sound
      changed[bit / 8] ^= 1 << (bit % 8)
      if try !isRefused(changed) { wrong.append("bit \(bit)") }
    }
    for count in sound.indices where try !isRefused(Array(sound[..<count])) { wrong.append("cut \(count)") }
    if try !isRefused(sound + [0]) { wrong.append("longer") }
    #expect(wrong.isEmpty, "\(wrong)")
    try put(sound)
    try expectKeys(try KeyFile.load(path, passphrase: passphrase))
  }

  /// Somebody who changes the file can mend its checksum, too; the seal covers every byte before it.
  @Test func aChangedByteUnderAMendedChecksumIsRefused() throws {
    try seal()
    let sound = try scratch.bytes("identity")
    var wrong: [String] = []
    for index in 0..<180 {
      // The parameters in their lowest bits: what they ask for stays small.
      var content = Array(sound[..<180])
      content[index] ^= index == 16 || index == 17 || (11...13).contains(index) ? 0x80 : 0x02
      if try !isRefused(content + SHA256.hash(content)) { wrong.append("byte \(index)") }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test func parametersAtTheirExtremesTakeNoMemory() throws {
    try seal()
    let sound = try scratch.bytes("identity")
    let before = peakKibibytes()
    for (memory, passes) in [
      (0, 1), (8, 1), (1_023, 1), (524_289, 1), (4_194_304, 1), (UInt32.max, 1), (1_024, 0), (1_024, 17),
      (1_024, UInt32.max), (UInt32.max, UInt32.max),
    ] as [(UInt32, UInt32)] {
      var writer = ByteWriter()
      writer.append(contentsOf: sound[..<11])
      writer.append(memory)
      writer.append(passes)
      writer.append(contentsOf: sound[19..<180])
      try put(writer.bytes + SHA256.hash(writer.bytes))
      let cost = PassphraseCost(memoryKibibytes: Int(memory), passes: Int(passes))
      #expect(throws: KeyFileError.costNotAccepted(path: path, cost)) {
        try KeyFile.load(path, passphrase: passphrase)
      }
    }
    #expect(peakKibibytes() - before < 65_536)
    var random = SeededRandom(number: 1)
    let greedy = PassphraseCost(memoryKibibytes: 524_289, passes: 1)
    #expect(throws: KeyFileError.costNotAccepted(path: path, greedy)) {
      try KeyFile.replace(path, keys, sealedBy: PassphraseSeal(passphrase, cost: greedy), using: &random)
    }
  }

  @Test func whatIsWrittenByDefaultIsAccepted() {
    #expect(PassphraseCost.standard.isAccepted)
    #expect(PassphraseCost.standard.memoryKibibytes >= 65_536 && PassphraseCost.standard.passes >= 2)
  }

  /// The copies taken between the steps are what a kill leaves there.
  @Test func aKillBetweenAnyTwoStepsLeavesTheOldFileOrTheNewOne() throws {
    let second = SecretBytes(Array("another one".utf8))
    let changes: [(from: SecretBytes?, to: SecretBytes?)] = [
      (nil, passphrase), (passphrase, second), (passphrase, nil), (nil, nil),
    ]
    for change in changes {
      try rewrite(change.from)
      var copies: [(step: KeyFile.ReplacementStep, folder: String)] = []
      var random = SeededRandom(number: 3)
      let seal = change.to.map { PassphraseSeal($0, cost: cost) }
      try KeyFile.replace(path, keys, sealedBy: seal, using: &random) { step in
        copies.append((step, copyFolder()))
      }
      #expect(copies.map(\.step) == KeyFile.ReplacementStep.allCases)
      for (step, folder) in copies {
        let left = folder + "/identity"
        let passphrase = step == .written ? change.from : change.to
        try expectKeys(try KeyFile.load(left, passphrase: passphrase))
        #expect(try KeyFile.isSealed(left) == (passphrase != nil))
        #expect(names(folder) == ["identity"], "\(step) left something behind")
      }
    }
  }

  @Test func theOldBytesAreOverwrittenUnlessTheFileHasAnotherName() throws {
    let watched = Glibc.open(path, O_RDONLY)
    defer { close(watched) }
    try seal()
    #expect(contents(of: watched) == [UInt8](repeating: 0, count: 147))

    try open()
    let copy = scratch.path("copy")
    link(path, copy)
    try seal()
    try expectKeys(try KeyFile.load(copy))
  }

  @Test func replacingWhatIsNotOurKeyFileIsRefused() throws {
    var random = SeededRandom(number: 3)
    unlink(path)
    #expect(throws: KeyFileError.missing(path: path)) {
      try KeyFile.replace(path, keys, sealedBy: nil, using: &random)
    }
    symlink("nowhere", path)
    #expect(throws: KeyFileError.inputOutput(path: path, systemError: ELOOP)) {
      try KeyFile.replace(path, keys, sealedBy: nil, using: &random)
    }
    unlink(path)
    try KeyFile.create(path, keys)
    chmod(path, 0o644)
    #expect(throws: KeyFileError.permissionsTooOpen(path: path, mode: 0o644)) {
      try KeyFile.replace(path, keys, sealedBy: nil, using: &random)
    }
  }

  private func seal(with other: SecretBytes? = nil) throws {
    try rewrite(other ?? passphrase)
  }

  private func open() throws { try rewrite(nil) }

  private func rewrite(_ passphrase: SecretBytes?) throws {
    var random = SeededRandom(number: 9)
    let seal = passphrase.map { PassphraseSeal($0, cost: cost) }
    try KeyFile.replace(path, keys, sealedBy: seal, using: &random)
  }

  private func expectKeys(_ loaded: IdentityKeys) throws {
    #expect(loaded.noiseStatic.rawBytes == keys.noiseStatic.rawBytes)
    #expect(loaded.signing.seed == keys.signing.seed)
    #expect(loaded.storeKey == keys.storeKey)
  }

  private func put(_ bytes: [UInt8]) throws {
    unlink(path)
    try scratch.write(bytes, to: "identity")
    chmod(path, 0o600)
  }

  private func isRefused(_ bytes: [UInt8]) throws -> Bool {
    try put(bytes)
    do {
      _ = try KeyFile.load(path, passphrase: passphrase)
      return false
    } catch {
      return try scratch.bytes("identity") == bytes
    }
  }

  private func copyFolder() -> String {
    let copy = scratch.path("copy-\(UInt64.random(in: 0 ... .max))")
    mkdir(copy, 0o700)
    for name in names(scratch.folder.path) where !name.hasPrefix("copy-") {
      guard let bytes = try? scratch.bytes(name) else { continue }
      let descriptor = Glibc.open(copy + "/" + name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      _ = Glibc.write(descriptor, bytes, bytes.count)
      close(descriptor)
    }
    return copy
  }

  private func names(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func contents(of descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 1, count: 1_024)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
  }

  private func peakKibibytes() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss
  }
}
