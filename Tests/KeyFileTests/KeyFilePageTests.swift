import Cryptography
import KeyFile
import Testing

@Suite struct KeyFilePageTests {
  @Test func theExampleOfThePageWorks() throws {
    let scratch = try Scratch()
    let path = scratch.path("identity")
    var random = SeededRandom(number: 7)
    let keys = IdentityKeys.generate(using: &random)
    do {
      _ = try KeyFile.load(path)
    } catch KeyFileError.missing {
      try KeyFile.create(path, keys)
    }
    let loaded = try KeyFile.load(path)
    let isSame = loaded.noiseStatic.publicKey == keys.noiseStatic.publicKey  // true
    #expect(isSame)
  }
}
