import Markup

/// What a page holds: by region, the ids and versions in the order of the document.
struct PageHoldings: Sendable, Equatable {
  /// One fragment that a page holds.
  struct Entry: Sendable, Hashable {
    var id: String
    var version: String
  }

  /// At most so many fragments are believed; a page that holds more is drawn anew.
  static let entriesMax = 4_000

  private(set) var regions: [String: [Entry]] = [:]

  /// Nothing.
  /// Which kind of page it is, where pages have kinds.
  var kind: String? { regions[Region.kindID]?.first?.id }

  init() {}

  /// What a page holds that shows these regions.
  init(_ regions: [Region]) {
    for region in regions {
      self.regions[region.id] = region.fragments.map { Entry(id: $0.id, version: $0.version) }
    }
  }

  /// The lines of a page's first frame: `region id version`, one a line. Nil when they are not of this form.
  init?(lines: some Sequence<Substring>) {
    var count = 0
    for line in lines {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      count += 1
      guard parts.count == 3, count <= Self.entriesMax, parts.allSatisfy(Self.isName) else { return nil }
      regions[String(parts[0]), default: []].append(
        Entry(id: String(parts[1]), version: String(parts[2])))
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 80
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

/// The messages that turn what a page holds into what it should show.
enum PageDifference {
  /// Insertions are cut behind the fragment that makes them longer than this, so that a page that is far
  /// behind gets there in steps that fit its socket.
  static let messageBytesMax = 65_536

  /// Out-of-band swaps in the order in which they must be applied; empty when nothing differs.
  static func messages(
    from holdings: PageHoldings, to regions: [Region], bytesMax: Int = messageBytesMax
  ) -> [HTML] {
    if let kind = regions.first(where: \.isKind), let held = holdings.kind, held != kind.fragments.first?.id {
      return messages(from: holdings.regions[kind.id] ?? [], to: kind, bytesMax: bytesMax)
    }
    return regions.flatMap { messages(from: holdings.regions[$0.id] ?? [], to: $0, bytesMax: bytesMax) }
  }

  private static func messages(
    from held: [PageHoldings.Entry], to region: Region, bytesMax: Int
  ) -> [HTML] {
    let wanted = Set(region.fragments.map(\.id))
    let kept = held.filter { wanted.contains($0.id) }
    let keptIDs = Set(kept.map(\.id))
    let hasDuplicates = keptIDs.count != kept.count
    guard !hasDuplicates, region.fragments.map(\.id).filter(keptIDs.contains) == kept.map(\.id) else {
      let nothing = Tag.div(.set(.hxSwapOob, "innerHTML:#" + region.id)) { HTML() }
      return [nothing] + messages(from: [], to: region, bytesMax: bytesMax)
    }
    var messages = held.filter { !wanted.contains($0.id) }.map { gone in
      Tag.div(.id(gone.id), .set(.hxSwapOob, "delete"))
    }
    let versions = Dictionary(kept.map { ($0.id, $0.version) }) { first, _ in first }
    var insertion: (anchor: String?, content: HTML)?
    var previous: String?
    for fragment in region.fragments {
      if let version = versions[fragment.id] {
        if let pending = insertion { messages.append(insert(pending, in: region)) }
        insertion = nil
        if version != fragment.version { messages.append(fragment.html(replacing: true)) }
      } else {
        insertion = insertion ?? (previous, HTML())
        insertion?.content.append(fragment.html())
        if let pending = insertion, pending.content.utf8.count > bytesMax {
          messages.append(insert(pending, in: region))
          insertion = nil
        }
      }
      previous = fragment.id
    }
    if let pending = insertion { messages.append(insert(pending, in: region)) }
    return messages
  }

  private static func insert(_ pending: (anchor: String?, content: HTML), in region: Region) -> HTML {
    let place = pending.anchor.map { "afterend:#" + $0 } ?? "afterbegin:#" + region.id
    return Tag.div(.set(.hxSwapOob, place)) { pending.content }
  }
}
