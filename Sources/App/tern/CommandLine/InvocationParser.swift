import Control
import ConversationModel
import MeshLinks

/// Reads a command line: options anywhere, the first word that is not an option is the command, `--` ends
/// the options.
struct InvocationParser {
  private var words: ArraySlice<String>
  private var positionals: [String] = []
  private var values: [String: String] = [:]
  /// Of options that may be given several times, every value.
  private var lists: [String: [String]] = [:]
  private var flags: Set<String> = []

  private static let flagNames: Set<String> = [
    "--json", "--no-browser", "--help", "-h", "--version", "--all", "--new-identity", "--passphrase-stdin",
    "--traffic", "--verbose", "--yes", "--desktop", "--remove",
  ]
  private static let valueNames: Set<String> = [
    "--profile", "--port", "--assets", "--conversation", "--limit", "--beacon-port",
    "--mesh-port", "--public", "--private", "--image",
  ]
  private static let allFlagNames = flagNames.union(MoneyRequestParser.flagNames)
    .union(SimulateRequestParser.flagNames).union(AirportsRequestParser.flagNames)
  private static let allValueNames = valueNames.union(MoneyRequestParser.valueNames)
    .union(SimulateRequestParser.valueNames).union(AirportsRequestParser.valueNames)
  private static let listNames: Set<String> = AirportsRequestParser.listNames.union(["--peer"])
  /// Which options each command takes besides `--profile` and `--help`.
  private static let optionsOfCommands: [String: Set<String>] = [
    "run": [
      "--port", "--no-browser", "--assets", "--new-identity", "--beacon-port", "--mesh-port", "--peer",
      "--passphrase-stdin",
    ],
    "chat": ["--port", "--assets", "--beacon-port", "--mesh-port", "--peer"],
    "demo": ["--port", "--no-browser", "--assets"],
    "key": ["--passphrase-stdin"], "wipe": ["--yes"], "retention": ["--json", "--public", "--private"],
    "notifications": ["--json"], "open": ["--json", "--no-browser"], "install": ["--desktop", "--remove"],
    "export": ["--json", "--conversation", "--output"],
    "doctor": ["--json", "--traffic", "--port", "--assets", "--beacon-port", "--mesh-port"],
    "send": ["--json"], "msg": ["--json"], "who": ["--json", "--verbose"],
    "ping": ["--json"], "trace": ["--json"], "topology": ["--json"], "link": ["--json"],
    "verify": ["--json", "--image"],
    "history": ["--json", "--conversation", "--all", "--limit"],
    "search": ["--json", "--conversation", "--limit"], "version": ["--json"], "help": [],
    "simulate": SimulateRequestParser.flagNames.union(SimulateRequestParser.valueNames).union(["--json"]),
  ]

  /// Parses the words after the program's name.
  static func parse(_ arguments: [String]) throws(UsageProblem) -> Invocation {
    var parser = InvocationParser(words: arguments[...])
    try parser.collect()
    return try parser.invocation()
  }

  private init(words: ArraySlice<String>) {
    self.words = words
  }

  private mutating func collect() throws(UsageProblem) {
    var optionsAreOver = false
    while let word = words.popFirst() {
      if optionsAreOver || !word.hasPrefix("-") || word == "-" || Self.isNegativeNumber(word) {
        positionals.append(word)
      } else if word == "--" {
        optionsAreOver = true
      } else {
        try collectOption(word)
      }
    }
  }

  /// Whether a word begins as a number does: degrees south and west.
  private static func isNegativeNumber(_ word: String) -> Bool {
    guard let second = word.utf8.dropFirst().first else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second) || second == UInt8(ascii: ".")
  }

  private mutating func collectOption(_ word: String) throws(UsageProblem) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    if Self.allFlagNames.contains(name), parts.count == 1 {
      flags.insert(name)
    } else if Self.allValueNames.contains(name) || Self.listNames.contains(name) {
      guard let value = parts.count == 2 ? parts[1] : words.popFirst(), !value.isEmpty else {
        throw UsageProblem(description: "The option \(name) needs a value.")
      }
      if Self.listNames.contains(name) {
        lists[name, default: []].append(value)
      } else {
        values[name] = value
      }
    } else {
      throw UsageProblem(description: "There is no option \(name). See: tern --help")
    }
  }

  private func invocation() throws(UsageProblem) -> Invocation {
    var rest = positionals[...]
    if flags.contains("--version") { return Invocation(command: .version) }
    let name = rest.popFirst() ?? "run"
    if flags.contains("--help") || flags.contains("-h") {
      return Invocation(command: .help(topic: positionals.first))
    }
    if name == "money" { return try moneyInvocation(rest) }
    if name == "airports" { return try airportsInvocation(rest) }
    guard let allowed = Self.optionsOfCommands[name] else {
      throw UsageProblem(description: "There is no command “\(name)”. See: tern --help")
    }
    for option in flags.union(values.keys).union(lists.keys).sorted()
    where option != "--profile" && !allowed.contains(option) {
      throw UsageProblem(
        description: "The command \(name) takes no option \(option). See: tern \(name) --help")
    }
    let command = try command(name, Array(rest))
    return Invocation(
      command: command, profile: try profile(else: name == "demo" ? "demo" : "default"),
      isJSON: flags.contains("--json"))
  }

  private func moneyInvocation(_ words: ArraySlice<String>) throws(UsageProblem) -> Invocation {
    if let peer = lists.keys.first {
      throw UsageProblem(description: "The command money takes no option \(peer). See: tern money --help")
    }
    var parser = MoneyRequestParser(words: words, values: values, flags: flags)
    return Invocation(
      command: .money(try parser.request()), profile: try profile(), isJSON: flags.contains("--json"))
  }

  private func airportsInvocation(_ words: ArraySlice<String>) throws(UsageProblem) -> Invocation {
    if lists["--peer"] != nil {
      throw UsageProblem(
        description: "The command airports takes no option --peer. See: tern airports --help")
    }
    let parser = AirportsRequestParser(
      words: Array(words), values: values, runways: lists["--runways"] ?? [], flags: flags)
    return Invocation(
      command: .airports(try parser.request()), profile: try profile(), isJSON: flags.contains("--json"))
  }

  private func command(_ name: String, _ rest: [String]) throws(UsageProblem) -> Invocation.Command {
    switch (name, rest.count) {
    case ("run", 0): return .run(try runOptions())
    case ("chat", 0): return .chat(try runOptions())
    case ("demo", 0): return .demo(try runOptions())
    case ("send", 1...): return .send(text: rest.joined(separator: " "))
    case ("msg", 2...): return .message(name: rest[0], text: rest.dropFirst().joined(separator: " "))
    case ("who", 0): return .who(isVerbose: flags.contains("--verbose"))
    case ("ping", 1): return .ping(name: rest[0])
    case ("trace", 1): return .trace(name: rest[0])
    case ("topology", 0): return .topology
    case ("verify", 0): return .verify(values["--image"].map { .picture(path: $0) } ?? .own)
    case ("verify", 1) where values["--image"] == nil: return .verify(.text(rest[0]))
    case ("verify", 1):
      throw UsageProblem(description: "Give either a code or --image, not both.")
    case ("history", 0): return .history(try historyOptions())
    case ("search", 1...):
      let options = try historyOptions()
      return .search(
        Invocation.SearchOptions(
          text: rest.joined(separator: " "), conversation: options.conversation, limit: options.limit))
    case ("link", 0): return .link
    case ("open", 0...1):
      return .open(link: rest.first, opensBrowser: !flags.contains("--no-browser"))
    case ("install", 0):
      guard flags.contains("--desktop") else {
        throw UsageProblem(description: "What shall be installed? Usage: tern install --desktop [--remove]")
      }
      return .install(removes: flags.contains("--remove"))
    case ("retention", 0):
      return .retention(
        Invocation.RetentionOptions(
          publicMessages: try period("--public"), privateMessages: try period("--private")))
    case ("notifications", 0): return .notifications(NoticeChange())
    case ("notifications", _): return .notifications(try noticeChange(rest))
    case ("export", 0):
      return .export(
        Invocation.ExportOptions(
          conversation: values["--conversation"] ?? "mesh", output: values["--output"]))
    case ("wipe", 0): return .wipe(isConfirmed: flags.contains("--yes"))
    case ("key", 1): return try key(rest[0])
    case ("doctor", 0): return .doctor(try runOptions(), showsTraffic: flags.contains("--traffic"))
    case ("version", 0): return .version
    case ("simulate", 0):
      return .simulate(try SimulateRequestParser(values: values, flags: flags).request())
    case ("help", 0): return .help(topic: nil)
    case ("help", 1): return .help(topic: rest[0])
    case ("send", _): throw UsageProblem(description: "What shall be sent? Usage: tern send TEXT")
    case ("key", 0): throw UsageProblem(description: "What with the keys? Usage: tern key seal|change|open")
    case ("ping", 0), ("trace", 0): throw UsageProblem(description: "Whom? Usage: tern \(name) NAME")
    case ("msg", _): throw UsageProblem(description: "To whom, and what? Usage: tern msg NAME TEXT")
    default:
      throw UsageProblem(
        description: "The command \(name) takes no “\(rest.last ?? "")”. See: tern \(name) --help")
    }
  }

  private func key(_ word: String) throws(UsageProblem) -> Invocation.Command {
    guard let action = Invocation.KeyAction(rawValue: word) else {
      throw UsageProblem(description: "There is no “\(word)” for keys. Usage: tern key seal|change|open")
    }
    return .key(action, passphraseFromInput: flags.contains("--passphrase-stdin"))
  }

  private func runOptions() throws(UsageProblem) -> Invocation.RunOptions {
    var options = Invocation.RunOptions()
    options.port = try port("--port") ?? 0
    options.beaconPort = try port("--beacon-port")
    if options.beaconPort == 0 {
      throw UsageProblem(description: "The beacon port cannot be 0: others must know it.")
    }
    options.meshPort = try port("--mesh-port") ?? 0
    options.peers = try staticPeers()
    options.opensBrowser = !flags.contains("--no-browser")
    options.assetsPath = values["--assets"]
    options.makesNewIdentity = flags.contains("--new-identity")
    options.passphraseFromInput = flags.contains("--passphrase-stdin")
    return options
  }

  private func staticPeers() throws(UsageProblem) -> [LANStaticPeer] {
    let texts = lists["--peer"] ?? []
    guard texts.count <= LANConfiguration.staticPeersMax else {
      throw UsageProblem(description: "At most \(LANConfiguration.staticPeersMax) peers can be named.")
    }
    return try texts.map { text throws(UsageProblem) in
      if let peer = LANStaticPeer(text) { return peer }
      throw UsageProblem(
        description: "The peer “\(text)” is not a machine and a port, such as 192.0.2.7:4000 or "
          + "[fe80::7%eth0]:4000.")
    }
  }

  private func port(_ option: String) throws(UsageProblem) -> UInt16? {
    guard let text = values[option] else { return nil }
    guard let port = UInt16(text) else {
      throw UsageProblem(description: "The port \(text) is not a number from 0 to 65535.")
    }
    return port
  }

  private func historyOptions() throws(UsageProblem) -> Invocation.HistoryOptions {
    var options = Invocation.HistoryOptions()
    options.conversation = values["--conversation"]
    options.all = flags.contains("--all")
    if options.all, options.conversation != nil {
      throw UsageProblem(description: "Give either --all or --conversation, not both.")
    }
    if let text = values["--limit"] {
      guard let limit = Int(text), (1...10_000).contains(limit) else {
        throw UsageProblem(description: "The limit \(text) is not a number from 1 to 10000.")
      }
      options.limit = limit
    }
    return options
  }

  private func noticeChange(_ words: [String]) throws(UsageProblem) -> NoticeChange {
    let isOn: Bool? = words.count == 2 ? ["on": true, "off": false][words[1]] : nil
    switch (words[0], isOn) {
    case ("desktop", let isOn?): return NoticeChange(desktop: isOn)
    case ("browser", let isOn?): return NoticeChange(browser: isOn)
    case ("previews", let isOn?): return NoticeChange(previews: isOn)
    default:
      throw UsageProblem(
        description: "Usage: tern notifications [desktop|browser|previews on|off]. Nothing was changed.")
    }
  }

  private func period(_ option: String) throws(UsageProblem) -> RetentionPeriod? {
    guard let text = values[option] else { return nil }
    guard let period = RetentionPeriod(rawValue: text) else {
      throw UsageProblem(
        description: "\(option) takes off, session, day, week, month or forever, not “\(text)”.")
    }
    return period
  }

  private func profile(else standard: String = "default") throws(UsageProblem) -> String {
    let name = values["--profile"] ?? standard
    guard ProfileName.isUsable(name) else {
      throw UsageProblem(
        description: "The profile name “\(name)” cannot be used. "
          + "Take 1 to 32 letters, digits, - or _, and begin with a letter or digit.")
    }
    return name
  }
}

/// Which names a profile may have; they become folder, socket and cookie names.
enum ProfileName {
  static func isUsable(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard (1...32).contains(bytes.count), let first = bytes.first, isAlphanumeric(first) else { return false }
    return bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
