/// A dictionary that remembers the order of insertion: iteration never depends on hashing.
///
/// Lookup, insertion, removal and taking the oldest entry cost O(1) on average. Setting the value of a
/// key that is there keeps its place. Removed places are reclaimed once they outnumber the living ones.
struct OrderedMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var slots: [Slot] = []
  /// Where each key stands, counted from the first slot there ever was.
  private var places = PlaceTable()
  /// Slots that are gone from the front.
  private var goneSlots = 0
  /// The first slot that may be taken.
  private var firstPlace = 0

  /// Number of entries.
  var count: Int { places.count }

  /// Whether there is nothing inside.
  var isEmpty: Bool { places.count == 0 }

  /// The key that was inserted first among those still here.
  var firstKey: Key? {
    var place = firstPlace
    while place < slots.count {
      if slots[place].isTaken { return slots[place].key }
      place += 1
    }
    return nil
  }

  /// Keys in the order of insertion.
  var orderedKeys: [Key] { orderedKeys { _, _ in true } }

  /// Values in the order of insertion of their keys.
  var orderedValues: [Value] { slots.compactMap(\.content?.value) }

  /// Entries in the order of insertion.
  var entries: [(key: Key, value: Value)] {
    slots.compactMap { slot in slot.content.map { (slot.key, $0.value) } }
  }

  /// Values for which the predicate holds, in the order of insertion of their keys. Copies no others.
  func orderedValues(where isWanted: (Value) -> Bool) -> [Value] {
    var wanted: [Value] = []
    for index in firstPlace..<slots.count where slots[index].matches({ isWanted($1) }) {
      if let value = slots[index].content?.value { wanted.append(value) }
    }
    return wanted
  }

  /// Keys of the entries for which the predicate holds, in the order of insertion. Copies no values.
  func orderedKeys(where isWanted: (Key, Value) -> Bool) -> [Key] {
    var wanted: [Key] = []
    for index in firstPlace..<slots.count where slots[index].matches(isWanted) {
      wanted.append(slots[index].key)
    }
    return wanted
  }

  /// The key of the oldest entry for which the predicate holds. Stops there.
  func firstKey(where isWanted: (Key, Value) -> Bool) -> Key? {
    var place = firstPlace
    while place < slots.count {
      if slots[place].matches(isWanted) { return slots[place].key }
      place += 1
    }
    return nil
  }

  /// Makes a key the newest, with a value.
  mutating func setLast(_ value: Value, forKey key: Key) {
    let hash = hashed(key)
    guard let cell = cell(of: key, hash) else {
      return append(Slot(key: key, content: Content(value: value)), hash)
    }
    slots[places[cell: cell] - goneSlots].content = Content(value: value)
    makeLast(cell)
  }

  /// Adds a key with a value; nothing happens when the key is there, and its value is given back.
  mutating func insert(_ value: Value, unlessPresent key: Key) -> Value? {
    let hash = hashed(key)
    if let cell = cell(of: key, hash) { return slots[places[cell: cell] - goneSlots].content?.value }
    append(Slot(key: key, content: Content(value: value)), hash)
    return nil
  }

  /// The value of a key; setting `nil` removes it.
  subscript(key: Key) -> Value? {
    get {
      guard let index = slotIndex(of: key) else { return nil }
      return slots[index].content?.value
    }
    set {
      guard let newValue else {
        removeValue(forKey: key)
        return
      }
      let hash = hashed(key)
      if let cell = cell(of: key, hash) {
        slots[places[cell: cell] - goneSlots].content = Content(value: newValue)
      } else {
        append(Slot(key: key, content: Content(value: newValue)), hash)
      }
    }
  }

  /// One part of the value of a key, without copying the others.
  func look<Part>(_ key: Key, _ part: (Value) -> Part) -> Part? {
    guard let index = slotIndex(of: key) else { return nil }
    return slots[index].part(part)
  }

  /// Whether the key is there.
  func contains(_ key: Key) -> Bool { slotIndex(of: key) != nil }

  /// Changes the value of a key where it stands; `nil` when the key is not there.
  @discardableResult
  mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    guard let index = slotIndex(of: key) else { return nil }
    return slots[index].content?.change(body)
  }

  /// Changes the value of a key and makes the key the newest; does nothing when the key is not there.
  mutating func updateLast(_ key: Key, _ body: (inout Value) -> Void) {
    guard let cell = cell(of: key, hashed(key)) else { return }
    slots[places[cell: cell] - goneSlots].content?.change(body)
    makeLast(cell)
  }

  /// Removes a key and gives back its value.
  @discardableResult
  mutating func removeValue(forKey key: Key) -> Value? {
    guard let cell = cell(of: key, hashed(key)) else { return nil }
    let content = slots[places[cell: cell] - goneSlots].content.take()
    places.remove(cell: cell)
    reclaim()
    return content?.value
  }

  /// Removes and gives back the oldest entry.
  mutating func popFirst() -> (key: Key, value: Value)? {
    guard let key = firstKey, let value = removeValue(forKey: key) else { return nil }
    return (key, value)
  }

  /// Removes every entry for which the predicate holds, oldest first.
  mutating func removeAll(where isRemoved: (Key, Value) -> Bool) {
    for key in orderedKeys(where: isRemoved) { removeValue(forKey: key) }
  }

  /// Removes everything.
  mutating func removeAll() {
    self = OrderedMap()
  }

  private mutating func reclaim() {
    while firstPlace < slots.count, !slots[firstPlace].isTaken { firstPlace += 1 }
    guard slots.count > Self.reclaimedFrom, places.count < slots.count / 2 else { return }
    // Where the oldest go first, as almost everywhere, the free slots are those in front.
    if firstPlace >= slots.count / 2 {
      slots.removeFirst(firstPlace)
      goneSlots += firstPlace
      firstPlace = 0
      return
    }
    var newIndices: [Int] = []
    newIndices.reserveCapacity(slots.count)
    var kept = 0
    for index in slots.indices {
      newIndices.append(kept)
      if slots[index].isTaken { kept += 1 }
    }
    let gone = goneSlots
    places.renumber { gone + newIndices[$0 - gone] }
    slots = slots.filter(\.isTaken)
    firstPlace = 0
  }

  private func cell(of key: Key, _ hash: Int) -> Int? {
    places.cell(hash) { slots[$0 - goneSlots].key == key }
  }

  /// Only says where the table looks: nothing goes over it, and nothing is ordered by it.
  private func hashed(_ key: Key) -> Int {
    key.hashValue  // archreview:ignore hash-order entries are found by it and never listed by it
  }

  private func slotIndex(of key: Key) -> Int? {
    guard places.count > 0, let cell = cell(of: key, hashed(key)) else { return nil }
    return places[cell: cell] - goneSlots
  }

  private mutating func makeLast(_ cell: Int) {
    let index = places[cell: cell] - goneSlots
    guard index < slots.count - 1 else { return }
    places[cell: cell] = goneSlots + slots.count
    slots.append(Slot(key: slots[index].key, content: slots[index].content.take()))
    reclaim()
  }

  private mutating func append(_ slot: Slot, _ hash: Int) {
    places.insert(hash, goneSlots + slots.count)
    slots.append(slot)
  }

  private struct Slot: Sendable {
    let key: Key
    /// Nothing once the entry is removed. The key stays, so that comparing keys copies nothing.
    var content: Content?

    var isTaken: Bool { content != nil }

    func matches(_ isWanted: (Key, Value) -> Bool) -> Bool {
      guard let content else { return false }
      return isWanted(key, content.value)
    }

    func part<Part>(_ body: (Value) -> Part) -> Part? {
      guard let content else { return nil }
      return body(content.value)
    }
  }

  private struct Content: Sendable {
    var value: Value

    mutating func change<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
  }

  private static var reclaimedFrom: Int { 32 }
}
