"use strict";
// The marks of the airport map, out of the rows of the list beside it: each row is an airport with its place and its
// mark. They are drawn on one canvas; what stands close together is one disc, gathered anew for each zoom.
window.ternMarks = (map, place, { open, isStill }) => {
  // What is drawn reaches so far beyond its own place.
  const MARGIN = 60;
  // A finger is not exact: it presses the nearest mark within this.
  const FINGER = 22;

  const byId = (id) => document.getElementById(id);
  const gather = window.ternGather(map);
  const drawLines = window.ternLines(map);
  // Airports by code, those that never stand in a disc, and what is shown of all at this zoom.
  let airports = new Map();
  let apart = new Set();
  let chosen = "";
  let shown = [];
  // Those on the canvas, in the order they are drawn.
  let seen = [];

  const arrange = () => { shown = gather.marks(airports, chosen, apart, map.getZoom()); };
  const paint = (context, bounds, sharpness) => {
    const [zoom, origin] = [map.getZoom(), map.getPixelOrigin()];
    const scale = map.getZoomScale(zoom, 0);
    const [{ x: left, y: top }, { x: right, y: bottom }] = [bounds.min, bounds.max];
    seen = [];
    if (shown.length === 0) return;
    for (const mark of shown) {
      mark.px = Math.round(mark.x * scale - origin.x);
      mark.py = Math.round(mark.y * scale - origin.y);
      if (mark.px < left - MARGIN || mark.px > right + MARGIN || mark.py < top - MARGIN || mark.py > bottom + MARGIN) continue;
      seen.push(mark);
    }
    gather.label(seen, zoom, signs.rem());
    seen.sort((one, two) => one.py + one.above - two.py - two.above);
    signs.draw(context, seen, zoom, sharpness);
  };
  const inView = () => {
    const from = map.containerPointToLayerPoint([-40, -40]);
    const to = map.containerPointToLayerPoint(map.getSize().add([40, 40]));
    return seen.filter(({ px, py }) => px >= from.x && px <= to.x && py >= from.y && py <= to.y);
  };

  const press = (mark) => {
    if (!mark.members) open(mark.airport.icao);
    else map.fitBounds(L.latLngBounds(mark.members.map(({ at }) => at)), { padding: [40, 40], animate: !isStill });
  };
  const buttons = window.ternMarkButtons(map, place, press);
  map.on("zoomend", () => {
    arrange();
    canvas.spoil();
  });
  const canvas = window.ternMapCanvas(map, paint);
  const signs = window.ternSigns(() => canvas.look());
  canvas.addTo(map);
  map.on("moveend", () => buttons.soon(inView()));
  const show = () => {
    arrange();
    canvas.redraw();
    buttons.soon(inView());
  };

  // What is drawn at a point of the layer: the uppermost mark, or name of one.
  const markAt = ({ x, y }, slack) => {
    let nearest = null;
    let distance = slack;
    for (let index = seen.length - 1; index >= 0; index -= 1) {
      const mark = seen[index];
      const [across, down] = [x - mark.px, y - mark.py];
      const beyond = Math.hypot(across, down) - mark.size / 2;
      if (beyond <= 0) return mark;
      if (mark.isNamed && across > 0 && across < mark.reach && Math.abs(down) < signs.rem() / 2) return mark;
      if (beyond < distance) [nearest, distance] = [mark, beyond];
    }
    return nearest;
  };
  // Leaflet tells of no click that moved the map.
  map.on("click", ({ layerPoint, originalEvent: event }) => {
    if (event.detail === 0) return;
    const mark = markAt(layerPoint, event.pointerType === "touch" ? FINGER : 0) ?? buttons.markOf(event.target);
    if (mark) press(mark);
  });
  map.on("mousemove", ({ layerPoint }) => place.classList.toggle("over-mark", markAt(layerPoint, 0) !== null));

  // What it looks like has changed: the theme, a font that came, the screen.
  const renew = () => {
    signs.forget();
    canvas.redraw();
  };
  // The style sheet follows a scheme within two frames; paper does not wait for frames.
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", () => requestAnimationFrame(() => requestAnimationFrame(renew)));
  }
  matchMedia("print").addEventListener("change", renew);
  document.fonts.addEventListener("loadingdone", renew);
  const watchSharpness = () => matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    renew();
    watchSharpness();
  }, { once: true });
  watchSharpness();

  return {
    draw: (icao) => {
      chosen = icao;
      // What was asked for by its code stands by itself.
      const fields = new URLSearchParams(location.search);
      const asked = fields.get("route") ?? fields.get("q") ?? "";
      apart = new Set(byId("airport-list").dataset.kind === "route" ? asked.toUpperCase().split(/\s+/) : []);
      airports = gather.airports();
      signs.of(byId("legend-title")?.textContent ?? "");
      show();
      drawLines();
      place.dataset.markers = airports.size;
    },
    choose: (icao) => {
      chosen = icao;
      show();
    },
    placeOf: (icao) => airports.get(icao)?.at,
    places: () => [...airports.values()].map(({ at }) => at),
  };
};
