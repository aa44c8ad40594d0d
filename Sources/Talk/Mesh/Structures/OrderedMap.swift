/// A dictionary that remembers the order of insertion: iteration never depends on hashing.
///
/// Lookup, insertion, removal and taking the oldest entry cost O(1) on average. Setting the value of a
/// key that is there keeps its place. Removed places are reclaimed once they outnumber the living ones.
struct OrderedMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var slots: [Slot?] = []
  /// Where each key stands, counted from the first slot there ever was.
  private var places: [Key: Int] = [:]
  /// Slots that are gone from the front.
  private var goneSlots = 0
  /// The first slot that may be taken.
  private var firstPlace = 0

  /// Number of entries.
  var count: Int { places.count }

  /// Whether there is nothing inside.
  var isEmpty: Bool { places.isEmpty }

  /// The key that was inserted first among those still here.
  var firstKey: Key? {
    var place = firstPlace
    while place < slots.count {
      if let slot = slots[place] { return slot.key }
      place += 1
    }
    return nil
  }

  /// Keys in the order of insertion.
  var orderedKeys: [Key] { slots.compactMap { $0?.key } }

  /// Values in the order of insertion of their keys.
  var orderedValues: [Value] { slots.compactMap { $0?.value } }

  /// Entries in the order of insertion.
  var entries: [(key: Key, value: Value)] { slots.compactMap { slot in slot.map { ($0.key, $0.value) } } }

  /// The key of the oldest entry for which the predicate holds. Stops there.
  func firstKey(where isWanted: (Key, Value) -> Bool) -> Key? {
    var place = firstPlace
    while place < slots.count {
      if let slot = slots[place], isWanted(slot.key, slot.value) { return slot.key }
      place += 1
    }
    return nil
  }

  /// Makes a key the newest, with a value.
  mutating func setLast(_ value: Value, forKey key: Key) {
    removeValue(forKey: key)
    self[key] = value
  }

  /// The value of a key; setting `nil` removes it.
  subscript(key: Key) -> Value? {
    get { places[key].flatMap { slots[$0 - goneSlots]?.value } }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      // Most keys are new: one look-up for them, two for the others.
      if let place = places.updateValue(goneSlots + slots.count, forKey: key) {
        places[key] = place
        slots[place - goneSlots]?.value = newValue
      } else {
        slots.append(Slot(key: key, value: newValue))
      }
    }
  }

  /// Whether the key is there.
  func contains(_ key: Key) -> Bool { places[key] != nil }

  /// Changes the value of a key where it stands; `nil` when the key is not there.
  @discardableResult
  mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    guard let place = places[key] else { return nil }
    return slots[place - goneSlots]?.change(body)
  }

  /// Removes a key and gives back its value.
  @discardableResult
  mutating func removeValue(forKey key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    let slot = slots[place - goneSlots].take()
    reclaim()
    return slot?.value
  }

  /// Removes and gives back the oldest entry.
  mutating func popFirst() -> (key: Key, value: Value)? {
    guard let key = firstKey, let value = removeValue(forKey: key) else { return nil }
    return (key, value)
  }

  /// Removes every entry for which the predicate holds, oldest first.
  mutating func removeAll(where isRemoved: (Key, Value) -> Bool) {
    for (key, value) in entries where isRemoved(key, value) {
      removeValue(forKey: key)
    }
  }

  /// Removes everything.
  mutating func removeAll() {
    self = OrderedMap()
  }

  private mutating func reclaim() {
    while firstPlace < slots.count, slots[firstPlace] == nil { firstPlace += 1 }
    guard slots.count > Self.reclaimedFrom, places.count < slots.count / 2 else { return }
    // Where the oldest go first, as almost everywhere, the free slots are those in front.
    if firstPlace >= slots.count / 2 {
      slots.removeFirst(firstPlace)
      goneSlots += firstPlace
      firstPlace = 0
      return
    }
    slots = slots.filter { $0 != nil }
    firstPlace = 0
    for (place, slot) in slots.enumerated() {
      if let slot { places[slot.key] = goneSlots + place }
    }
  }

  private struct Slot: Sendable {
    let key: Key
    var value: Value

    mutating func change<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
  }

  private static var reclaimedFrom: Int { 32 }
}
