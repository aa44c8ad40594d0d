import AppState
import Markup

/// A menu under a chip: opens without a script, since it is a `details` element. The script closes it again.
enum MoneyMenu {
  /// `label` says what is chosen, `value` what holds now.
  static func html(
    id: String, icon: Icon, label: String, value: String, isOn: Bool, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    let inside = content()
    return Tag.details(.class("menu"), .id(id)) {
      Tag.summary(.class("chip", isOn ? "on" : "")) {
        icon.html(.small)
        Tag.span(.class("unseen")) { "\(label): " }
        MoneyAmount.text(value, "truncate")
        Icon.down.html(.tiny)
      }
      Tag.div(.class("float")) { inside }
    }
  }

  /// One choice.
  static func link<Value>(_ choice: MenuChoice<Value>, id: String, to target: LinkTarget) -> HTML {
    Tag.a(
      .class("choice"), .id(id), .href(target), .aria("current", choice.isChosen ? "true" : nil)
    ) {
      MoneyAmount.text(choice.title, "truncate")
      if let detail = choice.detail { Tag.bdi(.class("amount")) { MoneyAmount.line(detail) } }
      if choice.isChosen { Icon.check.html(.small) }
    }
  }

  /// A field for a day.
  static func day(_ name: String, _ id: String, _ label: String, _ value: String?) -> HTML {
    Tag.div(.class("field")) {
      Tag.label(.set(.for, id)) { label }
      Tag.input(
        .class("input"), .id(id), .set(.type, "date"), .set(.name, name), .set(.value, value),
        .flag(.required))
    }
  }
}
