import ConversationModel
import Conversations
import Testing

/// The table of chat-app 9, as far as a mesh without media and groups goes: where each command works, and
/// which refusals each must give.
enum CommandRow: String, CaseIterable {
  case msg, who, clear, hug, slap, block, unblock, fav, unfav, ping, trace, pay, help
  /// Any other word, and commands of the table that are not built.
  case other

  /// The refusals of its last column that a mesh can give. That somebody's identity is unknown is not among
  /// them: whoever is in sight on a mesh has announced it.
  var refusals: Set<CommandCase.Refusal> {
    switch self {
    case .msg: [.missing, .notFound, .ambiguous]
    case .who, .clear, .help: []
    case .hug, .slap: [.missing, .notFound]
    case .block: [.already, .notFound]
    case .unblock: [.missing, .notBlocked, .notFound]
    case .fav: [.missing, .notFound, .already]
    case .unfav: [.missing, .notFound, .already]
    case .ping: [.missing, .notFound, .noAnswer]
    case .trace: [.missing, .notFound, .noWay]
    case .pay: [.noToken, .unreadable, .unconfirmed]
    case .other: [.unknown, .notBuilt]
    }
  }

  /// Whether there is a way for it to be done at all.
  var canBeDone: Bool { self != .other }
}

/// One line that ann types, and all that comes of it.
///
/// ann, bob and cid stand in a row, and everybody has an encrypted session with everybody.
struct CommandCase: CustomTestStringConvertible {
  /// Where it is typed.
  enum Place: CaseIterable {
    /// The open channel.
    case mesh
    /// The private conversation with bob.
    case chat
  }

  /// What a case refuses, of the last column of the table.
  enum Refusal {
    case missing, notFound, ambiguous, already, notBlocked, noAnswer, noWay, noToken, unreadable
    case unconfirmed, unknown, notBuilt
  }

  /// What the world is like.
  enum World {
    case row
    /// Nobody else is there.
    case alone
    /// Pongs are lost.
    case pongsLost
    /// cid went, and bob says that cid is not next to him any more.
    case cidGone
    /// cid is called bob, too.
    case twoBobs
  }

  var row: CommandRow
  var place: Place
  var typed: String
  var world = World.row
  /// Typed before, in the same place; what that does is not looked at.
  var before: [String] = []
  /// Packets of ann's that leave: type, recipient, TTL, and of a public one its text.
  var wire: [String] = []
  /// What comes out of ann's sessions.
  var bobReads: [String] = []
  var cidReads: [String] = []
  /// The lines that are new where it was typed, as they are shown; of ours, of others, of Tern.
  var lines: [String] = []
  /// All lines are gone.
  var isEmptied = false
  /// Whose conversation is opened.
  var opens: String?
  /// In words, with nothing done.
  var refused: String?
  var refusal: Refusal?
  /// How many seconds pass.
  var seconds = 2

  var testDescription: String { "\(typed.prefix(24)) in \(place), \(world)" }
}

private let token = "cashuAeyJ0b2tlbiI6W3sicHJvb2ZzIjpbeyJhbW91bnQiOjV9XX1dfQ"
/// One that two messages are needed for.
private let long =
  "cashuAeyJ0b2tlbiI6W3sibWludCI6Imh0dHBzOi8vTWludC5FeGFtcGxlLmNvbS9hcGkiLCJwcm9vZnMiOlt7ImFtb3VudCI6MiwiaW"
  + "QiOiIwMCIsInNlY3JldCI6InMiLCJDIjoiMDJhYSJ9LHsiYW1vdW50Ijo4LCJpZCI6IjAwIiwic2VjcmV0IjoidCIsIkMiOiIwMm"
  + "JiIn1dfV0sInVuaXQiOiJzYXQiLCJtZW1vIjoiVGhhbmsgeW91In0"
private let toBob = "Noise encrypted to bob, TTL 7"
private let toCid = "Noise encrypted to cid, TTL 7"
private let nobodyZoe = "Nobody here is called “zoe”. See /who."

private func everybody(_ text: String) -> String { "public message to everybody, TTL 7: \(text)" }

extension CommandCase {
  /// Every case.
  static let all: [CommandCase] = Place.allCases.flatMap { place in
    let parts: [[CommandCase]] = [
      talking(place), emotes(place, .hug, "🫂", "hugs", ""),
      emotes(place, .slap, "🐟", "slaps", " around a bit with a large trout"), relations(place),
      diagnostics(place), payment(place), words(place),
    ]
    return parts.flatMap { $0 }
  }

  private static func talking(_ place: Place) -> [CommandCase] {
    let opened = place == .mesh ? ["The conversation with bob is open."] : []
    let sent = place == .mesh ? ["Sent to bob in private."] : ["good morning"]
    return [
      CommandCase(row: .msg, place: place, typed: "/msg bob", lines: opened, opens: "bob"),
      CommandCase(
        row: .msg, place: place, typed: "/m @bob good morning", wire: [toBob], bobReads: ["good morning"],
        lines: sent, opens: "bob"),
      CommandCase(
        row: .msg, place: place, typed: "/msg cid psst", wire: [toCid], cidReads: ["psst"],
        lines: ["Sent to cid in private."], opens: "cid"),
      CommandCase(
        row: .msg, place: place, typed: "/msg", refused: "Nobody here is called “”. See /who.",
        refusal: .missing),
      CommandCase(
        row: .msg, place: place, typed: "/msg zoe hello", refused: nobodyZoe, refusal: .notFound),
      CommandCase(
        row: .msg, place: place, typed: "/msg bob hello", world: .twoBobs,
        refused: "Several people are called “bob”. Use one of: NAMES.", refusal: .ambiguous),
      CommandCase(row: .who, place: place, typed: "/who", lines: ["Here: bob, cid"]),
      CommandCase(row: .who, place: place, typed: "/w", lines: ["Here: bob, cid"]),
      CommandCase(row: .who, place: place, typed: "/who", world: .alone, lines: ["Nobody is here."]),
      CommandCase(
        row: .clear, place: place, typed: "/clear", before: ["one", "two", "/who"], isEmptied: true),
    ]
  }

  private static func emotes(
    _ place: Place, _ row: CommandRow, _ sign: String, _ verb: String, _ rest: String
  ) -> [CommandCase] {
    let isPublic = place == .mesh
    func about(_ name: String) -> String { "\(sign) ann \(verb) \(name)\(rest)" }
    func line(_ name: String) -> String { "* \(about(name)) *" }
    return [
      CommandCase(
        row: row, place: place, typed: "/\(row) bob", wire: [isPublic ? everybody(line("bob")) : toBob],
        bobReads: isPublic ? [] : [line("you")], lines: [about("bob")]),
      // In private it goes to whoever is named, whose conversation keeps it.
      CommandCase(
        row: row, place: place, typed: "/\(row) @cid", wire: [isPublic ? everybody(line("cid")) : toCid],
        cidReads: isPublic ? [] : [line("you")], lines: isPublic ? [about("cid")] : []),
      missing(row, place), notFound(row, place),
    ]
  }

  private static func missing(_ row: CommandRow, _ place: Place) -> CommandCase {
    CommandCase(
      row: row, place: place, typed: "/\(row)", refused: "Whom? For example: /\(row) ada",
      refusal: .missing)
  }

  private static func notFound(_ row: CommandRow, _ place: Place) -> CommandCase {
    CommandCase(row: row, place: place, typed: "/\(row) zoe", refused: nobodyZoe, refusal: .notFound)
  }

  private static func relations(_ place: Place) -> [CommandCase] {
    let isBlocked = "bob is blocked: nothing of theirs is shown, nor confirmed."
    return [
      CommandCase(row: .block, place: place, typed: "/block bob", lines: [isBlocked]),
      CommandCase(row: .block, place: place, typed: "/block", lines: ["Nobody is blocked."]),
      CommandCase(
        row: .block, place: place, typed: "/block", before: ["/block bob"], lines: ["Blocked: bob (KEY)"]),
      CommandCase(
        row: .block, place: place, typed: "/block @bob", before: ["/block bob"],
        refused: "bob is blocked already.", refusal: .already),
      CommandCase(row: .block, place: place, typed: "/block zoe", refused: nobodyZoe, refusal: .notFound),
      CommandCase(
        row: .unblock, place: place, typed: "/unblock bob", before: ["/block bob"],
        lines: ["bob is not blocked any more."]),
      CommandCase(
        row: .unblock, place: place, typed: "/unblock", refused: "Whom? For example: /unblock ada",
        refusal: .missing),
      CommandCase(
        row: .unblock, place: place, typed: "/unblock bob", refused: "“bob” is not blocked. See /block.",
        refusal: .notBlocked),
      CommandCase(
        row: .unblock, place: place, typed: "/unblock zoe", refused: "“zoe” is not blocked. See /block.",
        refusal: .notFound),
      CommandCase(
        row: .fav, place: place, typed: "/fav bob", wire: [toBob], bobReads: ["[FAVORITED]"],
        lines: ["bob is a favourite now."]),
      CommandCase(
        row: .fav, place: place, typed: "/fav bob", before: ["/fav bob"],
        refused: "bob is a favourite already.", refusal: .already),
      CommandCase(
        row: .unfav, place: place, typed: "/unfav @bob", before: ["/fav bob"], wire: [toBob],
        bobReads: ["[UNFAVORITED]"], lines: ["bob is no favourite any more."]),
      CommandCase(
        row: .unfav, place: place, typed: "/unfav bob", refused: "bob is no favourite.", refusal: .already),
      missing(.fav, place), notFound(.fav, place), missing(.unfav, place), notFound(.unfav, place),
    ]
  }

  private static func diagnostics(_ place: Place) -> [CommandCase] {
    [
      CommandCase(
        row: .ping, place: place, typed: "/ping bob", wire: ["ping to bob, TTL 7"],
        lines: ["bob answered in N ms, in range."]),
      CommandCase(
        row: .ping, place: place, typed: "/ping @cid", wire: ["ping to cid, TTL 7"],
        lines: ["cid answered in N ms, over 2 hops."]),
      CommandCase(
        row: .ping, place: place, typed: "/ping bob", world: .pongsLost, wire: ["ping to bob, TTL 7"],
        lines: ["bob did not answer within ten seconds."], refusal: .noAnswer, seconds: 11),
      CommandCase(row: .trace, place: place, typed: "/trace bob", lines: ["ann → bob (in range)"]),
      CommandCase(
        row: .trace, place: place, typed: "/trace cid", lines: ["ann → bob → cid (2 hops, as they say)"]),
      CommandCase(
        row: .trace, place: place, typed: "/trace cid", world: .cidGone,
        lines: ["No way to cid is known."], refusal: .noWay),
      missing(.ping, place), notFound(.ping, place), missing(.trace, place), notFound(.trace, place),
    ]
  }

  private static func payment(_ place: Place) -> [CommandCase] {
    let isPublic = place == .mesh
    let effect = isPublic ? [everybody(token)] : [toBob]
    let noToken = "This is no Cashu token. It begins with cashuA or cashuB. Nothing was sent."
    return [
      CommandCase(
        row: .pay, place: place, typed: "/pay \(token) PUBLIC", wire: effect,
        bobReads: isPublic ? [] : [token], lines: [token]),
      isPublic
        ? CommandCase(
          row: .pay, place: place, typed: "/pay \(token)",
          refused: "Everybody here could take the money. If that is meant: /pay TOKEN public. "
            + "Nothing was sent.", refusal: .unconfirmed)
        : CommandCase(
          row: .pay, place: place, typed: "/pay cashu:\(token)", wire: effect, bobReads: [token],
          lines: [token]),
      isPublic
        ? CommandCase(
          row: .pay, place: place, typed: "/pay \(long) public", wire: [everybody(long)], lines: [long])
        : CommandCase(
          row: .pay, place: place, typed: "/pay \(long)", wire: [toBob, toBob],
          bobReads: [String(long.prefix(255)), String(long.dropFirst(255))],
          lines: [
            String(long.prefix(255)), String(long.dropFirst(255)),
            "The token is long and went as 2 messages. Whoever takes it puts them together first.",
          ]),
      CommandCase(row: .pay, place: place, typed: "/pay 5 sat", refused: noToken, refusal: .noToken),
      CommandCase(
        row: .pay, place: place, typed: "/pay cashuAe30",
        refused: "The token cannot be read, or says no amount. Nothing was sent.", refusal: .unreadable),
    ]
  }

  private static func words(_ place: Place) -> [CommandCase] {
    let help = CommandWord.allCases.map { word -> String in
      (word.takes.isEmpty ? word.typed : word.typed + " " + word.takes) + ": " + word.does
    }
    let helps = CommandCase(
      row: .help, place: place, typed: "/help", lines: [help.joined(separator: "\n")])
    // Groups and notes at places are not built: a word for what is not there is no word.
    let notBuilt = [
      "/group create us", "/group invite bob", "/group remove bob", "/group leave", "/group list",
      "/drop left of the door",
    ]
    return [helps, unknown("/dance", place, .unknown), unknown("/HUG bob", place, .unknown)]
      + notBuilt.map { unknown($0, place, .notBuilt) }
  }

  private static func unknown(_ typed: String, _ place: Place, _ refusal: Refusal) -> CommandCase {
    let word = typed.prefix { $0 != " " }
    return CommandCase(
      row: .other, place: place, typed: typed,
      refused: "There is no \(word). See /help; to send it as text, begin with two slashes.",
      refusal: refusal)
  }
}
