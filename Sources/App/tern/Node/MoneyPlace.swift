import AppState
import Bytes
import ConversationModel
import Glibc
import Ledger
import LedgerFiles
import Timebase

/// The machine as the money domain knows it.
struct MoneyPlace: MoneySurroundings {
  private let clock = SystemClock()
  let homeFolder: String?

  init() {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    homeFolder = home.hasPrefix("/") && home != "/" ? home : nil
  }

  func today() -> CalendarDate { MoneyDays.today() }

  func now() -> Timestamp { clock.now().unix }

  func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  func makeUniqueID() -> String { "tern_" + SystemEntropy.bytes(8).hexadecimal }
}

extension MoneyDomain {
  /// The domain on this machine, with what was kept in the profile's settings.
  static func ofMachine(settings: any SettingsRepository) async -> MoneyDomain {
    let money = MoneyDomain()
    await money.connect(
      door: MoneyFiles(today: { MoneyDays.today() }), surroundings: MoneyPlace(),
      store: MoneyPreferencesSetting(settings: settings))
    return money
  }
}

/// Looks every two seconds whether another program changed the open money file; without one that costs
/// nothing but a look at the files opened before. SQLite tells nobody of another program's write, and a watch
/// on the file would miss one put in its place and folders of other machines. Ends when it is cancelled.
func keepLooking(_ money: MoneyDomain) async {
  while (try? await Task.sleep(for: .seconds(2))) != nil { await money.lookForChanges() }
}
