"use strict";
// The airport map: Leaflet over the base map of this computer. What it shows it reads from the list beside it: each
// row is an airport with its place and its mark, so the list is never less than the map.
(() => {
  const byId = (id) => document.getElementById(id);
  const place = byId("map");
  if (!place || !window.L) return;
  document.documentElement.dataset.map = "shown";

  const RELOAD_DELAY = 300;
  const KEEP_DELAY = 1000;
  const PADDING = 1.3;
  const FOCUSABLE_MAX = 50;
  const LABEL_ZOOM_BEST = 7.5;
  const LABEL_ZOOM_ALL = 9;
  const DETAIL_ZOOM = 8;

  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const token = document.querySelector('meta[name="request-token"]').content;
  const fields = () => new URLSearchParams(location.search);
  // The bare address opens the area as it was left: from now on the address says so.
  if (!location.search) history.replaceState({ tern: true }, "", `${location.pathname}?${place.dataset.state}`);
  const numbers = (text) => (text ?? "").split(",").map(Number);

  // ---- The map

  const map = L.map(place, {
    zoomControl: false, attributionControl: false, worldCopyJump: true, minZoom: 2, maxZoom: 15, zoomSnap: 0.5,
    maxBounds: [[-85.06, -Infinity], [85.06, Infinity]], maxBoundsViscosity: 1, zoomAnimation: !isStill,
    fadeAnimation: false, markerZoomAnimation: !isStill, inertia: !isStill, keyboardPanDelta: 120,
  });
  const [latitude, longitude] = numbers(place.dataset.centre);
  map.setView([latitude, longitude], Number(place.dataset.zoom));
  if (byId("base-map")) window.ternBaseMap(map, byId("base-map"));

  const clusters = L.markerClusterGroup({
    showCoverageOnHover: false, spiderfyOnMaxZoom: false, zoomToBoundsOnClick: false, animate: false,
    chunkedLoading: false, disableClusteringAtZoom: 12,
    maxClusterRadius: (zoom) => (zoom < 5 ? 64 : zoom < 7 ? 52 : zoom < 9 ? 38 : 26),
    iconCreateFunction: (cluster) => clusterIcon(cluster.getAllChildMarkers()),
  }).addTo(map);
  const alone = L.layerGroup().addTo(map);
  const lines = L.layerGroup().addTo(map);
  clusters.on("clusterclick", ({ layer }) => map.fitBounds(layer.getBounds(), { padding: [40, 40], animate: !isStill }));

  const drawings = document.querySelector("svg").namespaceURI;
  const svg = (name, attributes, ...children) => {
    const element = document.createElementNS(drawings, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // A disc in a ring that is split by class, so that the mix stays visible.
  const clusterIcon = (members) => {
    const size = members.length < 10 ? 34 : members.length < 100 ? 40 : 46;
    const radius = size / 2 - 2.25;
    const length = 2 * Math.PI * radius;
    const parts = new Map();
    for (const { options } of members) parts.set(options.colour, (parts.get(options.colour) ?? 0) + 1);
    const drawing = svg("svg", { class: "ring", width: size, height: size, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
      svg("circle", { class: "disc", cx: size / 2, cy: size / 2, r: size / 2 - 0.5 }));
    let from = 0;
    for (const [colour, count] of [...parts].sort((one, two) => two[1] - one[1])) {
      const share = (count / members.length) * length;
      drawing.append(svg("circle", {
        cx: size / 2, cy: size / 2, r: radius, fill: "none", stroke: colour, "stroke-width": 4.5,
        "stroke-dasharray": `${Math.max(share - (parts.size > 1 ? 1.5 : 0), 0.5)} ${length}`, "stroke-dashoffset": -from,
        transform: `rotate(-90 ${size / 2} ${size / 2})`,
      }));
      from += share;
    }
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = members.length;
    const box = document.createElement("div");
    box.append(drawing, number);
    return L.divIcon({ className: "mk cluster", html: box, iconSize: [size, size] });
  };

  // ---- Markers out of the rows of the list

  let markers = new Map();
  let points = new Set();
  const standsAlone = (icao) => icao === chosen || points.has(icao);
  let chosen = fields().get("airport") ?? "";

  const rows = () => Array.from(document.querySelectorAll("#airport-list > [data-lat]"));

  // Drawn only once it comes on the map: what stands in a cluster never does.
  const RowIcon = L.DivIcon.extend({
    createIcon(old) {
      const { row, iconSize } = this.options;
      const drawing = row.querySelector("svg.mark").cloneNode(true);
      drawing.setAttribute("width", iconSize[0]);
      drawing.setAttribute("height", iconSize[1]);
      const label = document.createElement("span");
      label.className = "label";
      label.textContent = row.dataset.icao;
      this.options.html = document.createElement("div");
      this.options.html.append(drawing, label);
      return L.DivIcon.prototype.createIcon.call(this, old);
    },
  });
  const iconOf = (row, isChosen) => {
    const size = Number(row.dataset.size) + (isChosen ? 6 : 0);
    return new RowIcon({ className: `mk${isChosen ? " chosen" : ""}`, row, iconSize: [size, size] });
  };

  const markerOf = (row, isChosen) => {
    const marker = L.marker([Number(row.dataset.lat), Number(row.dataset.lon)], {
      icon: iconOf(row, isChosen), keyboard: false, colour: row.dataset.colour, rank: Number(row.dataset.rank),
      icao: row.dataset.icao, name: row.dataset.name, zIndexOffset: isChosen ? 10_000 : points.has(row.dataset.icao) ? 5_000 : -100 * Number(row.dataset.rank),
      size: Number(row.dataset.size),
    });
    marker.on("click", () => choose(row.dataset.icao));
    return marker;
  };

  const drawMarkers = () => {
    const began = performance.now();
    clusters.clearLayers();
    alone.clearLayers();
    // What was asked for by its code stands by itself.
    const asked = fields().get("route") ?? fields().get("q") ?? "";
    points = new Set(byId("airport-list").dataset.kind === "route" ? asked.toUpperCase().split(/\s+/) : []);
    markers = new Map(rows().map((row) => [row.dataset.icao, markerOf(row, row.dataset.icao === chosen)]));
    clusters.addLayers([...markers].filter(([icao]) => !standsAlone(icao)).map(([, marker]) => marker));
    for (const [icao, marker] of markers) if (standsAlone(icao)) marker.addTo(alone);
    drawLines();
    place.dataset.markers = markers.size;
    place.dataset.drawn = (performance.now() - began).toFixed(1);
    settle();
  };

  const drawLines = () => {
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
    for (const row of rows()) {
      for (const text of (row.dataset.lines ?? "").split(";").filter(Boolean)) {
        const [category, ...ends] = text.split(",");
        const [south, west, north, east] = ends.map(Number);
        L.polyline([[south, west], [north, east]], { className: `approach ${category}`, interactive: false, weight: 3 }).addTo(lines);
      }
    }
  };

  // Names beside markers, the better classes first; one that would touch another marker is left out. The 50 markers
  // nearest to the centre are buttons in that order.
  const settle = () => {
    const zoom = map.getZoom();
    const view = map.getSize();
    const seen = [];
    const boxes = [];
    for (const layer of [...clusterLayers(), ...alone.getLayers()]) {
      const element = layer.getElement?.();
      if (!element) continue;
      const at = map.latLngToContainerPoint(layer.getLatLng());
      const half = element.offsetWidth / 2;
      if (at.x < -40 || at.y < -40 || at.x > view.x + 40 || at.y > view.y + 40) {
        element.tabIndex = -1;
        continue;
      }
      seen.push({ layer, element, at, half, distance: at.distanceTo(view.divideBy(2)) });
      boxes.push([at.x - half, at.y - half, at.x + half, at.y + half]);
    }
    const isFree = (box) => boxes.every((other) => box[2] <= other[0] || box[0] >= other[2] || box[3] <= other[1] || box[1] >= other[3]);
    for (const { layer, element, at, half } of [...seen].sort((one, two) => order(one) - order(two))) {
      const { icao, rank } = layer.options;
      if (!icao) continue;
      const isChosen = standsAlone(icao);
      const box = [at.x + half + 2, at.y - 8, at.x + half + 44, at.y + 8];
      const shows = isChosen || ((zoom >= LABEL_ZOOM_ALL || (zoom >= LABEL_ZOOM_BEST && rank <= 1)) && isFree(box));
      element.classList.toggle("labelled", shows);
      if (shows) boxes.push(box);
    }
    const pane = map.getPane("markerPane");
    const hasFocus = pane.contains(document.activeElement);
    seen.sort((one, two) => one.distance - two.distance).forEach(({ layer, element }, index) => {
      name(layer, element);
      element.tabIndex = index < FOCUSABLE_MAX ? 0 : -1;
      if (!hasFocus && index < FOCUSABLE_MAX) pane.append(element);
    });
  };
  const order = ({ layer }) => (standsAlone(layer.options.icao) ? -1 : layer.options.rank ?? 9);
  const clusterLayers = () => {
    const found = [];
    clusters._featureGroup.eachLayer((layer) => found.push(layer));
    return found;
  };
  const name = (layer, element) => {
    if (element.getAttribute("role") === "button") return;
    element.setAttribute("role", "button");
    const { icao, name } = layer.options;
    element.setAttribute("aria-label", icao ? `${icao} ${name}` : `${layer.getChildCount()} airports, zoom in`);
  };
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const layer = [...clusterLayers(), ...alone.getLayers()].find((one) => one.getElement?.() === event.target);
    if (!layer) return;
    event.preventDefault();
    if (layer.options.icao) choose(layer.options.icao);
    else map.fitBounds(layer.getBounds(), { padding: [40, 40], animate: !isStill });
  });

  // ---- Loading a region

  let loaded = null;
  let timer = 0;
  let keepTimer = 0;
  let asking = null;
  const page = Math.floor(Math.random() * 2 ** 31);

  const readLoaded = () => {
    const list = byId("airport-list");
    const [south, west, north, east] = numbers(list.dataset.box);
    loaded = {
      kind: list.dataset.kind, isCut: list.dataset.hidden !== "0", zoom: map.getZoom(),
      box: list.dataset.box ? L.latLngBounds([south, west], [north, east]) : null,
    };
  };
  const holds = () => {
    if (!loaded || loaded.kind !== "region") return loaded !== null;
    if (!loaded.box?.contains(map.getBounds())) return false;
    return !(loaded.isCut && map.getZoom() > loaded.zoom);
  };
  const padded = () => {
    const view = map.getBounds();
    const more = (PADDING - 1) / 2;
    const tall = (view.getNorth() - view.getSouth()) * more;
    const wide = (view.getEast() - view.getWest()) * more;
    return [view.getSouth() - tall, view.getWest() - wide, view.getNorth() + tall, view.getEast() + wide];
  };

  // Asks for the airports of the view, or for what is searched. Only the answer to the last question is taken.
  const load = async ({ fits = false } = {}) => {
    clearTimeout(timer);
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    const asked = fields();
    asked.set("box", padded().map((value) => value.toFixed(4)).join(","));
    asked.set("page", page);
    asked.delete("at");
    busy(true);
    try {
      const answer = await fetch(`/airports/region?${asked}`, { credentials: "same-origin", signal: mine.signal });
      if (answer.status === 204) return;
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      if (mine !== asking) return;
      show(html, fits);
    } catch (error) {
      if (error.name === "AbortError" || mine !== asking) return;
      tell("Tern did not answer. The map shows what was loaded before.");
    } finally {
      if (mine === asking) {
        asking = null;
        busy(false);
      }
    }
  };
  const soon = (options) => {
    clearTimeout(timer);
    timer = setTimeout(() => load(options), RELOAD_DELAY);
  };
  const busy = (isBusy) => {
    const answer = byId("map-answer");
    if (isBusy) answer.setAttribute("aria-busy", "true");
    else answer.removeAttribute("aria-busy");
  };
  const tell = (words) => { byId("found").textContent = words; };

  const piece = (html) => document.adoptNode(new DOMParser().parseFromString(html, "text/html").body.firstElementChild);
  const show = (html, fits) => {
    const focus = document.activeElement?.id;
    const open = Array.from(document.querySelectorAll("#map-answer details[open]"), (menu) => menu.id);
    const scroll = byId("map-list")?.scrollTop ?? 0;
    byId("map-answer").replaceWith(piece(html));
    for (const id of open) if (byId(id)) byId(id).open = true;
    if (byId("map-list")) byId("map-list").scrollTop = scroll;
    if (focus && document.activeElement === document.body) byId(focus)?.focus({ preventScroll: true });
    const count = byId("filter-count");
    if (count) {
      count.textContent = byId("map-answer").dataset.filters;
      count.hidden = count.textContent === "0";
    }
    showList();
    readLoaded();
    drawMarkers();
    if (fits) fit();
    keepSoon();
  };

  const fit = () => {
    const points = [...markers.values()].map((marker) => marker.getLatLng());
    const line = byId("airport-list").dataset.line;
    if (line) points.push(...line.split(" ").map(numbers).map(([south, west]) => L.latLng(south, west)));
    if (points.length === 0) return;
    const bounds = L.latLngBounds(points);
    map.fitBounds(bounds.pad(0.25), { maxZoom: points.length === 1 ? DETAIL_ZOOM : 10, animate: false });
  };

  const at = () => {
    const centre = map.getCenter().wrap();
    return `${centre.lat.toFixed(4)},${centre.lng.toFixed(4)},${map.getZoom()}`;
  };
  const write = (changed, pushes) => {
    const next = fields();
    for (const [key, value] of Object.entries(changed)) {
      if (value === null || value === "") next.delete(key);
      else next.set(key, value);
    }
    next.set("at", at());
    history[pushes ? "pushState" : "replaceState"]({ tern: true }, "", `${location.pathname}?${next}`);
  };
  // What was looked at is kept for the next visit.
  const keepSoon = () => {
    clearTimeout(keepTimer);
    keepTimer = setTimeout(() => {
      const body = new URLSearchParams({ state: fields().toString(), token });
      fetch("/airports/view", { method: "POST", body, credentials: "same-origin", keepalive: true }).catch(() => {});
    }, KEEP_DELAY);
  };

  map.on("moveend", () => {
    write({});
    settle();
    if (holds()) return keepSoon();
    soon();
  });
  clusters.on("animationend", settle);
  map.on("zoomend", () => { place.dataset.zoom = map.getZoom(); });

  // ---- Choosing an airport

  const choose = async (icao, tab) => {
    const before = chosen;
    chosen = icao;
    write({ airport: icao, tab: tab ?? null }, icao !== before);
    remark(before);
    remark(icao);
    const answer = await fetch(`/airports/detail?${fields()}`, { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok || chosen !== icao) {
      if (chosen === icao) tell("Tern did not answer. Try again.");
      return;
    }
    const html = await answer.text();
    const focus = document.activeElement?.id;
    byId("detail-place").replaceWith(piece(html));
    window.htmx?.process(byId("detail-place"));
    map.invalidateSize({ animate: false });
    const marker = markers.get(icao);
    if (icao && !tab && icao !== before) {
      const position = marker?.getLatLng() ?? L.latLng(numbers(byId("detail-place").dataset.at));
      if (map.getZoom() < DETAIL_ZOOM) map.setView(position, DETAIL_ZOOM, { animate: false });
      else if (!map.getBounds().pad(-0.15).contains(position)) map.panTo(position, { animate: false });
      byId("detail-title")?.focus({ preventScroll: true });
    } else if (focus) {
      byId(focus)?.focus({ preventScroll: true });
    }
    settle();
    keepSoon();
  };
  const remark = (icao) => {
    const row = byId(`row-${icao}`);
    if (!row) return;
    const old = markers.get(icao);
    clusters.removeLayer(old);
    alone.removeLayer(old);
    const fresh = markerOf(row, icao === chosen);
    markers.set(icao, fresh);
    if (standsAlone(icao)) fresh.addTo(alone);
    else clusters.addLayer(fresh);
    row.querySelector("a").toggleAttribute("aria-current", icao === chosen);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-choose]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (link.dataset.choose === "") return close();
    choose(link.dataset.choose, link.dataset.tab);
  }, true);
  const close = () => {
    const before = chosen;
    choose("").then(() => (document.querySelector(`#row-${before} a`)?.offsetParent ? document.querySelector(`#row-${before} a`) : place).focus());
  };
  // A form of the detail was taken: what it changed is shown.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target.closest?.("#detail-place") && event.detail.successful) choose(chosen, fields().get("tab") ?? "airport");
  });

  // ---- Search, filters, legend, route: each changes the address, and the map asks anew

  const change = (changed, options) => {
    write(changed, true);
    soon(options);
  };
  const search = byId("q");
  search.addEventListener("input", () => {
    const words = search.value.trim();
    write({ q: words, route: null });
    soon({ fits: words !== "" });
  });
  byId("map-search").addEventListener("submit", (event) => {
    event.preventDefault();
    write({ q: search.value.trim(), route: null }, true);
    load({ fits: true });
  });
  const filters = byId("filters");
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("input", () => {
    const changed = { f: "1" };
    for (const field of filters.elements) {
      if (!field.name || field.name === "f") continue;
      changed[field.name] = field.type === "checkbox" ? (field.checked ? "1" : null) : field.value;
    }
    write(changed);
    soon();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#map-answer a[data-state], #filter-sheet a[data-state]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState({ tern: true }, "", `${location.pathname}?${new URL(link.href).searchParams}`);
    write({});
    syncFilters();
    search.value = fields().get("q") ?? "";
    load();
    link.closest("details")?.removeAttribute("open");
  });
  const syncFilters = () => {
    const now = fields();
    for (const field of filters.elements) {
      if (!field.name || field.name === "f") continue;
      if (field.type === "checkbox") field.checked = now.has(field.name);
      else field.value = now.get(field.name) ?? "";
    }
  };
  addEventListener("popstate", () => location.reload());

  // ---- Panels and keys

  const showList = () => {
    const isOpen = sessionStorage.getItem("airports:list") === "open" || ["search", "route"].includes(byId("airport-list").dataset.kind)
      && sessionStorage.getItem("airports:list") !== "shut";
    byId("map-list").hidden = !isOpen;
    byId("list-switch").setAttribute("aria-expanded", String(isOpen));
  };
  byId("list-switch").addEventListener("click", () => {
    const isOpen = byId("map-list").hidden;
    sessionStorage.setItem("airports:list", isOpen ? "open" : "shut");
    showList();
    if (isOpen) document.querySelector("#airport-list a")?.focus();
  });
  const sheet = byId("filter-sheet");
  const openSheet = (isOpen) => {
    sheet.hidden = !isOpen;
    byId("filter-switch").setAttribute("aria-expanded", String(isOpen));
    if (isOpen) sheet.querySelector("input:not([type=hidden]), select").focus();
    else byId("filter-switch").focus();
  };
  byId("filter-switch").addEventListener("click", (event) => {
    event.preventDefault();
    openSheet(sheet.hidden);
  });
  sheet.addEventListener("click", (event) => {
    if (event.target.closest("[data-shut]")) openSheet(false);
  });
  for (const button of document.querySelectorAll("[data-zoom-by]")) {
    button.addEventListener("click", () => map.zoomIn(Number(button.dataset.zoomBy), { animate: !isStill }));
  }
  byId("legend-switch")?.addEventListener("click", () => {
    const isOpen = document.documentElement.toggleAttribute("data-legend");
    byId("legend-switch").setAttribute("aria-expanded", String(isOpen));
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) {
      if (event.key === "Escape" && !sheet.hidden) openSheet(false);
      return;
    }
    if (event.key === "f") openSheet(sheet.hidden);
    else if (event.key === "c") {
      const marker = markers.get(chosen);
      if (!marker) return;
      map.setView(marker.getLatLng(), Math.max(map.getZoom(), DETAIL_ZOOM), { animate: false });
    } else if (event.key === "Delete" && event.shiftKey) {
      search.value = "";
      change({ q: null, route: null });
    } else if (event.key === "/") search.focus();
    else if (event.key === "Escape") {
      if (!sheet.hidden) openSheet(false);
      else if (chosen) close();
      else return;
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // ---- Scale, in the unit of the settings

  const scale = byId("scale");
  const UNIT_METRES = { nm: 1852, km: 1000, mi: 1609.344 };
  const showScale = () => {
    const unit = place.dataset.unit;
    const centre = map.getCenter();
    const point = map.latLngToContainerPoint(centre);
    const metres = map.distance(centre, map.containerPointToLatLng(point.add([80, 0])));
    const most = metres / UNIT_METRES[unit];
    const power = 10 ** Math.floor(Math.log10(most));
    const value = [5, 2, 1].map((step) => step * power).find((step) => step <= most) ?? power;
    scale.querySelector("line.bar").setAttribute("x2", 1 + (80 * value) / most);
    scale.querySelector("line.end").setAttribute("x1", 1 + (80 * value) / most);
    scale.querySelector("line.end").setAttribute("x2", 1 + (80 * value) / most);
    scale.querySelector("span").textContent = `${value} ${unit === "nm" ? "NM" : unit}`;
  };
  map.on("zoomend moveend", showScale);
  showScale();
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(place);

  window.ternMap = map;
  showList();
  readLoaded();
  drawMarkers();
  if (place.dataset.fit === "all") fit();
  else if (!holds()) load();
})();
