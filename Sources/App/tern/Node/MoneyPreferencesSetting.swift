import AppState
import ConversationModel
import Ledger
import StrictJSON
import Timebase

/// What the person chose in Money, kept as one setting of the profile: in its file, 0600, sealed under the
/// store key, so that a wipe of the key takes it along. What cannot be read counts as absent.
struct MoneyPreferencesSetting: MoneyPreferencesStoring {
  let settings: any SettingsRepository

  func load() async -> MoneyPreferences {
    guard let text = try? await settings.setting(.moneyFiles) else { return MoneyPreferences() }
    return MoneyPreferencesCoding.preferences(text)
  }

  func save(_ preferences: MoneyPreferences) async {
    // What cannot be kept is only missed at the next start.
    try? await settings.set(MoneyPreferencesCoding.text(preferences), for: .moneyFiles)
  }
}

/// Files opened before as a JSON list; accounts and periods as addresses say them.
enum MoneyPreferencesCoding {
  static func text(_ preferences: MoneyPreferences) -> String {
    let files = preferences.recent.map { file in
      JSONValue.object([
        JSONMember(name: "path", value: .string(file.path)),
        JSONMember(name: "openedAt", value: .integer(Int64(clamping: file.openedAt.milliseconds))),
        JSONMember(name: "account", value: .string(file.account.text)),
        JSONMember(
          name: "period",
          value: .object(file.period.items.map { JSONMember(name: $0.name, value: .string($0.value)) })),
      ])
    }
    return JSONValue.array(files).serialized()
  }

  static func preferences(_ text: String) -> MoneyPreferences {
    let list = (try? JSONValue(parsing: Array(text.utf8)))?.array ?? []
    return MoneyPreferences(recent: list.compactMap(file))
  }

  private static func file(_ json: JSONValue) -> MoneyPreferences.RecentFile? {
    guard let path = json["path"]?.string, let opened = json["openedAt"]?.integer, opened >= 0 else {
      return nil
    }
    let fields = (json["period"]?.object ?? []).compactMap { member in
      member.value.string.map { (name: member.name, value: $0) }
    }
    return MoneyPreferences.RecentFile(
      path: path, openedAt: Timestamp(milliseconds: UInt64(opened)),
      account: json["account"]?.string.flatMap { AccountChoice($0) } ?? .all,
      period: PeriodChoice(items: fields) ?? .usual)
  }
}
