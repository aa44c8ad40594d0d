import Ledger
import Storage

extension Connection {
  /// The balances of all accounts up to a day, in one walk over the rows: what `BalanceSheet` gives of all.
  func balanceSheet(upTo day: CalendarDate?) throws -> BalanceSheet {
    let slots = AccountSlots(
      accounts: try rows(), currencies: try rows(),
      rates: RateBook(base: nil, currencies: [], usesHistory: false))
    var totals = Array(repeating: ExactSum(), count: slots.count)
    var reconciled = totals
    // coalesce: a row without a date comes before all days, and the walk stays in the order of the table.
    let limit = day.map { SQLValue.text($0.description + "z") }
    try forEach(
      """
      SELECT ACCOUNTID, TRANSCODE, STATUS, TRANSAMOUNT, TOACCOUNTID, TOTRANSAMOUNT FROM CHECKINGACCOUNT_V1 \
      WHERE coalesce(DELETEDTIME, '') = ''\(limit == nil ? "" : " AND coalesce(TRANSDATE, '') < ?")
      """, limit.map { [$0] } ?? []
    ) { row in
      let type = try row.transactionType(1)
      let status = try row.transactionStatus(2)
      guard status != .void, type != .unknown else { return }
      let source = try row.reference(0)
      let target = type == .transfer ? try row.reference(4) : nil
      if type == .transfer, source == target { return }
      if let slot = slots.slot(source) {
        let amount = try row.amount(3, slots.scales[slot])
        let flow = type == .deposit ? amount : -amount
        totals[slot].add(flow)
        if status == .reconciled { reconciled[slot].add(flow) }
      }
      if let slot = slots.slot(target) {
        let flow = try row.amount(5, slots.scales[slot])
        totals[slot].add(flow)
        if status == .reconciled { reconciled[slot].add(flow) }
      }
    }
    var balances: [RecordID<Account>: BalanceSheet.Balance] = [:]
    for (slot, account) in slots.accounts.enumerated() {
      let scale = slots.scales[slot]
      func balance(_ sum: ExactSum) -> Money {
        Money(account.initialBalance.decimal + sum.total(scale), digits: scale.digits)
      }
      balances[account.id] = BalanceSheet.Balance(
        total: balance(totals[slot]), reconciled: balance(reconciled[slot]))
    }
    return BalanceSheet(balances: balances)
  }
}
