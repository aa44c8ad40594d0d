import AppState
import Markup
import Text

/// Where no file is open: open one, take a recent one, or make a new one (money 5.0).
enum MoneyStart {
  static func html(_ start: FirstUse, _ context: PageContext) -> HTML {
    Tag.div(.class("start")) {
      Tag.div(.class("lead")) {
        Tag.h2 { "Your accounts, in your own file" }
        Tag.p {
          "Tern reads and makes files of Money Manager EX. Opening one changes nothing in it, and it stays "
          "where it is."
        }
      }
      Tag.div(.class("pair")) {
        Tag.section(.class("card"), .aria("labelledby", "open-title")) { open(start, context) }
        Tag.section(.class("card"), .aria("labelledby", "create-title")) { create(start, context) }
      }
    }
  }

  static func regions(_ start: FirstUse, _ context: PageContext) -> [Region] {
    [Region("money-start", [Fragment(.div, id: "start-forms") { html(start, context) }])]
  }

  // MARK: Open

  private static func open(_ start: FirstUse, _ context: PageContext) -> HTML {
    let problem = start.problem.flatMap { $0.isCreating ? nil : $0 }
    return HTML {
      Tag.form(.class("block"), .id("open-form"), .set(.method, "post"), .action("/money/open")) {
        Composer.tokenField(context)
        Tag.h3(.id("open-title")) { "Open a file" }
        field("open-path", "path", "Where it is", problem?.path ?? "", problem?.words) {
          "The path of a .mmb file, such as ~/Documents/accounts.mmb"
        }
        Tag.p(.class("actions")) {
          Tag.button(.class("button primary"), .id("open-file"), .set(.type, "submit")) { "Open" }
        }
      }
      if !start.recent.isEmpty { recent(start.recent, context) }
    }
  }

  private static func recent(_ files: [FirstUse.Recent], _ context: PageContext) -> HTML {
    Tag.div(.class("recent-files")) {
      Tag.h3(.class("bucket"), .id("recent-files-title")) { "Opened before" }
      Tag.ul(.aria("labelledby", "recent-files-title")) {
        for (index, file) in files.enumerated() {
          Tag.li {
            Tag.form(.set(.method, "post"), .action("/money/open")) {
              Composer.tokenField(context)
              Tag.input(.set(.type, "hidden"), .set(.name, "path"), .set(.value, file.path))
              Tag.button(
                .class("row"), .id("recent-file-\(index)"), .set(.type, "submit"),
                .flag(.disabled, file.isMissing)
              ) {
                Tag.span(.class("tile plain")) { Icon.money.html() }
                Tag.span(.class("middle")) {
                  Tag.span(.class("name")) { MoneyAmount.text(file.name, "truncate") }
                  Tag.span(.class("second truncate")) {
                    if file.isMissing { "Not there now · " }
                    MoneyAmount.text(file.folder)
                  }
                }
                Tag.time(.class("time number"), .set(.datetime, context.times.machine(file.openedAt))) {
                  context.times.short(file.openedAt)
                }
              }
            }
          }
        }
      }
    }
  }

  // MARK: Create

  private static func create(_ start: FirstUse, _ context: PageContext) -> HTML {
    let problem = start.problem.flatMap { $0.isCreating ? $0 : nil }
    let new = start.newFile
    return Tag.form(.class("block"), .id("create-form"), .set(.method, "post"), .action("/money/create")) {
      Composer.tokenField(context)
      Tag.h3(.id("create-title")) { "Make a new file" }
      field("create-path", "path", "Where it will be", problem?.path ?? new.path, problem?.words) {
        "No file may be there yet: nothing is ever overwritten."
      }
      Tag.div(.class("field")) {
        Tag.label(.set(.for, "create-currency")) { "Base currency" }
        Tag.select(.class("input"), .id("create-currency"), .set(.name, "currency")) {
          for code in codes(new) {
            Tag.option(.set(.value, code), .flag(.selected, code == new.baseCurrency)) {
              MoneyAmount.line(code)
            }
          }
        }
        Tag.p(.class("hint")) { "Totals over all accounts are shown in it." }
      }
      Tag.fieldset(.class("plain-set")) {
        Tag.legend(.class("label")) { "What it begins with" }
        Tag.div(.class("segments")) {
          content("", "Empty", isChosen: !new.hasSample)
          content("1", "A sample set", isChosen: new.hasSample)
        }
        Tag.p(.class("hint")) { "The sample set is made-up accounts and entries, to look around with." }
      }
      Tag.p(.class("actions")) {
        Tag.button(.class("button"), .id("create-file"), .set(.type, "submit")) { "Make the file" }
      }
    }
  }

  private static func codes(_ new: FirstUse.NewFile) -> [String] {
    new.currencies.contains(new.baseCurrency) ? new.currencies : [new.baseCurrency] + new.currencies
  }

  private static func content(_ value: String, _ word: String, isChosen: Bool) -> HTML {
    Tag.label {
      Tag.input(
        .set(.type, "radio"), .set(.name, "sample"), .set(.value, value), .flag(.checked, isChosen))
      Tag.span { word }
    }
  }

  /// A path field; what is wrong replaces the hint, and the field takes the focus.
  private static func field(
    _ id: String, _ name: String, _ label: String, _ value: String, _ problem: String?,
    @HTMLBuilder hint: () -> HTML
  ) -> HTML {
    Tag.div(.class("field")) {
      Tag.label(.set(.for, id)) { label }
      Tag.input(
        .class("input path"), .id(id), .set(.name, name), .set(.value, Text.displayText(value)),
        .flag(.required), .set(.maxlength, "\(pathCharactersMax)"), .set(.autocomplete, "off"),
        .set(.autocapitalize, "off"), .set(.spellcheck, "false"), .set(.dir, "ltr"),
        .aria("invalid", problem == nil ? nil : "true"), .aria("describedby", "\(id)-hint"),
        .flag(.autofocus, problem != nil))
      if let problem {
        Tag.p(.class("problem"), .id("\(id)-hint"), .set(.role, "alert")) {
          Icon.warn.html(.small)
          Tag.bdi { Text.displayText(problem) }
        }
      } else {
        Tag.p(.class("hint"), .id("\(id)-hint"), content: hint)
      }
    }
  }

  /// The longest path that is taken.
  private static let pathCharactersMax = 4_096
}

/// While a file is being opened or made: what, and the way out.
enum MoneyOpening {
  static func regions(_ file: OpeningFile, _ context: PageContext) -> [Region] {
    [
      Region(
        "money-start",
        [
          Fragment(.div, id: "opening-file", .class("card progress-card"), .aria("busy", "true")) {
            Tag.div(.class("top")) {
              Tag.span(.class("tile soft")) { Icon.money.html() }
              Tag.div {
                Tag.p(.set(.role, "status")) {
                  file.isCreating ? "Making " : "Opening "
                  MoneyAmount.text(file.name)
                }
                Tag.p(.class("path")) { Tag.bdi { Text.displayText(file.path) } }
              }
              Tag.form(.set(.method, "post"), .action("/money/cancel")) {
                Composer.tokenField(context)
                Tag.button(.class("button"), .id("cancel-opening"), .set(.type, "submit")) { "Cancel" }
              }
            }
            Tag.p(.class("hint")) {
              file.isCreating
                ? "Cancelling leaves no file behind." : "Cancelling changes nothing in the file."
            }
          }
        ])
    ]
  }
}
