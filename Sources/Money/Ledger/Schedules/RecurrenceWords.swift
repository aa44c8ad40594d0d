extension Recurrence {
  /// How it comes again, for people: `every month, 3 times, asks`.
  public var words: String {
    let rhythm =
      switch frequency {
      case .once: "once"
      case .weekly: "every week"
      case .fortnightly: "every 2 weeks"
      case .monthly: "every month"
      case .everyTwoMonths: "every 2 months"
      case .quarterly: "every 3 months"
      case .halfYearly: "every 6 months"
      case .yearly: "every year"
      case .fourMonths: "every 4 months"
      case .fourWeeks: "every 4 weeks"
      case .daily: "every day"
      case .inDays: "in \(interval ?? 1) days"
      case .inMonths: "in \(interval ?? 1) months"
      case .everyDays: "every \(interval ?? 1) days"
      case .everyMonths: "every \(interval ?? 1) months"
      case .monthLastDay: "last day of the month"
      case .monthLastBusinessDay: "last business day of the month"
      }
    let count = frequency == .once ? "" : occurrences.map { $0 == 1 ? ", once more" : ", \($0) times" } ?? ""
    switch mode {
    case .manual: return rhythm + count
    case .suggested: return rhythm + count + ", asks"
    case .automated: return rhythm + count + ", by itself"
    }
  }
}
