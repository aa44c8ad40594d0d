/// The balances of all accounts up to a day, each in its account's currency. Source: money 2.3.
public struct BalanceSheet: Sendable {
  /// What one account holds.
  public struct Balance: Sendable, Hashable {
    /// The initial balance and all rows that count.
    public var total: Money
    /// The initial balance and the reconciled rows.
    public var reconciled: Money

    /// Joins the two.
    public init(total: Money, reconciled: Money) {
      self.total = total
      self.reconciled = reconciled
    }
  }

  private var balances: [RecordID<Account>: Balance] = [:]

  /// Balances that were added up elsewhere, by a query.
  public init(balances: [RecordID<Account>: Balance]) { self.balances = balances }

  /// Adds up rows with dates up to and including `day`, all rows without one. Initial balances always
  /// count. Rows of missing accounts are in no balance.
  public init(
    accounts: [Account], currencies: [Currency], transactions: some Sequence<Transaction>,
    upTo day: CalendarDate? = nil
  ) {
    let digits = Dictionary(currencies.map { ($0.id, $0.format.fractionDigits) }) { first, _ in first }
    for account in accounts {
      let places = account.currencyID.flatMap { digits[$0] } ?? CurrencyFormat.plain.fractionDigits
      let initial = Money(account.initialBalance.decimal, digits: places)
      balances[account.id] = Balance(total: initial, reconciled: initial)
    }
    for transaction in transactions where transaction.counts {
      if let day, !transaction.entry.date.isOnOrBefore(day) { continue }
      let isReconciled = transaction.entry.status.code == .reconciled
      for id in transaction.entry.touchedAccounts {
        guard var balance = balances[id] else { continue }
        let flow = Money.exact(transaction.entry.movement(on: id))
        balance.total = balance.total + flow
        if isReconciled { balance.reconciled = balance.reconciled + flow }
        balances[id] = balance
      }
    }
  }

  /// An account's balance; nil for an account that is not there.
  public func balance(of account: RecordID<Account>) -> Balance? { balances[account] }
}

/// What came into and went out of one account, by status; deleted rows left out, void ones not.
/// Source: money 5.4.
public struct StatusFlows: Sendable, Hashable {
  /// Sums without sign, in the account's currency.
  public struct Flow: Sendable, Hashable {
    /// What came in.
    public var inflow = ExactDecimal.zero
    /// What went out.
    public var outflow = ExactDecimal.zero
  }

  private var flows: [TransactionStatus: Flow] = [:]

  /// Adds up the rows of `account` with dates up to and including `day`.
  public init(
    of account: RecordID<Account>, transactions: some Sequence<Transaction>, upTo day: CalendarDate?
  ) {
    for transaction in transactions where !transaction.isDeleted {
      if let day, !transaction.entry.date.isOnOrBefore(day) { continue }
      let movement = transaction.entry.movement(on: account)
      guard !movement.isZero else { continue }
      let status = transaction.entry.status.code
      if movement.isNegative {
        flows[status, default: Flow()].outflow += movement.magnitude
      } else {
        flows[status, default: Flow()].inflow += movement
      }
    }
  }

  /// The sums of one status.
  public subscript(status: TransactionStatus) -> Flow { flows[status] ?? Flow() }
}

extension Currency {
  /// How its amounts are written.
  public var format: CurrencyFormat {
    CurrencyFormat(
      prefix: prefix, suffix: suffix, decimalPoint: decimalPoint, groupSeparator: groupSeparator, scale: scale
    )
  }
}
