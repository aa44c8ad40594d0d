"use strict";
// The marks of the airport map, out of the rows of the list beside it: each row is an airport with its place and its
// mark. What stands close together is one disc, gathered anew for each zoom; what stays as it was keeps its element.
window.ternMarks = (map, place, { open, isStill }) => {
  const FOCUSABLE_MAX = 50;
  const LABEL_ZOOM_BEST = 7.5;
  const LABEL_ZOOM_ALL = 9;
  // From here on nothing is gathered; below, what is nearer than so many pixels.
  const APART_ZOOM = 12;
  const reach = (zoom) => (zoom < 5 ? 64 : zoom < 7 ? 52 : zoom < 9 ? 38 : 26);

  const byId = (id) => document.getElementById(id);
  const drawings = document.querySelector("svg").namespaceURI;
  const svg = (name, attributes, ...children) => {
    const element = document.createElementNS(drawings, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  };

  const pane = map.getPane("markerPane");
  const lines = L.layerGroup().addTo(map);
  // Airports by code, those that never stand in a disc, and what is drawn: by what it looks like.
  let airports = new Map();
  let apart = new Set();
  let chosen = "";
  let shown = new Map();
  const marks = new WeakMap();
  const standsAlone = (icao) => icao === chosen || apart.has(icao);

  const rows = () => Array.from(document.querySelectorAll("#airport-list > [data-lat]"));
  const airportOf = (row) => {
    const text = (name) => row.getAttribute(name);
    return {
      icao: text("data-icao"), at: L.latLng(Number(text("data-lat")), Number(text("data-lon"))), colour: text("data-colour"),
      rank: Number(text("data-rank")), size: Number(text("data-size")), name: text("data-name"), row,
    };
  };

  // ---- Gathering

  // The first of a list draws those near it: the list has the better airports first.
  const gather = (waiting) => {
    const zoom = map.getZoom();
    if (zoom >= APART_ZOOM) return waiting.map((airport) => [airport]);
    const near = reach(zoom);
    const cells = new Map();
    const groups = [];
    for (const airport of waiting) {
      const point = map.project(airport.at, zoom);
      const [column, line] = [Math.floor(point.x / near), Math.floor(point.y / near)];
      const own = column * 4_194_304 + line;
      let best = null;
      let distance = near * near;
      for (let across = -1; across <= 1; across += 1) {
        for (let down = -1; down <= 1; down += 1) {
          for (const group of cells.get(own + across * 4_194_304 + down) ?? []) {
            const apart = (group.x - point.x) ** 2 + (group.y - point.y) ** 2;
            if (apart < distance) [best, distance] = [group, apart];
          }
        }
      }
      if (best) {
        best.members.push(airport);
        continue;
      }
      const group = { x: point.x, y: point.y, members: [airport] };
      groups.push(group);
      if (cells.has(own)) cells.get(own).push(group);
      else cells.set(own, [group]);
    }
    return groups.map(({ members }) => members);
  };

  // What is to be seen: marks and discs by a key that says all that is drawn of them.
  const wanted = () => {
    const all = new Map();
    const alone = (airport) => {
      const { icao, at, colour, rank, size, name } = airport;
      const isChosen = icao === chosen;
      const key = [icao, at.lat, at.lng, colour, rank, size, isChosen, apart.has(icao), name].join("|");
      all.set(key, { ...airport, isChosen, size: size + (isChosen ? 6 : 0) });
    };
    const waiting = [];
    for (const airport of airports.values()) {
      if (standsAlone(airport.icao)) alone(airport);
      else waiting.push(airport);
    }
    for (const members of gather(waiting)) {
      if (members.length === 1) {
        alone(members[0]);
        continue;
      }
      const parts = new Map();
      for (const { colour } of members) parts.set(colour, (parts.get(colour) ?? 0) + 1);
      // Where the best of them is: those are never nearer to one another than discs are wide.
      const { at } = members[0];
      const ring = [...parts].sort((one, two) => two[1] - one[1]);
      const size = members.length < 10 ? 34 : members.length < 100 ? 40 : 46;
      all.set([at.lat, at.lng, ring.join(" ")].join("|"), { at, members, ring, size, rank: 9 });
    }
    return all;
  };

  // ---- Drawing

  // A disc in a ring that is split by class, so that the mix stays visible.
  const discOf = ({ members, ring, size }) => {
    const radius = size / 2 - 2.25;
    const length = 2 * Math.PI * radius;
    const middle = size / 2;
    const drawing = svg("svg", { class: "ring", width: size, height: size, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
      svg("circle", { class: "disc", cx: middle, cy: middle, r: middle - 0.5 }));
    let from = 0;
    for (const [colour, count] of ring) {
      const share = (count / members.length) * length;
      drawing.append(svg("circle", {
        cx: middle, cy: middle, r: radius, fill: "none", stroke: colour, "stroke-width": 4.5,
        "stroke-dasharray": `${Math.max(share - (ring.length > 1 ? 1.5 : 0), 0.5)} ${length}`, "stroke-dashoffset": -from,
        transform: `rotate(-90 ${middle} ${middle})`,
      }));
      from += share;
    }
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = members.length;
    number.style.lineHeight = `${size}px`;
    return [drawing, number];
  };
  const signOf = ({ row, size }) => {
    const sign = row.querySelector("svg.mark").cloneNode(true);
    sign.setAttribute("width", size);
    sign.setAttribute("height", size);
    return [sign];
  };
  const elementOf = (mark) => {
    const element = document.createElement("div");
    const kind = mark.members ? " cluster" : mark.isChosen ? " chosen" : "";
    element.className = `leaflet-marker-icon leaflet-zoom-animated leaflet-interactive mk${kind}`;
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", mark.members ? `${mark.members.length} airports, zoom in` : `${mark.icao} ${mark.name}`);
    element.tabIndex = -1;
    const style = element.style;
    style.width = style.height = `${mark.size}px`;
    style.marginLeft = style.marginTop = `${-mark.size / 2}px`;
    element.append(...(mark.members ? discOf(mark) : signOf(mark)));
    marks.set(element, mark);
    return element;
  };
  const stand = (mark) => {
    const point = map.latLngToLayerPoint(mark.at).round();
    L.DomUtil.setPosition(mark.element, point);
    const above = mark.isChosen ? 10_000 : apart.has(mark.icao) ? 5_000 : mark.members ? 0 : -100 * mark.rank;
    mark.element.style.zIndex = point.y + above;
  };

  const reposition = () => { for (const mark of shown.values()) stand(mark); };
  const arrange = () => {
    const all = wanted();
    for (const [key, mark] of shown) if (!all.has(key)) mark.element.remove();
    for (const [key, mark] of all) {
      mark.element = shown.get(key)?.element ?? elementOf(mark);
      marks.set(mark.element, mark);
      stand(mark);
    }
    shown = all;
    settle();
  };

  const draw = (icao) => {
    const began = performance.now();
    chosen = icao;
    // What was asked for by its code stands by itself.
    const fields = new URLSearchParams(location.search);
    const asked = fields.get("route") ?? fields.get("q") ?? "";
    apart = new Set(byId("airport-list").dataset.kind === "route" ? asked.toUpperCase().split(/\s+/) : []);
    const all = rows();
    airports = new Map(all.map((row) => [row.dataset.icao, airportOf(row)]));
    arrange();
    drawLines(all);
    place.dataset.markers = airports.size;
    // With the layout: reading a size makes the browser do it now.
    place.dataset.laid = pane.lastElementChild?.offsetWidth ?? 0;
    place.dataset.drawn = (performance.now() - began).toFixed(1);
  };

  const numbers = (text) => text.split(",").map(Number);
  const drawLines = (all) => {
    lines.clearLayers();
    const list = byId("airport-list");
    if (list.dataset.line) {
      const points = list.dataset.line.split(" ").map(numbers);
      L.polyline(points, { className: "route-casing", interactive: false, weight: 7 }).addTo(lines);
      L.polyline(points, { className: "route-line", interactive: false, weight: 4 }).addTo(lines);
    }
    for (const text of (list.dataset.highlights ?? "").split(";").filter(Boolean)) {
      const [tone, radius, ...at] = text.split(",");
      L.circle(at.map(Number), { radius: Number(radius), className: `highlight ${tone}`, interactive: false, weight: 2 }).addTo(lines);
    }
    for (const row of all) {
      for (const text of (row.dataset.lines ?? "").split(";").filter(Boolean)) {
        const [category, ...ends] = text.split(",");
        const [south, west, north, east] = ends.map(Number);
        L.polyline([[south, west], [north, east]], { className: `approach ${category}`, interactive: false, weight: 3 }).addTo(lines);
      }
    }
  };

  // Names beside marks, the better classes first; one that would touch another mark is left out. The 50 marks nearest
  // to the centre are buttons in that order.
  const settle = () => {
    const zoom = map.getZoom();
    const view = map.getSize();
    const middle = view.divideBy(2);
    const seen = [];
    const boxes = [];
    for (const mark of shown.values()) {
      const at = map.latLngToContainerPoint(mark.at);
      const half = mark.size / 2;
      if (at.x < -40 || at.y < -40 || at.x > view.x + 40 || at.y > view.y + 40) continue;
      seen.push({ mark, at, half, distance: at.distanceTo(middle) });
      boxes.push([at.x - half, at.y - half, at.x + half, at.y + half]);
    }
    const isFree = (box) => boxes.every((other) => box[2] <= other[0] || box[0] >= other[2] || box[3] <= other[1] || box[1] >= other[3]);
    const order = ({ mark }) => (standsAlone(mark.icao) ? -1 : mark.rank);
    for (const { mark, at, half } of [...seen].sort((one, two) => order(one) - order(two))) {
      if (mark.members) continue;
      const box = [at.x + half + 2, at.y - 8, at.x + half + 44, at.y + 8];
      const shows = standsAlone(mark.icao) || ((zoom >= LABEL_ZOOM_ALL || (zoom >= LABEL_ZOOM_BEST && mark.rank <= 1)) && isFree(box));
      label(mark, shows);
      if (shows) boxes.push(box);
    }
    seen.sort((one, two) => one.distance - two.distance);
    const near = seen.slice(0, FOCUSABLE_MAX).map(({ mark }) => mark.element);
    const buttons = new Set(near);
    for (const { element } of shown.values()) element.tabIndex = buttons.has(element) ? 0 : -1;
    // What is not drawn yet, then the buttons in their order, unless that would take the focus away.
    const fresh = Array.from(shown.values(), ({ element }) => element).filter((element) => !element.isConnected);
    if (pane.contains(document.activeElement)) return pane.append(...fresh);
    const isInOrder = () => near.every((element, index) => pane.childNodes[pane.childNodes.length - near.length + index] === element);
    if (fresh.length > 0 || !isInOrder()) pane.append(...fresh.filter((element) => !buttons.has(element)), ...near);
  };
  // The name is made when it is first shown.
  const label = ({ element, icao }, shows) => {
    if (shows && element.lastElementChild.getAttribute("class") !== "label") {
      const words = document.createElement("span");
      words.className = "label";
      words.textContent = icao;
      element.append(words);
    }
    if (element.classList.contains("labelled") !== shows) element.classList.toggle("labelled", shows);
  };

  // ---- What the map and the pilot do with them

  map.on("zoomend", arrange);
  map.on("viewreset", reposition);
  map.on("zoomanim", ({ center, zoom }) => {
    for (const { element, at } of shown.values()) L.DomUtil.setPosition(element, map._latLngToNewLayerPoint(at, zoom, center).round());
  });
  const press = (element) => {
    const mark = marks.get(element);
    if (!mark) return false;
    if (mark.members) map.fitBounds(L.latLngBounds(mark.members.map(({ at }) => at)), { padding: [40, 40], animate: !isStill });
    else open(mark.icao);
    return true;
  };
  pane.addEventListener("click", (event) => {
    // A press that moved the map is none; one without a pointer always is.
    if (event.detail > 0 && map.dragging.moved()) return;
    press(event.target.closest(".mk"));
  });
  pane.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && press(event.target)) event.preventDefault();
  });

  return {
    draw,
    settle,
    choose: (icao) => {
      chosen = icao;
      arrange();
    },
    placeOf: (icao) => airports.get(icao)?.at,
    places: () => [...airports.values()].map(({ at }) => at),
  };
};
