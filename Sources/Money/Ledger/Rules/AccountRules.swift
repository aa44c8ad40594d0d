extension Account {
  /// Whether a row of this date is read-only here. For a transfer ask both accounts. Source: money 2.7.
  public func isLocked(on date: DayText) -> Bool {
    guard isStatementLocked, !statementDate.isEmpty else { return false }
    if let day = statementDate.day { return date.isOnOrBefore(day) }
    return date.text.utf8.lexicographicallyPrecedes((statementDate.dateText + "z").utf8)
  }

  /// Whether a row of this date is older than the account. Source: money 2.7.
  public func isBeforeOpening(_ date: DayText) -> Bool {
    guard let first = initialDate.day else { return false }
    return date.dateText.utf8.lexicographicallyPrecedes(first.description.utf8)
  }

  /// Which limit a new balance breaks.
  public enum LimitWarning: Sendable, Hashable {
    /// Below the least balance.
    case minimumBalance(ExactDecimal)
    /// Beyond the credit.
    case creditLimit(ExactDecimal)
  }

  /// The limit a new row breaks; the user may go on. Deposits and void rows break none.
  ///
  /// `balance` is before the row. Source: money 2.7.
  public func limitWarning(adding entry: Entry, to balance: ExactDecimal) -> LimitWarning? {
    guard entry.type.code != .deposit, entry.status.code != .void else { return nil }
    let after = balance + entry.movement(on: id)
    let (least, credit) = (minimumBalance.decimal, creditLimit.decimal)
    if !least.isZero, after < least { return .minimumBalance(least) }
    if !credit.isZero, after < -credit { return .creditLimit(credit) }
    return nil
  }

  /// What can still be spent on credit.
  public func availableCredit(balance: ExactDecimal) -> ExactDecimal { creditLimit.decimal + balance }
}
