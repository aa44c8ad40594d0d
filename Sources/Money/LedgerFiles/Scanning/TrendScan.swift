import Ledger
import Storage

extension Connection {
  /// The newest days of a range that have income or expense; equal to `TrendDay.days`.
  func trend(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?, limit: Int, slots: AccountSlots
  ) throws -> [TrendDay] {
    var slots = slots
    var days: [CalendarDate: (income: ExactDecimal, expense: ExactDecimal)] = [:]
    try FlowScan(self, within: range).forEach(self, "t.TRANSAMOUNT") { row in
      let type = try row.transactionType(1)
      let source = try row.reference(0)
      guard try row.isIncomeOrExpense(type), try row.transactionStatus(2) != .void,
        let slot = slots.slot(source), let day = try row.day(4), range.contains(day)
      else { return }
      if let account, source != account.rawValue { return }
      let scale = slots.scales[slot]
      let rate = account == nil ? slots.rate(slot, on: day) ?? .one : .one
      let amount = scale.decimal(try row.amount(5, scale)) * rate
      if type == .deposit {
        days[day, default: (.zero, .zero)].income += amount
      } else {
        days[day, default: (.zero, .zero)].expense += amount
      }
    }
    return days.sorted { $0.key < $1.key }.suffix(max(0, limit)).map {
      TrendDay(day: $0.key, income: $0.value.income, expense: $0.value.expense)
    }
  }
}
