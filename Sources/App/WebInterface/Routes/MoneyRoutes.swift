import AppState
import Markup
import Networking

/// What forms of Money do. Paths are typed by the person; no folder is ever listed.
extension PageService {
  /// Does it and leads back to Money, where the outcome stands.
  @MainActor func act(on action: Route.MoneyAction, _ form: FormBody) async -> HTTPResponse {
    switch action {
    case .open: app.money.open(form["path"] ?? "")
    case .create:
      app.money.create(
        form["path"] ?? "", baseCurrency: form["currency"] ?? "", hasSample: form["sample"] == "1")
    case .cancel: app.money.cancel()
    case .close: await app.money.close()
    case .putNoticeAway:
      app.money.putNoticeAway()
      return Answers.nothing()
    }
    return Answers.seeOther("/money")
  }

  /// The rows before those of a page; where the page shows another state of the file it is loaded anew.
  @MainActor func earlier(_ query: EarlierQuery, _ context: PageContext) async -> HTTPResponse {
    guard let rows = await app.money.earlier(query) else {
      return Answers.nothing(headers: [HTTPHeader("hx-refresh", "true")])
    }
    return Answers.page(MoneyPage.earlier(rows, context))
  }
}
