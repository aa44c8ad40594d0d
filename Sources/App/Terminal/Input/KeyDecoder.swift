/// Turns the bytes of a terminal into keys: UTF-8, control bytes, escape sequences, bracketed paste.
///
/// Takes bytes in any pieces. Unknown and overlong sequences are dropped whole, wrong UTF-8 becomes U+FFFD.
/// What is held back never exceeds `sequenceBytesMax`, in a paste `pasteBytesMax`; what a paste has more is
/// dropped, never typed.
struct KeyDecoder: Sendable {
  static let sequenceBytesMax = 64
  static let pasteBytesMax = 65_536

  private enum State: Sendable, Equatable {
    case ground
    /// Begun scalar and how many bytes it needs.
    case scalar([UInt8], length: Int)
    case escape
    /// `ESC O`.
    case single
    /// Parameters so far.
    case sequence([UInt8])
    /// An overlong sequence, whose end is awaited.
    case skipping
    /// Until the end mark.
    case paste
  }

  private var state = State.ground
  /// What was pasted so far; the last bytes may be the beginning of the end mark.
  private var pasted: [UInt8] = []

  /// Whether something begun waits for more bytes; after a moment without any, call `flush`.
  var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    case .scalar, .escape, .single, .sequence, .skipping: true
    }
  }

  /// The keys in the next bytes.
  mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, &keys) }
    return keys
  }

  /// No more bytes came: what was begun is what it is.
  mutating func flush() -> [Key] {
    defer { if isWaiting { state = .ground } }
    return switch state {
    case .escape: [.escape]
    case .scalar: [.text("\u{FFFD}")]
    case .single: [.alt("O")]
    case .sequence(let parameters): parameters.isEmpty ? [.alt("[")] : []
    case .ground, .skipping, .paste: []
    }
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground: begin(byte, &keys)
    case .scalar(let bytes, let length): go(on: bytes, length, byte, &keys)
    case .escape: afterEscape(byte, &keys)
    case .single:
      state = .ground
      if byte == 0x1B {
        state = .escape
      } else if let key = Self.letterKey(byte, modified: false) {
        keys.append(key)
      }
    case .sequence(let parameters): inSequence(parameters, byte, &keys)
    case .skipping:
      if byte == 0x1B { state = .escape } else if (0x40...0x7E).contains(byte) { state = .ground }
    case .paste: inPaste(byte, &keys)
    }
  }

  private mutating func begin(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x7F, 0x08: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Self.letter(byte + 0x60)))
    case 0x00, 0x1C...0x1F: break
    case 0x20...0x7E: keys.append(.text(String(Self.letter(byte))))
    case 0xC2...0xDF: state = .scalar([byte], length: 2)
    case 0xE0...0xEF: state = .scalar([byte], length: 3)
    case 0xF0...0xF4: state = .scalar([byte], length: 4)
    default: keys.append(.text("\u{FFFD}"))
    }
  }

  private mutating func go(on begun: [UInt8], _ length: Int, _ byte: UInt8, _ keys: inout [Key]) {
    guard (0x80...0xBF).contains(byte) else {
      state = .ground
      keys.append(.text("\u{FFFD}"))
      return begin(byte, &keys)
    }
    let bytes = begun + [byte]
    guard bytes.count == length else {
      state = .scalar(bytes, length: length)
      return
    }
    state = .ground
    let text = String(validating: bytes, as: UTF8.self) ?? "\u{FFFD}"
    // The control characters beyond ASCII are no text either.
    if !text.unicodeScalars.allSatisfy({ (0x80...0x9F).contains($0.value) }) { keys.append(.text(text)) }
  }

  private mutating func afterEscape(_ byte: UInt8, _ keys: inout [Key]) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .single
    case 0x1B:
      keys.append(.escape)
      state = .escape
    case 0x0D, 0x0A: keys.append(.alt("\n"))
    case 0x7F, 0x08: keys.append(.alt("\u{7F}"))
    case 0x20...0x7E: keys.append(.alt(Self.letter(byte)))
    case 0x80...0xFF:
      keys.append(.escape)
      begin(byte, &keys)
    default: break
    }
  }

  private mutating func inSequence(_ parameters: [UInt8], _ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x40...0x7E:
      state = .ground
      finish(parameters, byte, &keys)
    case 0x20...0x3F:
      state = parameters.count < Self.sequenceBytesMax ? .sequence(parameters + [byte]) : .skipping
    default: state = .ground
    }
  }

  private mutating func finish(_ parameters: [UInt8], _ final: UInt8, _ keys: inout [Key]) {
    let numbers = String(decoding: parameters, as: UTF8.self).split(
      separator: ";", omittingEmptySubsequences: false
    ).map { Int($0) ?? 0 }
    guard final == UInt8(ascii: "~") else {
      // Linux's own console sends ESC [ [ A to E for F1 to F5: nothing here.
      if let key = Self.letterKey(final, modified: numbers.count > 1 && numbers[1] > 2) { keys.append(key) }
      return
    }
    switch numbers.first ?? 0 {
    case 1, 7: keys.append(.home)
    case 4, 8: keys.append(.end)
    case 3: keys.append(.delete)
    case 5: keys.append(.pageUp)
    case 6: keys.append(.pageDown)
    case 200: state = .paste
    default: break
    }
  }

  private mutating func inPaste(_ byte: UInt8, _ keys: inout [Key]) {
    if byte == 0x03 {
      // The way out when a terminal never sends the end mark.
      keys += [.paste(takePasted()), .control("c")]
      return
    }
    pasted.append(byte)
    if byte == UInt8(ascii: "~"), pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      pasted.removeLast(Self.pasteEnd.count)
      keys.append(.paste(takePasted()))
    } else if pasted.count > Self.pasteBytesMax + Self.pasteEnd.count {
      // What is too much goes, all but the place where the end mark is looked for.
      pasted.remove(at: Self.pasteBytesMax)
    }
  }

  private mutating func takePasted() -> String {
    let text = String(decoding: pasted.prefix(Self.pasteBytesMax), as: UTF8.self)
    pasted = []
    state = .ground
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  private static func letterKey(_ final: UInt8, modified: Bool) -> Key? {
    switch final {
    case UInt8(ascii: "A"): modified ? .otherUp : .up
    case UInt8(ascii: "B"): modified ? .otherDown : .down
    case UInt8(ascii: "C"): modified ? .wordRight : .right
    case UInt8(ascii: "D"): modified ? .wordLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "I"): .focus(true)
    case UInt8(ascii: "O"): .focus(false)
    default: nil
    }
  }

  private static func letter(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
}
