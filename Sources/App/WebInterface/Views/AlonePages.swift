import Markup

/// Pages without the frame: the way in, and errors.
enum AlonePages {
  /// The one page that is served without a session. It holds no data; its script takes the code out of the
  /// address and exchanges it.
  static let bootstrap = document(title: "Tern", script: "/assets/bootstrap.js") {
    Tag.p(.id("opening"), .class("hint")) { "Opening…" }
    Tag.div(.id("explain"), .set(.role, "status"), .flag(.hidden)) {
      Tag.h1 { "Open Tern from its link" }
      Tag.p(.id("without"), .flag(.hidden)) {
        "This page shows nothing by itself. Tern prints a link when it starts, in the terminal where it was "
        "started; open that one. After a new start, use the new link."
      }
      Tag.p(.id("used"), .flag(.hidden)) {
        "This link was used already, or belongs to an earlier start. Each link works once, so that nobody "
        "can follow you. Start Tern again to get a new one."
      }
      Tag.p(.id("silent"), .flag(.hidden)) {
        "Tern does not answer. See in the terminal whether it still runs, then load this page again."
      }
    }
    Tag.noscript { Tag.p { "Tern's pages need JavaScript, which is switched off here." } }
  }

  /// An error that has a page of its own.
  static func error(title: String, text: String, theme: Theme = .system) -> HTML {
    document(title: "\(title) · Tern", script: nil, theme: theme) {
      Tag.h1 { title }
      Tag.p { text }
      Tag.p(.class("actions")) {
        Tag.a(.class("button primary"), .href("/talk")) { "Back to Talk" }
      }
    }
  }

  private static func document(
    title: String, script: LinkTarget?, theme: Theme = .system, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    let inside = content()
    return HTML {
      HTML.doctype
      Tag.html(.set(.lang, "en"), PageShell.theme(theme)) {
        PageShell.head(title: title, requestToken: "", live: false)
        Tag.body(.class("alone-body")) {
          Tag.main(.class("alone")) {
            Tag.div(.class("inside")) {
              Tag.p(.class("brand")) {
                Icon.brand()
                "Tern"
              }
              inside
            }
          }
          if let script { HTML.script(script) }
        }
      }
    }
  }
}
