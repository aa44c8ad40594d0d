/// Why a money command did nothing or stopped, in words: what, and what to do.
struct MoneyProblem: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
