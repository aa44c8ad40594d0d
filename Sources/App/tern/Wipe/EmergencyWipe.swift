import Timebase

/// Takes everything away that a profile has on this machine (chat-app 11).
///
/// It is begun by writing an intent in two places, either of which is enough, and is finished before anything
/// of the profile is opened: at once, or at the next start where the process was ended in between. Every step
/// may be done again.
struct EmergencyWipe {
  /// One step, in the order in which they are taken: the keys first, since nothing sealed can be read without
  /// them.
  enum Step: Equatable {
    /// A file of the profile, with its companions and copies.
    case file(ProfileFile)
    /// Whatever else stands in the profile's folder.
    case strays
    /// Something outside of it.
    case outside(OutsidePlace)
  }

  let places: WipePlaces

  private var folder: ProfileFolder { places.folder }

  /// All steps.
  static let steps: [Step] =
    ProfileFile.allCases.filter { $0.fate != .stays }.map(Step.file) + [.strays]
    + OutsidePlace.allCases.map(Step.outside)

  /// Whether a wipe was begun and is not finished.
  var isPending: Bool { WipeIntent.isPending(folder) }

  /// Writes the intent down. From then on nothing of the profile is opened again before all is gone.
  func begin(now: Timestamp) throws(WipeProblem) {
    try WipeIntent.write(now, in: folder)
  }

  /// Takes the steps and takes the intent back. `limit` is the number of steps after which to stop, as if the
  /// process had been ended there.
  func finish(now: Timestamp, limit: Int? = nil) throws(WipeProblem) {
    var problem: WipeProblem?
    for step in limit.map({ Self.steps.prefix($0) }) ?? Self.steps[...] {
      do throws(WipeProblem) { try take(step) } catch { problem = problem ?? error }
    }
    // What can go is gone.
    if let problem { throw problem }
    guard limit == nil else { return }
    try WipeIntent.takeBack(in: folder, now: now)
  }

  /// Finishes a wipe that was begun; answers whether there was one.
  func finishIfPending(now: Timestamp) throws(WipeProblem) -> Bool {
    guard isPending else { return false }
    try finish(now: now)
    return true
  }

  private func take(_ step: Step) throws(WipeProblem) {
    switch step {
    case .file(let file): try remove(overwriting: file.fate == .overwritten) { file.claims($0) }
    case .strays:
      let stays = ProfileFile.allCases.filter { $0.fate == .stays }
      try remove(overwriting: false) { entry in !stays.contains { $0.rawValue == entry } }
    case .outside(let place):
      for path in place.paths(in: places) { try WipeFiles.remove(path) }
    }
  }

  private func remove(overwriting overwrites: Bool, where goes: (String) -> Bool) throws(WipeProblem) {
    for entry in WipeFiles.entries(of: folder.path) where goes(entry) {
      let path = "\(folder.path)/\(entry)"
      if overwrites { WipeFiles.overwrite(path) }
      try WipeFiles.remove(path)
    }
    WipeFiles.sync(folder.path)
  }
}

/// The two notes that a wipe was begun: a file of its own, and a line in the lock. Either is enough.
enum WipeIntent {
  private static let word = "wipe "

  static func isPending(_ folder: ProfileFolder) -> Bool {
    WipeFiles.text(of: folder.path(of: .wipePending)) != nil
      || WipeFiles.text(of: folder.path(of: .lock))?.hasPrefix(word) == true
  }

  static func write(_ now: Timestamp, in folder: ProfileFolder) throws(WipeProblem) {
    let text = "\(word)\(now.milliseconds)\n"
    let places: [ProfileFile] = [.wipePending, .lock]
    let written = places.count { WipeFiles.write(text, to: folder.path(of: $0)) }
    WipeFiles.sync(folder.path)
    // A file without its bytes is an intent as well.
    guard written > 0 || isPending(folder) else { throw .cannotBegin(folder.path) }
  }

  /// Notes the time of the wipe, then that it is over.
  static func takeBack(in folder: ProfileFolder, now: Timestamp) throws(WipeProblem) {
    let begun = [ProfileFile.wipePending, .lock].compactMap { time(in: folder.path(of: $0)) }.max() ?? now
    let moment = notAhead(max(begun, wipedAt(folder) ?? begun), of: now)
    guard WipeFiles.write("\(word)\(moment.milliseconds)\n", to: folder.path(of: .wiped)),
      WipeFiles.write("", to: folder.path(of: .lock))
    else { throw .cannotFinish(folder.path) }
    try WipeFiles.remove(folder.path(of: .wipePending))
    WipeFiles.sync(folder.path)
  }

  /// A clock that was ahead would make the profile deaf until then, so its time is not kept; one that was
  /// never set says nothing about the other.
  static func notAhead(_ moment: Timestamp, of now: Timestamp) -> Timestamp {
    now < earliestClock ? moment : min(moment, now)
  }

  /// The beginning of 2025: a clock before it is not set.
  private static let earliestClock = Timestamp(milliseconds: 1_735_689_600_000)

  /// When the profile was wiped last. What was sent before is not shown again.
  static func wipedAt(_ folder: ProfileFolder) -> Timestamp? { time(in: folder.path(of: .wiped)) }

  private static func time(in path: String) -> Timestamp? {
    guard let text = WipeFiles.text(of: path), text.hasPrefix(word) else { return nil }
    return UInt64(text.dropFirst(word.count).prefix { $0.isNumber }).map { Timestamp(milliseconds: $0) }
  }
}
