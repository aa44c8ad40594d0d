import AppState
import Ledger
import StrictJSON

extension MoneyReading {
  /// `tern money balance`: what each account holds.
  func balance() async throws {
    let ledger = try await OpenedLedger(session, isJSON ? [] : [.rates])
    let day = try ledger.days.on(request.days)
    let sheet = try await session.balances(upTo: day)
    var accounts = ledger.accountsByName
    if !request.accounts.isEmpty {
      let wanted = try request.accounts.map { try ledger.account(named: $0).id }
      accounts = accounts.filter { wanted.contains($0.id) }
    }
    let rows = accounts.map { account in
      (account, ledger.currency(account.currencyID), sheet.balance(of: account.id)?.total.decimal ?? .zero)
    }
    if isJSON {
      return try output.array(
        rows.map { account, currency, balance in
          .row([
            "id": .id(account.id), "name": .string(account.name), "currency": .text(currency?.symbol),
            "balance": .string(AmountText.plain(balance, currency)),
          ])
        })
    }
    try printBalances(rows, ledger, rateDay: day ?? ledger.days.today)
  }

  private func printBalances(
    _ rows: [(Account, Currency?, ExactDecimal)], _ ledger: OpenedLedger, rateDay: CalendarDate
  ) throws {
    let isForeign = rows.contains { $0.0.currencyID != ledger.settings.baseCurrencyID }
    var columns = [TextTable.Column(title: "Account"), TextTable.Column(title: "Balance", isRight: true)]
    if isForeign { columns.append(.init(title: "In \(ledger.base?.symbol ?? "base")", isRight: true)) }
    var total = ExactDecimal.zero
    var cells = rows.map { account, currency, balance in
      let inBase = ledger.rates.inBase(balance, of: account.currencyID, on: rateDay)
      total += inBase
      let closed = account.status.code == .closed ? " (closed)" : ""
      return [account.name + closed, AmountText.shown(balance, currency)]
        + (isForeign ? [AmountText.shown(inBase, ledger.base)] : [])
    }
    if rows.count > 1 {
      let shown = AmountText.shown(total, ledger.base)
      cells.append(isForeign ? ["Total", "", shown] : ["Total", shown])
    }
    try print(columns, cells, empty: "There are no accounts in the file yet.")
  }

  /// `tern money accounts`: accounts by type.
  func accounts() async throws {
    let ledger = try await OpenedLedger(session, [.rates])
    let day = try ledger.days.on(request.days)
    let rateDay = day ?? ledger.days.today
    let sheet = try await session.balances(upTo: day)
    let holdings = try await Holdings(session)
    let groups = AccountGroup.grouped(
      ledger.book.accounts, includesClosed: request.showsClosed, on: rateDay, rates: ledger.rates
    ) { account in
      (sheet.balance(of: account.id)?.total.decimal ?? .zero) + holdings.stockValue(in: account, on: rateDay)
    }
    if isJSON {
      let rows = groups.flatMap { group in
        group.members.map { json($0, type: group.typeName, sheet, ledger, rateDay) }
      }
      return try output.array(rows)
    }
    var rows: [[String]] = []
    for group in groups {
      rows.append([group.typeName, "", "", AmountText.shown(group.totalInBase, ledger.base)])
      for member in group.members {
        let currency = ledger.currency(member.account.currencyID)
        let inBase = ledger.rates.inBase(member.amount, of: member.account.currencyID, on: rateDay)
        let closed = member.account.status.code == .closed ? " (closed)" : ""
        let favorite = member.account.isFavorite ? " ★" : ""
        rows.append([
          "  " + member.account.name + favorite + closed, currency?.symbol ?? "",
          AmountText.shown(member.amount, currency), AmountText.shown(inBase, ledger.base),
        ])
      }
    }
    try print(
      [
        .init(title: "Account"), .init(title: "Currency"), .init(title: "Holds", isRight: true),
        .init(title: "In \(ledger.base?.symbol ?? "base")", isRight: true),
      ], rows, empty: "There are no open accounts in the file. Closed ones: --closed")
  }

  private func json(
    _ member: AccountGroup.Member, type: String, _ sheet: BalanceSheet, _ ledger: OpenedLedger,
    _ rateDay: CalendarDate
  ) -> JSONValue {
    let account = member.account
    let currency = ledger.currency(account.currencyID)
    let balance = sheet.balance(of: account.id)
    return .row([
      "id": .id(account.id), "name": .string(account.name), "type": .string(type),
      "open": .bool(account.status.code == .open), "favorite": .bool(account.isFavorite),
      "currency": .text(currency?.symbol),
      "balance": .string(AmountText.plain(balance?.total.decimal ?? .zero, currency)),
      "reconciled": .string(AmountText.plain(balance?.reconciled.decimal ?? .zero, currency)),
      "holds": .string(AmountText.plain(member.amount, currency)),
      "inBase": .string(
        AmountText.plain(ledger.rates.inBase(member.amount, of: account.currencyID, on: rateDay), ledger.base)
      ),
    ])
  }

  /// `tern money networth`: all there is on a day.
  func netWorth() async throws {
    let ledger = try await OpenedLedger(session, [.rates])
    let day = try ledger.days.on(request.days) ?? ledger.days.today
    let worth = try await Holdings(session).netWorth(on: day, ledger)
    if isJSON {
      let json = JSONValue.row([
        "day": .string(day.description), "currency": .text(ledger.base?.symbol),
        "accounts": .string(AmountText.plain(worth.accounts, ledger.base)),
        "stocks": .string(AmountText.plain(worth.stocks, ledger.base)),
        "assets": .string(AmountText.plain(worth.assets, ledger.base)),
        "total": .string(AmountText.plain(worth.total, ledger.base)),
      ])
      return try output.line(json.serialized())
    }
    try print(
      [.init(title: "On \(ledger.settings.dateMask.text(day))"), .init(title: "", isRight: true)],
      [
        ["Accounts", AmountText.shown(worth.accounts, ledger.base)],
        ["Stocks", AmountText.shown(worth.stocks, ledger.base)],
        ["Assets", AmountText.shown(worth.assets, ledger.base)],
        ["Net worth", AmountText.shown(worth.total, ledger.base)],
      ], empty: "")
  }
}
