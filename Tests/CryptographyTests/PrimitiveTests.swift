import Bytes
import Cryptography
import Testing

@Suite struct PrimitiveTests {
  @Test func refusedPublicKeysAreRefused() throws {
    let refused = [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000001",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "daffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "dbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ]
    for key in refused {
      #expect(throws: CryptographyError.unacceptablePublicKey, "\(key)") {
        try X25519.PublicKey(rawBytes: bytes(key))
      }
    }
    #expect(throws: CryptographyError.wrongLength(.publicKey, expected: 32, found: 31)) {
      try X25519.PublicKey(rawBytes: [UInt8](repeating: 9, count: 31))
    }
    #expect(try X25519.PublicKey(rawBytes: [9] + [UInt8](repeating: 0, count: 31)).bytes.first == 9)
  }

  /// The encodings of small order that are not on the list: p - 1, p, p + 1.
  @Test func pointsOfSmallOrderGiveNoSecret() throws {
    var random = SeededRandom(number: 3)
    let key = X25519.PrivateKey.generate(using: &random)
    for first: UInt8 in [0xec, 0xed, 0xee] {
      let point = [first] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
      let other = try X25519.PublicKey(rawBytes: point)
      #expect(throws: CryptographyError.sharedSecretIsZero) { try key.sharedSecret(with: other) }
    }
  }

  @Test func keysOfOtherLengthsAreRefused() {
    for count in [0, 31, 33] {
      let raw = [UInt8](repeating: 1, count: count)
      #expect(throws: CryptographyError.self) { try X25519.PrivateKey(rawBytes: raw) }
      #expect(throws: CryptographyError.self) { try Ed25519.PrivateKey(seed: raw) }
      #expect(throws: CryptographyError.self) { try Ed25519.PublicKey(rawBytes: raw) }
      #expect(throws: CryptographyError.self) {
        try ChaChaPoly.seal([1], key: SecretBytes(raw), nonce: [UInt8](repeating: 0, count: 12))
      }
    }
  }

  @Test func everyFlippedBitOfASignatureIsNoticed() throws {
    var random = SeededRandom(number: 4)
    let key = Ed25519.PrivateKey.generate(using: &random)
    let message = random.bytes(40)
    let signature = key.signature(for: message)
    var accepted: [Int] = []
    for bit in 0..<signature.count * 8
    where key.publicKey.isValid(
      signature: flipping(bit, of: signature), for: message)
    {
      accepted.append(bit)
    }
    for bit in 0..<message.count * 8
    where key.publicKey.isValid(
      signature: signature, for: flipping(bit, of: message))
    {
      accepted.append(bit)
    }
    #expect(accepted.isEmpty)
    #expect(key.publicKey.isValid(signature: signature, for: message))
    #expect(!key.publicKey.isValid(signature: signature.dropLast(), for: message))
    #expect(!key.publicKey.isValid(signature: [UInt8](), for: message))
    let weak = try Ed25519.PublicKey(rawBytes: [1] + [UInt8](repeating: 0, count: 31))
    #expect(!weak.isValid(signature: [1] + [UInt8](repeating: 0, count: 63), for: message))
  }

  @Test func everyFlippedBitOfASealIsNoticed() throws {
    var random = SeededRandom(number: 5)
    let key = SecretBytes(count: 32, using: &random)
    let nonce = random.bytes(24)
    for length in [0, 1, 65] {
      let plaintext = random.bytes(length)
      let sealed = try XChaChaPoly.seal(plaintext, key: key, nonce: nonce, authenticating: [7])
      #expect(try XChaChaPoly.open(sealed, key: key, nonce: nonce, authenticating: [7]) == plaintext)
      var opened: [Int] = []
      for bit in 0..<sealed.count * 8 {
        let altered = flipping(bit, of: sealed)
        if (try? XChaChaPoly.open(altered, key: key, nonce: nonce, authenticating: [7])) != nil {
          opened.append(bit)
        }
      }
      #expect(opened.isEmpty)
      #expect(throws: CryptographyError.authenticationFailed) {
        try XChaChaPoly.open(sealed, key: key, nonce: nonce, authenticating: [8])
      }
    }
    #expect(throws: CryptographyError.tooShort(.sealedMessage, minimum: 16, found: 15)) {
      try XChaChaPoly.open(random.bytes(15), key: key, nonce: nonce)
    }
    #expect(throws: CryptographyError.wrongLength(.nonce, expected: 12, found: 24)) {
      try ChaChaPoly.open(random.bytes(16), key: key, nonce: nonce)
    }
  }

  @Test func secretsAreNotPrinted() {
    let secret = SecretBytes([0xde, 0xad])
    var dumped = ""
    dump(secret, to: &dumped)
    #expect("\(secret)" == "SecretBytes(2 bytes)")
    #expect(!dumped.contains("222") && !dumped.contains("storage"))
  }

  @Test func secretsCompareByContent() {
    #expect(SecretBytes([1, 2]) == SecretBytes([1, 2]))
    #expect(SecretBytes([1, 2]) != SecretBytes([1, 3]))
    #expect(SecretBytes([1, 2]) != SecretBytes([1]))
    #expect(SecretBytes([]) == SecretBytes([]))
    #expect(constantTimeEquals([1, 2, 3], [0, 1, 2, 3].dropFirst()))
    #expect(!constantTimeEquals([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEquals([1, 2, 3], [1, 2]))
  }

  @Test func theRandomStreamDoesNotDependOnHowItIsDrawn() {
    var whole = SeededRandom(number: 9)
    var pieces = SeededRandom(number: 9)
    let expected = whole.bytes(5000)
    var drawn: [UInt8] = []
    var size = 0
    while drawn.count < 5000 {
      if size.isMultiple(of: 5) {
        var word = pieces.next()
        for _ in 0..<8 {
          drawn.append(UInt8(truncatingIfNeeded: word))
          word >>= 8
        }
      } else {
        drawn += pieces.bytes(size)
      }
      size = (size + 1) % 700
    }
    #expect(Array(drawn.prefix(5000)) == expected)
    var other = SeededRandom(number: 10)
    #expect(other.bytes(32) != Array(expected.prefix(32)))
    #expect(Set(stride(from: 0, to: 4992, by: 16).map { Array(expected[$0..<$0 + 16]) }).count == 312)
  }
}

func flipping(_ bit: Int, of bytes: [UInt8]) -> [UInt8] {
  var altered = bytes
  altered[bit / 8] ^= 1 << UInt8(bit % 8)
  return altered
}
