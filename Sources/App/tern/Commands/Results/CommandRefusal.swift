import Terminal

/// Why a command did nothing or stopped, in words: what, and what to do.
///
/// Safe to print, since the words may name what stands in somebody else's file.
struct CommandRefusal: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = LineText(description).text }
}
