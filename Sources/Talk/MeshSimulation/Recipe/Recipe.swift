/// Everything a world is made of: the same recipe gives the same world, event for event.
///
/// Numbers are taken as they are; `bounded()` brings those of a file or a command line into their ranges.
public struct Recipe: Hashable, Sendable {
  /// What every draw of the world begins with.
  public var seed: UInt64
  /// Nodes with an engine and an application, 2 to 1,000.
  public var nodes: Int
  /// Who is next to whom at the start.
  public var graph: GraphKind
  /// Whether the places of a geometric graph walk while there are faults.
  public var moves = false

  /// What each link does while there are faults.
  public var links = LinkConditions(delayMilliseconds: 5)
  /// Links on which nothing passes in one direction.
  public var oneWay = Share.none
  /// Links that carry 300 to 512 bytes at a time, and now and then another number.
  public var narrow = Share.none

  /// How often the nodes are cut in two.
  public var partitions = 0
  /// How long such a cut lasts, 5 to this.
  public var partitionSecondsMax = 240
  /// Nodes that crash and start again, in a minute.
  public var churnPerMinute = 0
  /// How many of those come back without anything, keys included.
  public var amnesia = Share.none
  /// How far dates may be off, either way.
  public var skewMilliseconds = 0
  /// Nodes besides those that are hostile.
  public var hostile: [HostileKind] = []

  /// How long there are traffic and faults.
  public var faultSeconds = 600
  /// How long it is calm after that, at most; less when everything has settled.
  public var calmSecondsMax = 720
  /// Messages to everybody that are written.
  public var publicMessages = 40
  /// Messages to one that are written.
  public var privateMessages = 40

  /// Nodes that are left out, rising: the others stay what they are.
  public var withoutNodes: [Int] = []
  /// Events that are left out, rising.
  public var withoutEvents: [Int] = []

  /// A world without faults.
  public init(seed: UInt64, nodes: Int, graph: GraphKind = .geometric) {
    self.seed = seed
    self.nodes = nodes
    self.graph = graph
  }

  /// The recipe with every number in its range.
  public func bounded() -> Recipe {
    var recipe = self
    recipe.nodes = min(max(nodes, 2), Self.nodesMax)
    recipe.hostile = Array(hostile.prefix(Self.hostileMax))
    recipe.links.loss = min(links.loss, .percent(100))
    recipe.links.burstFrames = min(max(links.burstFrames, 1), 1_000)
    recipe.links.delayMilliseconds = min(max(links.delayMilliseconds, 0), 60_000)
    recipe.links.jitterMilliseconds = min(max(links.jitterMilliseconds, 0), 120_000)
    recipe.partitions = min(max(partitions, 0), 100)
    recipe.partitionSecondsMax = min(max(partitionSecondsMax, 5), 3_600)
    recipe.churnPerMinute = min(max(churnPerMinute, 0), 60)
    recipe.skewMilliseconds = min(max(skewMilliseconds, 0), 86_400_000)
    recipe.faultSeconds = min(max(faultSeconds, 10), 86_400)
    recipe.calmSecondsMax = min(max(calmSecondsMax, 0), 86_400)
    recipe.publicMessages = min(max(publicMessages, 0), 10_000)
    recipe.privateMessages = min(max(privateMessages, 0), 10_000)
    return recipe
  }

  /// Nodes of one world at most.
  public static let nodesMax = 1_000
  /// Hostile nodes of one world at most.
  public static let hostileMax = 32
}
