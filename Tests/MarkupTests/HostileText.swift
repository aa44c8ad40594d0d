/// Texts that have opened elements, attributes or scripts somewhere before.
enum HostileText {
  static let corpus: [String] = [
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(1)>", "' onmouseover='alert(1)", "\" autofocus onfocus=\"alert(1)", "` onx=`1",
    "</title><script>1</script>", "</textarea><script>1</script>", "<!--", "-->", "<![CDATA[", "]]>",
    "&lt;script&gt;", "&#60;script&#62;", "&amp;amp;", "&", "&&&", "&#0;", "&notit;", "<", ">", "<<>>",
    "\u{0}<b>", "a\u{0}b", "\u{8}\u{b}\u{c}\u{e}\u{1f}\u{7f}", "line\r\nline\rline\n", "\t\ttabs",
    "{{7*7}}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "javascript:alert(1)", "data:text/html,<script>1</script>",
    "<iframe srcdoc='<script>1</script>'>", "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0>",
    "<style>*{display:none}</style>", "<a href=\"x\" style=\"position:fixed\">",
    "<form action=//evil.example>",
    "\u{202E}gnp.exe", "\u{2066}\u{2067}\u{2068}\u{2069}", "\u{200B}\u{200D}\u{FEFF}", "\u{FFFE}\u{FFFF}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "👩‍👩‍👧‍👦", "𝕏", "ﬃ", "İ", "\u{1F1E9}\u{1F1EA}",
    "<scr\u{0}ipt>", "＜script＞", "‹script›", "%3Cscript%3E", "\\u003cscript\\u003e", "+ADw-script+AD4-",
    String(repeating: "<", count: 1_000), String(repeating: "\"'>", count: 1_000),
    String(repeating: "\u{300}", count: 10_000), "",
  ]

  static let linksRefused: [String] = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)",
    "\u{1}javascript:alert(1)", "vbscript:x", "data:text/html,x", "blob:http://x", "file:///etc/passwd",
    "ftp://x",
    "//evil.example", "/\\evil.example", "\\\\evil.example", "/\tx", "http:evil.example", "http:/x",
    "http://",
    "https://", "http:///x", "http://user@evil.example", "https://bank.example@evil.example/", "http://:80/",
    "https://a b", "https://a\u{202E}b", "https://a\u{200B}b", "https://a\u{ad}b", "https://x/\"onx=1",
    "https://x/'x", "https://x/<b>", "https://x/`", "", "relative", "./x", "../x", "?q", ":", "x:", "mailto:",
    "geo:", "mailto://x", "view-source:http://x", "about:blank", "ws://x", "wss://x", "tel:1", "sms:1",
    "intent:x",
    "https:\\\\evil.example", "http\u{3A}\u{200D}//x", "https://" + String(repeating: "a", count: 2_048),
  ]

  static let linksAllowed: [String] = [
    "/", "/talk/mesh", "/assets/icons.svg#talk", "/a?b=c&d=e", "#main", "http://example.org",
    "https://example.org/a?b=c#d", "HTTPS://EXAMPLE.ORG", "https://bücher.example/ü", "http://[::1]:8080/x",
    "mailto:ada@example.org", "geo:50.5,1.6", "https://example.org/@ada", "https://example.org:8443",
  ]
}
