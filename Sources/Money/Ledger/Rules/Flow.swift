extension Entry {
  /// The mark of money that belongs to an asset or stock, on rows that are no transfers. Source: money 2.9.
  public enum LinkedMoney: Sendable, Hashable {
    /// 32701: counts as income or expense.
    case asIncomeOrExpense
    /// 32702, or the row's own account as its target: moved, not earned or spent.
    case asTransfer
  }

  /// The stored numbers of the marks.
  public static let linkedMarks = (asIncomeOrExpense: Int64(32_701), asTransfer: Int64(32_702))

  /// The mark this row carries.
  public var linkedMoney: LinkedMoney? {
    guard type.code != .transfer, let toAccountID else { return nil }
    if toAccountID.rawValue == Self.linkedMarks.asTransfer || toAccountID == accountID { return .asTransfer }
    return toAccountID.rawValue == Self.linkedMarks.asIncomeOrExpense ? .asIncomeOrExpense : nil
  }

  /// Whether it is a transfer to its own account: a new value for what lies there, no movement.
  public var isRevaluation: Bool { type.code == .transfer && accountID == toAccountID }

  /// What the row moves on an account, whatever its status; 0 where it does not touch it. Source: money 2.3.
  public func movement(on account: RecordID<Account>) -> ExactDecimal {
    switch type.code {
    case .withdrawal: accountID == account ? -amount.decimal : .zero
    case .deposit: accountID == account ? amount.decimal : .zero
    case .transfer where isRevaluation: .zero
    case .transfer where accountID == account: -amount.decimal
    case .transfer where toAccountID == account: toAmount.decimal
    case .transfer, .unknown: .zero
    }
  }

  /// The accounts whose balance the row touches, source first.
  public var touchedAccounts: [RecordID<Account>] {
    guard type.code != .unknown, !isRevaluation else { return [] }
    let target = type.code == .transfer ? toAccountID : nil
    return [accountID, target].compactMap { $0 }
  }
}

extension Transaction {
  /// Whether the row lies in the trash.
  public var isDeleted: Bool { !deleted.isEmpty }
  /// Whether the row counts: neither void nor deleted. Source: money 2.2.
  public var counts: Bool { !isDeleted && entry.status.code != .void }

  /// What the row adds to an account's balance: 0 for rows that do not count.
  public func flow(on account: RecordID<Account>) -> ExactDecimal {
    counts ? entry.movement(on: account) : .zero
  }
}
