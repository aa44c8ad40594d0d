"""The harness sees what it should see: good pages pass, bad ones are caught. Needs no node."""

import http.server
import threading

from checks import stale_colours

PAGES = {
    "/good": "<title>Good</title><meta name=viewport content='width=device-width'><style>"
    "body{background:#fff}@media(prefers-color-scheme:dark){body{background:#000}}</style><h1>Good</h1>",
    "/script": "<title>Bad</title><script>throw Error('broken on purpose')</script>",
    "/inline": "<title>Bad</title><script>document.title='ran'</script>",
    "/foreign": "<title>Bad</title><img src='http://elsewhere.invalid/a.png'>",
    "/stale": "<title>Stale</title><h1 id=head style='color:canvastext'>Stale</h1><p id=left>Left behind</p><script>"
    "left.style.color=matchMedia('(prefers-color-scheme:dark)').matches?'white':'black'</script>",
    "/wide": "<title>Wide</title><div style='width:3000px'>x</div>",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = PAGES.get(self.path, "").encode()
        self.send_response(200 if body else 204)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/inline":
            self.send_header("Content-Security-Policy", "default-src 'none'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def run(stage):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    windows = stage.windows

    page = windows.open(f"{base}/good")
    stage.fact("a page opens", page.title() == "Good")
    pictures = windows.pictures_of(page, "self-check")
    stage.fact("four pictures are taken", len({path.read_bytes() for path in pictures}) == 4)
    stage.fact("a page that fits does not scroll sideways", windows.widest_overflow(page) <= 0)
    stage.fact("a good page is no problem", windows.problems == [])

    for path, sign in [("/script", "broken on purpose"), ("/inline", "Content Security Policy"), ("/foreign", "elsewhere")]:
        windows.problems = []
        page = windows.open(f"{base}{path}")
        page.wait_for_timeout(200)
        stage.fact(f"the problem of {path} is seen", any(sign in problem for problem in windows.problems))
    stage.fact("a page that is too wide is seen", windows.widest_overflow(windows.open(f"{base}/wide")) > 0)
    stale = stale_colours(windows.open(f"{base}/stale"))
    stage.fact("what keeps the old scheme's colours is seen", len(stale) == 2 and all("#left" in one for one in stale))
    stage.fact("and nothing else is", not stale_colours(windows.open(f"{base}/good")))
    windows.problems = []
    server.shutdown()
