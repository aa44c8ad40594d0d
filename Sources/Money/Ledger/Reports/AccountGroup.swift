/// The accounts of one kind, and what they hold together. Source: money 5.4, 2.7.
public struct AccountGroup: Sendable, Hashable {
  /// One account of a group.
  public struct Member: Sendable, Hashable {
    /// The account.
    public let account: Account
    /// Its balance and the market value of its stocks, in its currency.
    public let amount: ExactDecimal
  }

  /// The kind, as the file names it: users' own kinds stand by themselves, after the known ones.
  public let typeName: String
  /// The accounts, by name without case.
  public let members: [Member]
  /// What they hold together, in base currency by the day's rates.
  public let totalInBase: ExactDecimal

  /// Groups accounts in the order of their kinds, those without members left out.
  ///
  /// `amounts` says what an account holds in its currency: a balance, a reconciled balance, a sum of flows.
  public static func grouped(
    _ accounts: [Account], includesClosed: Bool = false, on day: CalendarDate?, rates: RateBook,
    amounts: (Account) -> ExactDecimal
  ) -> [AccountGroup] {
    let shown = accounts.filter { includesClosed || $0.status.code == .open }
    let known = AccountType.allCases.map(\.storedText)
    let own = Set(shown.filter(\.type.isUnknown).map { $0.type.stored ?? "" }).sorted()
    return (known + own).enumerated().compactMap { index, name in
      let members = shown.filter { account in
        index < known.count
          ? !account.type.isUnknown && account.type.code.storedText == name
          : account.type.isUnknown && (account.type.stored ?? "") == name
      }
      guard !members.isEmpty else { return nil }
      let sorted = members.map { (SearchText.key($0.name), Member(account: $0, amount: amounts($0))) }
        .sorted { ($0.0, $0.1.account.id) < ($1.0, $1.1.account.id) }.map(\.1)
      return AccountGroup(
        typeName: name, members: sorted,
        totalInBase: sorted.map { rates.inBase($0.amount, of: $0.account.currencyID, on: day) }.sum())
    }
  }
}
