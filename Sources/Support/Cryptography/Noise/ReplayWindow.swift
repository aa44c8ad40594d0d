/// Which of the newest 1,024 nonces were accepted.
///
/// With H the highest accepted nonce: everything above H is new, everything at or below H - 1,024 is
/// refused, and in between each nonce is accepted once. Asking and recording are two steps, so that
/// only authentic messages move the window. Source: mesh-wire 10.6.
public struct ReplayWindow: Sendable {
  /// How many nonces back from the highest are remembered.
  public static let width: UInt32 = 1024

  private var highest: UInt32 = 0
  // A ring of words; one more than the width needs, so that words are cleared only as a whole.
  private var words = InlineArray<17, UInt64>(repeating: 0)

  /// A window that has seen nothing.
  public init() {}

  /// Whether a message with this nonce may be accepted.
  public func admits(_ nonce: UInt32) -> Bool {
    if nonce > highest { return true }
    if highest - nonce >= Self.width { return false }
    return words[slot(nonce / 64)] & bit(nonce) == 0
  }

  /// Remembers a nonce that `admits` and whose message was authentic.
  public mutating func record(_ nonce: UInt32) {
    let (word, highestWord) = (nonce / 64, highest / 64)
    if nonce > highest {
      let passed = min(word - highestWord, UInt32(words.count))
      for step in 0..<passed {
        words[slot(word - step)] = 0
      }
      highest = nonce
    } else if highest - nonce >= Self.width {
      return
    }
    words[slot(word)] |= bit(nonce)
  }

  private func slot(_ word: UInt32) -> Int { Int(word) % words.count }

  private func bit(_ nonce: UInt32) -> UInt64 { 1 << UInt64(nonce % 64) }
}
