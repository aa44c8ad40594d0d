/// The name of an attribute, out of a closed set.
///
/// Missing on purpose: `style`, every `on…`, `srcdoc`, `http-equiv`, `ping`, `hx-on`, `hx-vals`,
/// `hx-headers`. Names whose value is an address are not public: `Attribute` has a factory for each.
public struct AttributeName: Sendable, Equatable {
  let text: StaticString

  private init(_ text: StaticString) {
    self.text = text
  }

  /// Two names are one when they are spelt alike.
  public static func == (left: AttributeName, right: AttributeName) -> Bool {
    left.text.description == right.text.description
  }
}

// The names themselves; each is spelt as in HTML, SVG or htmx.
extension AttributeName {
  /// `accept`.
  public static let accept = AttributeName("accept")
  /// `alt`.
  public static let alt = AttributeName("alt")
  /// `autocapitalize`.
  public static let autocapitalize = AttributeName("autocapitalize")
  /// `autocomplete`.
  public static let autocomplete = AttributeName("autocomplete")
  /// `autofocus`.
  public static let autofocus = AttributeName("autofocus")
  /// `charset`.
  public static let charset = AttributeName("charset")
  /// `checked`.
  public static let checked = AttributeName("checked")
  /// `class`.
  public static let `class` = AttributeName("class")
  /// `cols`.
  public static let cols = AttributeName("cols")
  /// `colspan`.
  public static let colspan = AttributeName("colspan")
  /// `content`.
  public static let content = AttributeName("content")
  /// `datetime`.
  public static let datetime = AttributeName("datetime")
  /// `dir`.
  public static let dir = AttributeName("dir")
  /// `disabled`.
  public static let disabled = AttributeName("disabled")
  /// `download`.
  public static let download = AttributeName("download")
  /// `enterkeyhint`.
  public static let enterkeyhint = AttributeName("enterkeyhint")
  /// `for`.
  public static let `for` = AttributeName("for")
  /// `form`.
  public static let form = AttributeName("form")
  /// `headers`.
  public static let headers = AttributeName("headers")
  /// `height`.
  public static let height = AttributeName("height")
  /// `hidden`.
  public static let hidden = AttributeName("hidden")
  /// `high`.
  public static let high = AttributeName("high")
  /// `id`.
  public static let id = AttributeName("id")
  /// `inert`.
  public static let inert = AttributeName("inert")
  /// `inputmode`.
  public static let inputmode = AttributeName("inputmode")
  /// `kind`.
  public static let kind = AttributeName("kind")
  /// `label`.
  public static let label = AttributeName("label")
  /// `lang`.
  public static let lang = AttributeName("lang")
  /// `list`.
  public static let list = AttributeName("list")
  /// `low`.
  public static let low = AttributeName("low")
  /// `max`.
  public static let max = AttributeName("max")
  /// `maxlength`.
  public static let maxlength = AttributeName("maxlength")
  /// `media`.
  public static let media = AttributeName("media")
  /// `method`.
  public static let method = AttributeName("method")
  /// `min`.
  public static let min = AttributeName("min")
  /// `minlength`.
  public static let minlength = AttributeName("minlength")
  /// `multiple`.
  public static let multiple = AttributeName("multiple")
  /// `name`.
  public static let name = AttributeName("name")
  /// `novalidate`.
  public static let novalidate = AttributeName("novalidate")
  /// `open`.
  public static let open = AttributeName("open")
  /// `optimum`.
  public static let optimum = AttributeName("optimum")
  /// `pattern`.
  public static let pattern = AttributeName("pattern")
  /// `placeholder`.
  public static let placeholder = AttributeName("placeholder")
  /// `popover`.
  public static let popover = AttributeName("popover")
  /// `popovertarget`.
  public static let popovertarget = AttributeName("popovertarget")
  /// `readonly`.
  public static let readonly = AttributeName("readonly")
  /// `rel`.
  public static let rel = AttributeName("rel")
  /// `required`.
  public static let required = AttributeName("required")
  /// `role`.
  public static let role = AttributeName("role")
  /// `rows`.
  public static let rows = AttributeName("rows")
  /// `rowspan`.
  public static let rowspan = AttributeName("rowspan")
  /// `scope`.
  public static let scope = AttributeName("scope")
  /// `selected`.
  public static let selected = AttributeName("selected")
  /// `size`.
  public static let size = AttributeName("size")
  /// `spellcheck`.
  public static let spellcheck = AttributeName("spellcheck")
  /// `start`.
  public static let start = AttributeName("start")
  /// `step`.
  public static let step = AttributeName("step")
  /// `tabindex`.
  public static let tabindex = AttributeName("tabindex")
  /// `target`.
  public static let target = AttributeName("target")
  /// `title`.
  public static let title = AttributeName("title")
  /// `translate`.
  public static let translate = AttributeName("translate")
  /// `type`.
  public static let type = AttributeName("type")
  /// `value`.
  public static let value = AttributeName("value")
  /// `width`.
  public static let width = AttributeName("width")
  /// `wrap`.
  public static let wrap = AttributeName("wrap")

  /// `cx`.
  public static let cx = AttributeName("cx")
  /// `cy`.
  public static let cy = AttributeName("cy")
  /// `d`.
  public static let d = AttributeName("d")
  /// `fill`.
  public static let fill = AttributeName("fill")
  /// `points`.
  public static let points = AttributeName("points")
  /// `r`.
  public static let r = AttributeName("r")
  /// `rx`.
  public static let rx = AttributeName("rx")
  /// `ry`.
  public static let ry = AttributeName("ry")
  /// `transform`.
  public static let transform = AttributeName("transform")
  /// `viewBox`.
  public static let viewBox = AttributeName("viewBox")
  /// `x`.
  public static let x = AttributeName("x")
  /// `x1`.
  public static let x1 = AttributeName("x1")
  /// `x2`.
  public static let x2 = AttributeName("x2")
  /// `y`.
  public static let y = AttributeName("y")
  /// `y1`.
  public static let y1 = AttributeName("y1")
  /// `y2`.
  public static let y2 = AttributeName("y2")
  /// `xmlns`.
  public static let xmlns = AttributeName("xmlns")
  /// `stroke`.
  public static let stroke = AttributeName("stroke")

  /// `hx-boost`.
  public static let hxBoost = AttributeName("hx-boost")
  /// `hx-confirm`.
  public static let hxConfirm = AttributeName("hx-confirm")
  /// `hx-disabled-elt`.
  public static let hxDisabledElt = AttributeName("hx-disabled-elt")
  /// `hx-ext`.
  public static let hxExt = AttributeName("hx-ext")
  /// `hx-history`.
  public static let hxHistory = AttributeName("hx-history")
  /// `hx-include`.
  public static let hxInclude = AttributeName("hx-include")
  /// `hx-indicator`.
  public static let hxIndicator = AttributeName("hx-indicator")
  /// `hx-preserve`.
  public static let hxPreserve = AttributeName("hx-preserve")
  /// `hx-push-url`.
  public static let hxPushUrl = AttributeName("hx-push-url")
  /// `hx-select`.
  public static let hxSelect = AttributeName("hx-select")
  /// `hx-swap`.
  public static let hxSwap = AttributeName("hx-swap")
  /// `hx-swap-oob`.
  public static let hxSwapOob = AttributeName("hx-swap-oob")
  /// `hx-sync`.
  public static let hxSync = AttributeName("hx-sync")
  /// `hx-target`.
  public static let hxTarget = AttributeName("hx-target")
  /// `hx-trigger`.
  public static let hxTrigger = AttributeName("hx-trigger")

  static let href = AttributeName("href")
  static let src = AttributeName("src")
  static let action = AttributeName("action")
  static let formaction = AttributeName("formaction")
  static let `defer` = AttributeName("defer")
  static let hxGet = AttributeName("hx-get")
  static let hxPost = AttributeName("hx-post")
  static let wsConnect = AttributeName("ws-connect")
  static let ariaPrefix = AttributeName("aria-")
  static let dataPrefix = AttributeName("data-")
}
