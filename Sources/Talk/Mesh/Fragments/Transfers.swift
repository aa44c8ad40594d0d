import MeshWire
import Timebase

/// The frames that leave in pieces.
///
/// Of those with an id two are under way at a time and at most 16 wait in order, 6 MiB of frames in all;
/// others of ours are at most 64 and 2 MiB, others' at most 32 and 1 MiB. One more is refused. Source:
/// mesh-engine 9.6.
struct Transfers: Sendable {
  /// What became of a new one.
  enum Verdict: Sendable, Equatable {
    /// Under way, by this number.
    case started(UInt64)
    /// Behind the two that are under way.
    case waits
    /// The same content goes there already.
    case isUnderWay
    /// No room.
    case refused
  }

  private var active = OrderedMap<UInt64, Transfer>()
  private var waiting: [Transfer] = []
  private var lastNumber: UInt64 = 0

  /// Transfers under way.
  var activeCount: Int { active.count }
  /// Transfers that wait.
  var waitingCount: Int { waiting.count }
  /// Frame bytes of all.
  var frameBytes: Int { all.reduce(0) { $0 + $1.wholeBytes } }

  /// The transfer with that number, while it is under way.
  subscript(number: UInt64) -> Transfer? {
    get { active[number] }
    set { if active.contains(number) { active[number] = newValue } }
  }

  /// Takes one in.
  mutating func add(_ new: Transfer) -> Verdict {
    guard let id = new.order.id else {
      guard hasRoom(for: new) else { return .refused }
      return .started(start(new))
    }
    let isActive = active.orderedValues.contains { $0.order.id == id }
    if case .content(let hash, let peer) = id,
      isActive || waiting.contains(where: { $0.order.id == id })
        || peer != nil && all.contains(where: { $0.order.id == .content(hash, nil) })
    {
      return .isUnderWay
    }
    guard hasRoom(for: new) else { return .refused }
    guard
      isActive
        || active.orderedValues.filter({ $0.order.id != nil }).count
          >= FragmentLimits.activeTransfersMax
    else { return .started(start(new)) }
    guard waiting.count < FragmentLimits.waitingTransfersMax else { return .refused }
    if isActive { waiting.insert(new, at: 0) } else { waiting.append(new) }
    return .waits
  }

  /// Takes out one that is done or given up, and starts the next that waits, whose number it gives.
  mutating func remove(_ number: UInt64) -> UInt64? {
    guard active.removeValue(forKey: number)?.order.id != nil else { return nil }
    let busy = active.orderedValues.compactMap(\.order.id)
    guard busy.count < FragmentLimits.activeTransfersMax,
      let place = waiting.firstIndex(where: { !busy.contains($0.order.id ?? .named("")) })
    else { return nil }
    return start(waiting.remove(at: place))
  }

  /// Those of that name under way; those that wait are taken out and given back.
  mutating func cancel(named name: String) -> (active: [UInt64], waiting: [Transfer]) {
    let isMeant = { (transfer: Transfer) in transfer.order.id?.name == name }
    let numbers = active.orderedValues.filter(isMeant).map(\.number)
    let gone = waiting.filter(isMeant)
    waiting.removeAll(where: isMeant)
    return (numbers, gone)
  }

  /// Everything, under way first.
  var all: [Transfer] { active.orderedValues + waiting }

  private mutating func start(_ new: Transfer) -> UInt64 {
    lastNumber += 1
    var transfer = new
    transfer.number = lastNumber
    active[lastNumber] = transfer
    return lastNumber
  }

  private func hasRoom(for new: Transfer) -> Bool {
    let isCounted = new.order.id != nil
    let same = all.filter { ($0.order.id != nil) == isCounted && $0.order.isRelay == new.order.isRelay }
    let bytes = same.reduce(new.wholeBytes) { $0 + $1.wholeBytes }
    if isCounted { return bytes <= FragmentLimits.transferBytesMax }
    return new.order.isRelay
      ? same.count < FragmentLimits.relayTrainsMax && bytes <= FragmentLimits.relayTrainBytesMax
      : same.count < FragmentLimits.ownTrainsMax && bytes <= FragmentLimits.ownTrainBytesMax
  }
}
