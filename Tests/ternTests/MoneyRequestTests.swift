import Testing

@testable import tern

@Suite struct MoneyRequestTests {
  private func request(_ words: String...) throws -> MoneyRequest {
    guard case .money(let request) = try InvocationParser.parse(["money"] + words).command else {
      throw UsageProblem(description: "not about money")
    }
    return request
  }

  @Test func aCommandAndAFileAreEnough() throws {
    #expect(try request("balance", "a.mmb") == MoneyRequest(action: .balance, path: "a.mmb"))
    #expect(try InvocationParser.parse(["money", "info", "a.mmb", "--json"]).isJSON)
    for action in MoneyRequest.Action.allCases where action != .create && action != .search {
      #expect(try request(action.rawValue, "a.mmb").action == action)
    }
  }

  @Test func daysAndRowsAreKeptAsTheyWereTyped() throws {
    let wanted = try request(
      "search", "a.mmb", "corner", "shop", "--from", "-7", "--to=today", "--min", "1,50", "--all",
      "--account", "Cash", "--status", "void")
    #expect(wanted.rows.text == "corner shop" && wanted.rows.limit == nil)
    #expect(wanted.days == MoneyRequest.Days(from: "-7", to: "today"))
    #expect(wanted.rows.least == "1,50" && wanted.rows.account == "Cash" && wanted.rows.status == "void")
    #expect(try request("journal", "a.mmb", "--limit", "7").rows.limit == 7)
    let plan = MoneyRequest.Days(on: "2025-01-31", to: "2025-12-31")
    #expect(try request("scheduled", "a.mmb", "--on", "2025-01-31", "--to", "2025-12-31").days == plan)
    let budget = MoneyRequest.Days(on: "2025-01-31", within: "2025")
    #expect(try request("budget", "a.mmb", "--on", "2025-01-31", "--in", "2025").days == budget)
  }

  @Test func namesReportsAndFormatsFollowTheFile() throws {
    #expect(try request("balance", "a.mmb", "Cash", "Bank").accounts == ["Cash", "Bank"])
    #expect(try request("report", "a.mmb", "months").report == .months)
    #expect(try request("report", "a.mmb").report == .categories)
    let export = try request("export", "a.mmb", "--format", "hledger", "--output", "b.journal")
    #expect(export.format == .hledger && export.output == "b.journal")
    let new = try request("create", "a.mmb", "--currency", "EUR", "--sample")
    #expect(new.currency == "EUR" && new.hasSample)
  }

  @Test func whatCannotBeUnderstoodIsSaid() {
    for (words, part) in [
      ([], "What with the accounts"), (["spend", "a.mmb"], "no command “money spend”"),
      (["balance"], "Which file"), (["search", "a.mmb"], "What shall be found"),
      (["create", "a.mmb"], "--currency EUR"), (["report", "a.mmb", "pie"], "There are: overview"),
      (["export", "a.mmb", "--format", "qif"], "There are: csv"),
      (["balance", "a.mmb", "--limit", "3"], "takes no option --limit"),
      (["journal", "a.mmb", "--limit", "0"], "not a number from 1"),
      (["journal", "a.mmb", "--limit", "5", "--all"], "not both"),
      (["journal", "a.mmb", "--in", "2025", "--to", "today"], "Give either --in"),
      (["journal", "a.mmb", "--on", "today", "--in", "2025"], "Give either --on"),
      (["search", "a.mmb", "x", "--on", "today", "--from", "-7"], "Give either --on"),
      (["report", "a.mmb", "--to", "today", "--on", "-7"], "Give either --on"),
      (["networth", "a.mmb", "twice"], "takes no “twice”"),
      (["info", "a.mmb", "--peer", "hut:1"], "takes no option --peer"),
    ] {
      do {
        _ = try InvocationParser.parse(["money"] + words)
        Issue.record("\(words) was understood")
      } catch {
        #expect(error.description.contains(part), "\(words): \(error)")
      }
    }
  }

  @Test func everyCommandAndOptionIsInTheHelp() {
    for action in MoneyRequest.Action.allCases {
      #expect(MoneyHelp.page.contains("\n  \(action) FILE"), "\(action)")
      for option in MoneyRequestParser.options(of: action) {
        #expect(MoneyHelp.page.contains(option), "\(option)")
      }
    }
  }
}
