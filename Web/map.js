"use strict";
// The airport map: Leaflet over the base map of this computer. What it shows it reads from the list beside it
// (map-marks.js), so the list is never less than the map.
(() => {
  const byId = (id) => document.getElementById(id);
  const place = byId("map");
  if (!place) return;
  if (!window.L) {
    byId("filter-sheet").classList.add("stays");
    byId("filter-switch").hidden = true;
    return;
  }
  document.documentElement.dataset.map = "shown";

  const RELOAD_DELAY = 300;
  const KEEP_DELAY = 1000;
  const PADDING = 1.3;
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

  let chosen = fields().get("airport") ?? "";
  const marks = window.ternMarks(map, place, { open: (icao) => choose(icao), isStill });

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
    marks.draw(chosen);
    if (fits) fit();
    keepSoon();
  };

  const fit = () => {
    const points = marks.places();
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
    if (holds()) return keepSoon();
    soon();
  });
  map.on("zoomend", () => { place.dataset.zoom = map.getZoom(); });

  // ---- Choosing an airport

  const choose = async (icao, tab) => {
    const before = chosen;
    chosen = icao;
    write({ airport: icao, tab: tab ?? null }, icao !== before);
    for (const one of [before, icao]) document.querySelector(`#row-${CSS.escape(one)} a`)?.toggleAttribute("aria-current", one === icao);
    marks.choose(icao);
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
    if (icao && !tab && icao !== before) {
      const position = marks.placeOf(icao) ?? L.latLng(numbers(byId("detail-place").dataset.at));
      if (map.getZoom() < DETAIL_ZOOM) map.setView(position, DETAIL_ZOOM, { animate: false });
      else if (!map.getBounds().pad(-0.15).contains(position)) map.panTo(position, { animate: false });
      byId("detail-title")?.focus({ preventScroll: true });
    } else if (focus) {
      byId(focus)?.focus({ preventScroll: true });
    }
    keepSoon();
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

  const keys = byId("keys");
  byId("keys-switch").addEventListener("click", () => {
    byId("map-more").removeAttribute("open");
    keys.showModal();
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) {
      if (event.key === "Escape" && !sheet.hidden) openSheet(false);
      return;
    }
    // An open dialog has its own keys.
    if (keys.open) return;
    if (event.key === "f") openSheet(sheet.hidden);
    else if (event.key === "?") keys.showModal();
    else if (event.key === "c") {
      const position = marks.placeOf(chosen);
      if (!position) return;
      map.setView(position, Math.max(map.getZoom(), DETAIL_ZOOM), { animate: false });
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
  marks.draw(chosen);
  if (place.dataset.fit === "all") fit();
  else if (!holds()) load();
})();
