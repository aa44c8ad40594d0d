import Bytes
import Cryptography
import Testing

/// Known answers of the RFCs.
@Suite struct KnownAnswerTests {
  @Test func hashesMatchTheStandards() {
    #expect(
      SHA256.hash(Array("abc".utf8)).hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hash([]).hexadecimal == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA512.hash(Array("abc".utf8)).hexadecimal
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    #expect(
      BLAKE2b.hash(Array("abc".utf8), outputBytes: 64).hexadecimal
        == "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
        + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923")
    #expect(BLAKE2b.hash([], outputBytes: 16).hexadecimal == "cae66941d9efbd404e4d88758ea67670")
  }

  @Test func piecesHashLikeTheWhole() {
    var random = SeededRandom(number: 7)
    let message = random.bytes(1000)
    var hasher = SHA256()
    var rest = message[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...min(130, rest.count), using: &random)
      hasher.update(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(hasher.finalize() == SHA256.hash(message))
    #expect(hasher.finalize() == SHA256.hash(message), "finalize changed the state")
  }

  /// Made with argon2-cffi 25.1, which carries the reference implementation (type ID, version 1.3, one lane).
  @Test func passphrasesGiveTheKeysOfTheReferenceImplementation() throws {
    let cases: [(passphrase: String, salt: [UInt8], passes: Int, memory: Int, key: String)] = [
      (
        "password", Array("somesaltsomesalt".utf8), 1, 8_192,
        "84fb006bbc3cd69895722b64b5bf735251a9e8e9f3ecb93ff595b98aeb7accb7"
      ),
      (
        "correct horse battery staple", Array(0..<16), 3, 1_024,
        "590d7ddd37a1ed86417a3614be47c9f782828a38902390018d39bb6556fee029"
      ),
      (
        "", [UInt8](repeating: 0xFF, count: 16), 2, 8,
        "62e0d9ff558a0b7a18741cdcaccfae7f4269f5c0d349c6b377751c0540a63bbe"
      ),
    ]
    for known in cases {
      let key = try Argon2id.key(
        from: SecretBytes(Array(known.passphrase.utf8)), salt: known.salt, memoryKibibytes: known.memory,
        passes: known.passes)
      #expect(key == SecretBytes(bytes(known.key)))
    }
    let secret = SecretBytes([1])
    for (salt, memory, passes, count) in [
      (15, 8, 1, 32), (17, 8, 1, 32), (16, 7, 1, 32), (16, 8, 0, 32), (16, 8, 1, 15), (16, .max, 1, 32),
      (16, -1, 1, 32),
    ] {
      #expect(throws: CryptographyError.self) {
        try Argon2id.key(
          from: secret, salt: [UInt8](repeating: 0, count: salt), memoryKibibytes: memory, passes: passes,
          count: count)
      }
    }
  }

  /// RFC 4231, cases 1, 2 and 6 (a key longer than a block).
  @Test func authenticationCodesMatchRFC4231() {
    let long = SecretBytes([UInt8](repeating: 0xaa, count: 131))
    let cases: [(SecretBytes, String, String)] = [
      (
        SecretBytes([UInt8](repeating: 0x0b, count: 20)), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        SecretBytes(Array("Jefe".utf8)), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        long, "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for (key, message, code) in cases {
      #expect(HMACSHA256.code(for: Array(message.utf8), key: key).hexadecimal == code)
      #expect(HMACSHA256.isValid(code: bytes(code), for: Array(message.utf8), key: key))
      #expect(!HMACSHA256.isValid(code: bytes(code).dropLast(), for: Array(message.utf8), key: key))
    }
  }

  /// RFC 5869, cases 1 to 3.
  @Test func derivedKeysMatchRFC5869() throws {
    let input = SecretBytes([UInt8](repeating: 0x0b, count: 22))
    let first = HKDFSHA256.extract(salt: bytes("000102030405060708090a0b0c"), input: input)
    #expect(hexadecimal(first) == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5")
    #expect(
      hexadecimal(try HKDFSHA256.expand(first, info: bytes("f0f1f2f3f4f5f6f7f8f9"), count: 42))
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    let second = HKDFSHA256.extract(
      salt: (0x60...0xaf).map { UInt8($0) }, input: SecretBytes((0x00...0x4f).map { UInt8($0) }))
    #expect(
      hexadecimal(try HKDFSHA256.expand(second, info: (0xb0...0xff).map { UInt8($0) }, count: 82))
        == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
        + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
        + "cc30c58179ec3e87c14c01d5c1f3434f1d87"
    )
    let third = HKDFSHA256.extract(salt: [UInt8](), input: input)
    #expect(
      hexadecimal(try HKDFSHA256.expand(third, info: [UInt8](), count: 42))
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    #expect(throws: CryptographyError.tooLong(.derivedKey, maximum: 8160, found: 8161)) {
      try HKDFSHA256.expand(third, info: [UInt8](), count: 8161)
    }
    #expect(throws: CryptographyError.wrongLength(.derivedKey, expected: 1, found: 0)) {
      try HKDFSHA256.expand(third, info: [UInt8](), count: 0)
    }
  }

  /// RFC 7748, section 6.1.
  @Test func agreementMatchesRFC7748() throws {
    let alice = try X25519.PrivateKey(
      rawBytes: bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    #expect(
      alice.publicKey.bytes.hexadecimal == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    let bob = try X25519.PrivateKey(
      rawBytes: bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
    let shared = try alice.sharedSecret(with: bob.publicKey)
    #expect(hexadecimal(shared) == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    #expect(try bob.sharedSecret(with: alice.publicKey) == shared)
  }

  /// RFC 8032, section 7.1, tests 1 and 3.
  @Test func signaturesMatchRFC8032() throws {
    let cases = [
      (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
          + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
      ),
      (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
          + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
      ),
    ]
    for (seed, publicKey, message, signature) in cases {
      let key = try Ed25519.PrivateKey(seed: bytes(seed))
      #expect(key.publicKey.bytes.hexadecimal == publicKey)
      #expect(key.signature(for: bytes(message)).hexadecimal == signature)
      #expect(key.publicKey.isValid(signature: bytes(signature), for: bytes(message)))
    }
  }

  /// RFC 8439, section 2.8.2.
  @Test func sealingMatchesRFC8439() throws {
    let key = SecretBytes((0x80...0x9f).map { UInt8($0) })
    let nonce = bytes("070000004041424344454647")
    let context = bytes("50515253c0c1c2c3c4c5c6c7")
    let text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      + "sunscreen would be it."
    let sealed = try ChaChaPoly.seal(Array(text.utf8), key: key, nonce: nonce, authenticating: context)
    #expect(sealed.prefix(16).hexadecimal == "d31a8d34648e60db7b86afbc53ef7ec2")
    #expect(sealed.suffix(16).hexadecimal == "1ae10b594f09e26a7e902ecbd0600691")
    #expect(
      try ChaChaPoly.open(sealed, key: key, nonce: nonce, authenticating: context) == Array(text.utf8))
  }

  /// RFC 8439, appendix A.1, test 1: the first 64 bytes of keystream under zero key and nonce.
  @Test func theRandomStreamIsChaCha20WithItsFirstBytesKept() {
    var random = SeededRandom(number: 0)
    #expect(
      random.bytes(32).hexadecimal == "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586")
  }
}

func bytes(_ text: String) -> [UInt8] {
  [UInt8](hexadecimal: text) ?? []
}

func hexadecimal(_ secret: SecretBytes) -> String {
  secret.withBytes { $0.hexadecimal }
}
