/// An element's name, out of a closed set; calling it makes the element.
///
/// Missing on purpose: `script` (see `HTML.script`), `style`, `iframe`, `object`, `embed`, `base`, `frame`.
public struct Tag: Sendable {
  let name: StaticString
  let isVoid: Bool
  /// A parser drops one line feed right after the opening tag of these.
  let swallowsFirstNewline: Bool

  private init(_ name: StaticString, isVoid: Bool = false, swallowsFirstNewline: Bool = false) {
    self.name = name
    self.isVoid = isVoid
    self.swallowsFirstNewline = swallowsFirstNewline
  }

  /// The element with its attributes in the order given, and its content.
  ///
  /// A void element (`br`, `input`, …) has no content; giving it some is a bug of ours.
  public func callAsFunction(
    _ attributes: Attribute..., @HTMLBuilder content: () -> HTML = { HTML() }
  ) -> HTML {
    element(attributes, content: content())
  }

  /// The same with the attributes as a list.
  public func element(_ attributes: [Attribute], content: HTML = HTML()) -> HTML {
    var piece = HTML()
    piece.open(name, attributes, isVoid: isVoid)
    guard !isVoid else {
      precondition(content.isEmpty, "A void element has no content")
      return piece
    }
    if swallowsFirstNewline, content.utf8.first == 0x0A {
      piece.appendNewline()
    }
    piece.append(content)
    piece.close(name)
    return piece
  }
}

// The names themselves; each is spelt as in HTML or SVG.
extension Tag {
  /// `a`.
  public static let a = Tag("a")
  /// `abbr`.
  public static let abbr = Tag("abbr")
  /// `article`.
  public static let article = Tag("article")
  /// `aside`.
  public static let aside = Tag("aside")
  /// `audio`.
  public static let audio = Tag("audio")
  /// `b`.
  public static let b = Tag("b")
  /// `bdi`.
  public static let bdi = Tag("bdi")
  /// `blockquote`.
  public static let blockquote = Tag("blockquote")
  /// `body`.
  public static let body = Tag("body")
  /// `button`.
  public static let button = Tag("button")
  /// `caption`.
  public static let caption = Tag("caption")
  /// `cite`.
  public static let cite = Tag("cite")
  /// `code`.
  public static let code = Tag("code")
  /// `datalist`.
  public static let datalist = Tag("datalist")
  /// `dd`.
  public static let dd = Tag("dd")
  /// `del`.
  public static let del = Tag("del")
  /// `details`.
  public static let details = Tag("details")
  /// `dialog`.
  public static let dialog = Tag("dialog")
  /// `div`.
  public static let div = Tag("div")
  /// `dl`.
  public static let dl = Tag("dl")
  /// `dt`.
  public static let dt = Tag("dt")
  /// `em`.
  public static let em = Tag("em")
  /// `fieldset`.
  public static let fieldset = Tag("fieldset")
  /// `figcaption`.
  public static let figcaption = Tag("figcaption")
  /// `figure`.
  public static let figure = Tag("figure")
  /// `footer`.
  public static let footer = Tag("footer")
  /// `form`.
  public static let form = Tag("form")
  /// `h1`.
  public static let h1 = Tag("h1")
  /// `h2`.
  public static let h2 = Tag("h2")
  /// `h3`.
  public static let h3 = Tag("h3")
  /// `h4`.
  public static let h4 = Tag("h4")
  /// `head`.
  public static let head = Tag("head")
  /// `header`.
  public static let header = Tag("header")
  /// `html`.
  public static let html = Tag("html")
  /// `kbd`.
  public static let kbd = Tag("kbd")
  /// `label`.
  public static let label = Tag("label")
  /// `legend`.
  public static let legend = Tag("legend")
  /// `li`.
  public static let li = Tag("li")
  /// `main`.
  public static let main = Tag("main")
  /// `mark`.
  public static let mark = Tag("mark")
  /// `menu`.
  public static let menu = Tag("menu")
  /// `meter`.
  public static let meter = Tag("meter")
  /// `nav`.
  public static let nav = Tag("nav")
  /// `noscript`.
  public static let noscript = Tag("noscript")
  /// `ol`.
  public static let ol = Tag("ol")
  /// `optgroup`.
  public static let optgroup = Tag("optgroup")
  /// `option`.
  public static let option = Tag("option")
  /// `output`.
  public static let output = Tag("output")
  /// `p`.
  public static let p = Tag("p")
  /// `picture`.
  public static let picture = Tag("picture")
  /// `progress`.
  public static let progress = Tag("progress")
  /// `q`.
  public static let q = Tag("q")
  /// `s`.
  public static let s = Tag("s")
  /// `samp`.
  public static let samp = Tag("samp")
  /// `section`.
  public static let section = Tag("section")
  /// `select`.
  public static let select = Tag("select")
  /// `small`.
  public static let small = Tag("small")
  /// `span`.
  public static let span = Tag("span")
  /// `strong`.
  public static let strong = Tag("strong")
  /// `sub`.
  public static let sub = Tag("sub")
  /// `summary`.
  public static let summary = Tag("summary")
  /// `sup`.
  public static let sup = Tag("sup")
  /// `table`.
  public static let table = Tag("table")
  /// `tbody`.
  public static let tbody = Tag("tbody")
  /// `td`.
  public static let td = Tag("td")
  /// `template`.
  public static let template = Tag("template")
  /// `textarea`.
  public static let textarea = Tag("textarea", swallowsFirstNewline: true)
  /// `tfoot`.
  public static let tfoot = Tag("tfoot")
  /// `th`.
  public static let th = Tag("th")
  /// `thead`.
  public static let thead = Tag("thead")
  /// `time`.
  public static let time = Tag("time")
  /// `title`.
  public static let title = Tag("title")
  /// `tr`.
  public static let tr = Tag("tr")
  /// `ul`.
  public static let ul = Tag("ul")
  /// `video`.
  public static let video = Tag("video")
  /// `pre`.
  public static let pre = Tag("pre", swallowsFirstNewline: true)
  /// `br`.
  public static let br = Tag("br", isVoid: true)
  /// `hr`.
  public static let hr = Tag("hr", isVoid: true)
  /// `img`.
  public static let img = Tag("img", isVoid: true)
  /// `input`.
  public static let input = Tag("input", isVoid: true)
  /// `link`.
  public static let link = Tag("link", isVoid: true)
  /// `meta`.
  public static let meta = Tag("meta", isVoid: true)
  /// `source`.
  public static let source = Tag("source", isVoid: true)
  /// `wbr`.
  public static let wbr = Tag("wbr", isVoid: true)
  /// `col`.
  public static let col = Tag("col", isVoid: true)

  /// `desc` of SVG: what a drawing says, for those who do not see it.
  public static let desc = Tag("desc")
  /// `svg` of SVG.
  public static let svg = Tag("svg")
  /// `g` of SVG.
  public static let g = Tag("g")
  /// `path` of SVG.
  public static let path = Tag("path")
  /// `circle` of SVG.
  public static let circle = Tag("circle")
  /// `rect` of SVG.
  public static let rect = Tag("rect")
  /// `line` of SVG.
  public static let line = Tag("line")
  /// `ellipse` of SVG.
  public static let ellipse = Tag("ellipse")
  /// `polyline` of SVG.
  public static let polyline = Tag("polyline")
  /// `use` of SVG.
  public static let use = Tag("use")
  /// `defs` of SVG.
  public static let defs = Tag("defs")
  /// `symbol` of SVG.
  public static let symbol = Tag("symbol")
  /// `text` of a drawing.
  public static let drawnText = Tag("text")
}
