/// The file by which a desktop knows the program and the links it opens (Desktop Entry Specification 1.5).
struct DesktopEntry: Equatable {
  /// The line by which a file of ours is known.
  static let mark = "X-Tern-Installed=true"
  /// The schemes that are opened.
  static let schemes = ["bitchat", "tern"]

  let text: String

  /// `program` is the path of the executable; `nil` where no desktop could start it from there: a path with
  /// an equals sign or a sign that is no text.
  init?(program: String, profile: String) {
    guard program.hasPrefix("/"), !program.contains("="),
      program.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    let command = Self.quoted(program) + (profile == "default" ? "" : " --profile \(profile)") + " open %u"
    let lines = [
      "[Desktop Entry]", "Type=Application", "Version=1.5", "Name=Tern",
      "Comment=Talk to people nearby, keep accounts, know airports", "Exec=\(command)",
      "TryExec=\(Self.escaped(program))", "Icon=tern", "Terminal=false",
      "Categories=Network;InstantMessaging;",
      "MimeType=" + Self.schemes.map { "x-scheme-handler/\($0);" }.joined(), "StartupNotify=false", Self.mark,
    ]
    text = lines.joined(separator: "\n") + "\n"
  }

  /// An argument in quotes: first by the rules for a command line, then by those for a text.
  private static func quoted(_ argument: String) -> String {
    var quoted = ""
    for sign in argument {
      switch sign {
      case "\"", "`", "$", "\\": quoted += "\\" + String(sign)
      case "%": quoted += "%%"
      default: quoted.append(sign)
      }
    }
    return escaped("\"\(quoted)\"")
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "\\" ? "\\\\" : String($0) }.joined()
  }
}
