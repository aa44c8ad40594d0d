/// Judges facts: every finding, with its words and the command that mends it. Pure.
struct DoctorJudgement {
  let facts: DoctorFacts

  /// All findings, by topic.
  static func report(_ facts: DoctorFacts) -> DoctorReport {
    let judge = DoctorJudgement(facts: facts)
    return DoctorReport(findings: DoctorFinding.Topic.allCases.flatMap { judge.findings($0) })
  }

  private func findings(_ topic: DoctorFinding.Topic) -> [DoctorFinding] {
    switch topic {
    case .libraries: facts.libraries.map(library)
    case .rights: rights
    case .keys: keys.map { [$0] } ?? []
    case .disk: [disk] + (setAside.map { [$0] } ?? [])
    case .clock: clock
    case .ports: ports
    case .multicast: multicast
    case .bluetooth: [bluetooth]
    case .assets: [assets]
    case .node: [node]
    }
  }

  private func library(_ library: DoctorFacts.Library) -> DoctorFinding {
    if Self.isOlder(library.version, than: library.versionBuiltWith) {
      return DoctorFinding(
        topic: .libraries, name: "libraryOld", level: .problem,
        words:
          "\(library.name) \(library.version) is older than \(library.versionBuiltWith), with which Tern "
          + "was built.",
        mend: "sudo apt install --only-upgrade \(library.package)")
    }
    return DoctorFinding(
      topic: .libraries, name: "library", level: .fine, words: "\(library.name) \(library.version)")
  }

  /// Whether a version comes before another, number by number.
  static func isOlder(_ version: String, than other: String) -> Bool {
    func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
    return numbers(version).lexicographicallyPrecedes(numbers(other))
  }

  private var rights: [DoctorFinding] {
    guard !facts.entries.isEmpty else {
      return [
        DoctorFinding(
          topic: .rights, name: "noProfile", level: .fine,
          words: "The profile has no files yet; the first start makes them.")
      ]
    }
    let wrong = facts.entries.compactMap(wrongRights)
    guard wrong.isEmpty else { return wrong }
    return [
      DoctorFinding(
        topic: .rights, name: "rights", level: .fine,
        words: "Nobody else can open the profile's folders, files and sockets.")
    ]
  }

  private func wrongRights(_ entry: DoctorFacts.Entry) -> DoctorFinding? {
    let path = short(entry.path)
    if !entry.isOfItsKind {
      return DoctorFinding(
        topic: .rights, name: "wrongKind", level: .problem,
        words: "\(path) should be a \(Self.word(entry.kind)), and is something else.",
        mend: "mv \(path) \(path).aside")
    }
    if !entry.isOurs {
      return DoctorFinding(
        topic: .rights, name: "foreignOwner", level: .problem,
        words: "The \(Self.word(entry.kind)) \(path) belongs to another user.",
        mend: "sudo chown \"$(id -u):$(id -g)\" \(path)")
    }
    if entry.mode & 0o077 != 0 {
      return DoctorFinding(
        topic: .rights, name: "openToOthers", level: .problem,
        words: "Other users of this machine may use the \(Self.word(entry.kind)) \(path) "
          + "(mode \(Self.octal(entry.mode))).",
        mend: "chmod \(Self.octal(entry.modeWanted)) \(path)")
    }
    if entry.mode & entry.modeWanted != entry.modeWanted {
      return DoctorFinding(
        topic: .rights, name: "closedToUs", level: .problem,
        words: "You may not use the \(Self.word(entry.kind)) \(path) (mode \(Self.octal(entry.mode))).",
        mend: "chmod \(Self.octal(entry.modeWanted)) \(path)")
    }
    return nil
  }

  private var keys: DoctorFinding? {
    func finding(_ name: String, _ level: DoctorFinding.Level, _ words: String, _ mend: String? = nil)
      -> DoctorFinding
    { DoctorFinding(topic: .keys, name: name, level: level, words: words, mend: mend) }
    switch facts.keys {
    case .none: return finding("noKeys", .fine, "The profile has no keys yet.")
    case .sealed: return finding("keysSealed", .fine, "The keys are sealed by a passphrase.")
    case .open: return finding("keysOpen", .fine, "The keys can be read, and no passphrase seals them.")
    case .leftToRights: return nil
    case .unreadable(let words):
      return finding("keysUnreadable", .problem, words, "ls -l \(short(facts.keyFile))")
    case .damaged(let words):
      return finding("keysDamaged", .problem, words, "tern run --new-identity\(profileOption)")
    }
  }

  private var assets: DoctorFinding {
    guard let (problem, mend) = facts.assets else {
      return DoctorFinding(topic: .assets, name: "assets", level: .fine, words: "The web files are whole.")
    }
    return DoctorFinding(
      topic: .assets, name: "assetsUnusable", level: .problem, words: problem, mend: mend)
  }

  private var bluetooth: DoctorFinding {
    let count = facts.bluetoothAdapters
    guard count > 0 else {
      return DoctorFinding(
        topic: .bluetooth, name: "noBluetooth", level: .note,
        words: "There is no Bluetooth adapter. Tern does not use one yet.", mend: "rfkill list bluetooth")
    }
    return DoctorFinding(
      topic: .bluetooth, name: "bluetooth", level: .fine,
      words: (count == 1 ? "There is a Bluetooth adapter." : "There are \(count) Bluetooth adapters.")
        + " Tern does not use one yet.")
  }

  private var node: DoctorFinding {
    func finding(_ name: String, _ level: DoctorFinding.Level, _ words: String, _ mend: String? = nil)
      -> DoctorFinding
    { DoctorFinding(topic: .node, name: name, level: level, words: words, mend: mend) }
    switch facts.node {
    case .stopped:
      return finding(
        "nodeStopped", .note, "Tern is not running for the profile.", "tern run\(profileOption)")
    case .running(let links, nil):
      return finding(
        "nodeRunning", .fine, "Tern is running, with \(links == 1 ? "1 link" : "\(links) links").")
    case .running(_, let problem?):
      return finding("nodeLimited", .note, "Tern is running, and says: \(problem)", "ip -br address")
    case .silent(let words):
      return finding("nodeSilent", .problem, words, "tern run\(profileOption)")
    case .squatted(let words, let path):
      return finding("socketSquatted", .problem, words, "sudo rm -ri \(short(path))")
    }
  }

  /// ` --profile NAME` where it is not the default.
  var profileOption: String { facts.profile == "default" ? "" : " --profile \(facts.profile)" }

  /// The path as a word of the shell, from `~` where that is possible.
  func short(_ path: String) -> String { ShellWord.path(path, home: facts.home) }

  private static func word(_ kind: DoctorFacts.Entry.Kind) -> String {
    switch kind {
    case .folder: "folder"
    case .file: "file"
    case .socket: "socket"
    }
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// Words of a shell's command line.
enum ShellWord {
  /// `path` so that the shell takes it for one word; what is below `home` begins with `~`.
  static func path(_ path: String, home: String?) -> String {
    if let home, home != "/", path.hasPrefix(home + "/") {
      return "~/" + quoted(String(path.dropFirst(home.utf8.count + 1)))
    }
    return quoted(path)
  }

  /// The text in quotes where it needs them. Control characters are left out: this is shown on terminals.
  static func quoted(_ text: String) -> String {
    let safe = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    let plain = String(String.UnicodeScalarView(safe))
    let needsNone =
      !plain.isEmpty
      && plain.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "+")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"):
          true
        default: false
        }
      }
    return needsNone
      ? plain
      : "'"
        + plain.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
