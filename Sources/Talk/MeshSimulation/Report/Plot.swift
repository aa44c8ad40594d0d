/// One picture of a report: a line over axes, as SVG without scripts, fonts or anything from outside.
public struct Plot: Sendable, Equatable {
  /// What the picture shows, for its file name and title.
  public let name: String
  /// The title above it.
  public let title: String
  /// What the axes are.
  public let axes: (x: String, y: String)
  /// The points of the line, rising in x.
  public let points: [(x: Double, y: Double)]

  /// Joins the parts; points that are no numbers are left out.
  public init(name: String, title: String, axes: (x: String, y: String), points: [(x: Double, y: Double)]) {
    self.name = name
    self.title = title
    self.axes = axes
    self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
  }

  /// Equal when they look alike.
  public static func == (left: Plot, right: Plot) -> Bool { left.svg == right.svg }

  /// The picture, 640 by 360.
  public var svg: String {
    let (right, top) = (points.map(\.x).max() ?? 0, points.map(\.y).max() ?? 0)
    let (width, height) = (right > 0 ? right : 1, top > 0 ? top : 1)
    let line = points.map { point in
      let (x, y) = (60 + 560 * point.x / width, 310 - 260 * point.y / height)
      return "\(Self.short(x)),\(Self.short(y))"
    }.joined(separator: " ")
    let marks = (0...4).map { step -> String in
      let (x, y) = (60 + 140 * step, 310 - 65 * step)
      let part = Double(step) / 4
      return """
        <text x="\(x)" y="328" text-anchor="middle">\(Self.short(width * part))</text>
        <text x="52" y="\(y + 4)" text-anchor="end">\(Self.short(height * part))</text>
        <path d="M60 \(y)H620" stroke="#ddd"/>
        """
    }.joined(separator: "\n")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="sans-serif" font-size="12">
      <title>\(Self.escaped(title))</title>
      <rect width="640" height="360" fill="#fff"/>
      <text x="60" y="24" font-size="15">\(Self.escaped(title))</text>
      \(marks)
      <path d="M60 50V310H620" fill="none" stroke="#444"/>
      <polyline points="\(line)" fill="none" stroke="#0b6e8f" stroke-width="2"/>
      <text x="620" y="348" text-anchor="end">\(Self.escaped(axes.x))</text>
      <text x="60" y="42">\(Self.escaped(axes.y))</text>
      </svg>

      """
  }

  private static func short(_ number: Double) -> String {
    let tenths = (number * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}

extension WorldReport {
  /// How fast messages arrived, and how many frames went when.
  public var plots: [Plot] {
    [
      Self.shares(
        publicLatencies, name: "public-latency", title: "Messages to everybody: who has them after how long"),
      Self.shares(
        privateLatencies, name: "private-latency", title: "Private messages: confirmed after how long"),
      Plot(
        name: "frames", title: "Frames on all links", axes: ("minutes", "frames in 10 s"),
        points: framesByTenSeconds.enumerated().map { (Double($0.offset) / 6, Double($0.element)) }),
    ]
  }

  /// What part had come after how many seconds, in at most 200 points.
  private static func shares(_ latencies: Latencies, name: String, title: String) -> Plot {
    let times = latencies.milliseconds
    let step = max(times.count / 200, 1)
    var points: [(x: Double, y: Double)] = [(0, 0)]
    for index in stride(from: 0, to: times.count, by: step) {
      points.append((Double(times[index]) / 1_000, 100 * Double(index + 1) / Double(times.count)))
    }
    if let last = times.last { points.append((Double(last) / 1_000, 100)) }
    return Plot(name: name, title: title, axes: ("seconds", "per cent"), points: points)
  }
}
