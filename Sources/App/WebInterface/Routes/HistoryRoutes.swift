import AppState
import ConversationModel
import Networking
import TransportPorts

/// How long messages are kept, and conversations as files.
extension PageService {
  /// Takes the choice of the form; a field that is not there changes nothing.
  @MainActor func chooseRetention(_ form: FormBody) async -> HTTPResponse {
    let (open, closed) = (form["public"], form["private"])
    let chosen = (
      open.flatMap(RetentionPeriod.init(rawValue:)), closed.flatMap(RetentionPeriod.init(rawValue:))
    )
    guard (open == nil) == (chosen.0 == nil), (closed == nil) == (chosen.1 == nil) else {
      return Answers.text("That cannot be chosen; nothing was changed.", status: 422)
    }
    do {
      let removed = try await app.history.choose(publicMessages: chosen.0, privateMessages: chosen.1)
      if removed > 0 {
        let words = removed == 1 ? "1 older message was" : "\(removed) older messages were"
        app.talk.show(notice: words + " removed.")
      }
      return Answers.goTo(PagePath.target(.settings(.history)).query("saved", "1"))
    } catch {
      return Answers.text(storeProblem(error), status: 422)
    }
  }

  /// The whole conversation as a file to keep.
  @MainActor func export(_ key: ConversationKey, as form: ConversationExport.Form) async -> HTTPResponse {
    do {
      var text = ConversationExport.head(of: key, as: form)
      var last: MessageID?
      while true {
        guard let page = try await app.history.exported(key, after: last) else {
          return Answers.text(
            "The conversation was changed while it was written out. Try again.", status: 409)
        }
        guard let newest = page.last else { break }
        for message in page {
          let isFirst = last == nil && message.id == page.first?.id
          text += ConversationExport.line(message, isFirst: isFirst, as: form)
        }
        last = newest.id
      }
      text += ConversationExport.foot(as: form)
      let name = "tern-\(key.peer?.text ?? "nearby")"
      switch form {
      case .text: return Answers.file(text, name: name + ".txt", type: "text/plain; charset=utf-8")
      case .json: return Answers.file(text, name: name + ".json", type: "application/json")
      }
    } catch {
      return Answers.text(storeProblem(error), status: 500)
    }
  }
}
