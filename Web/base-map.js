"use strict";
// The base map: land, borders and a graticule, drawn on canvas tiles from the file that set-up made. Its form: countries
// as [code, ring, ...], a ring as [longitude, latitude, then steps, ...] in parts of a degree (Scripts/base-map.R).
window.ternBaseMap = (map, note) => {
  const TILE = 512;
  const LATITUDE_MAX = 85.0511;
  // Where a point lies in the world of Web Mercator, 0...1 in both directions.
  const mercatorX = (longitude) => longitude / 360 + 0.5;
  const mercatorY = (latitude) => {
    const sine = Math.sin((Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude)) * Math.PI) / 180);
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  };

  const probe = document.createElement("span");
  probe.hidden = true;
  // Colours that are forced are one for land and sea.
  probe.style.forcedColorAdjust = "none";
  document.body.append(probe);
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  let colours = {};
  const readColours = () => {
    for (const name of ["land", "border", "graticule"]) colours[name] = colour(name);
  };

  let countries = [];
  const ringOf = (steps, unit) => {
    const points = new Float64Array(steps.length);
    let [longitude, latitude] = [0, 0];
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < steps.length; at += 2) {
      longitude += steps[at];
      latitude += steps[at + 1];
      const [x, y] = [mercatorX(longitude / unit), mercatorY(latitude / unit)];
      points[at] = x;
      points[at + 1] = y;
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
    return { points, box };
  };

  // A ring in a tile: points nearer than half a pixel to the last are left out.
  const trace = (context, { points }, scale, left, top) => {
    let [lastX, lastY] = [points[0] * scale - left, points[1] * scale - top];
    context.moveTo(lastX, lastY);
    for (let at = 2; at < points.length; at += 2) {
      const [x, y] = [points[at] * scale - left, points[at + 1] * scale - top];
      if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.5) continue;
      context.lineTo(x, y);
      [lastX, lastY] = [x, y];
    }
    context.closePath();
  };

  const graticule = (context, scale, left, top, zoom) => {
    const step = zoom < 3 ? 20 : zoom < 4.5 ? 10 : zoom < 6 ? 5 : 1;
    context.beginPath();
    const from = Math.ceil((left / scale - 0.5) * 360 / step) * step;
    for (let degree = from; mercatorX(degree) * scale - left <= TILE; degree += step) {
      const x = mercatorX(degree) * scale - left;
      context.moveTo(x, 0);
      context.lineTo(x, TILE);
    }
    for (let degree = -80; degree <= 80; degree += step) {
      const y = mercatorY(degree) * scale - top;
      if (y < 0 || y > TILE) continue;
      context.moveTo(0, y);
      context.lineTo(TILE, y);
    }
    context.strokeStyle = colours.graticule;
    context.lineWidth = 0.6;
    context.stroke();
  };

  const draw = (canvas, { x, y, z }) => {
    const sharpness = devicePixelRatio || 1;
    canvas.width = canvas.height = TILE * sharpness;
    const context = canvas.getContext("2d");
    context.scale(sharpness, sharpness);
    const scale = 256 * 2 ** z;
    const [top, own] = [y * TILE, x * TILE];
    // The world repeats sideways.
    const worlds = scale / TILE;
    const left = worlds >= 1 ? (((x % worlds) + worlds) % worlds) * TILE : own;
    const margin = 2 / scale;
    const view = [left / scale - margin, top / scale - margin, (left + TILE) / scale + margin, (top + TILE) / scale + margin];
    const isSeen = ({ box }) => box[0] <= view[2] && box[2] >= view[0] && box[1] <= view[3] && box[3] >= view[1];
    context.fillStyle = colours.land;
    context.strokeStyle = colours.border;
    context.lineWidth = 1;
    context.lineJoin = "round";
    for (const rings of countries) {
      const seen = rings.filter(isSeen);
      if (seen.length === 0) continue;
      context.beginPath();
      for (const ring of seen) trace(context, ring, scale, left, top);
      context.fill("evenodd");
      context.stroke();
    }
    graticule(context, scale, own, top, z);
  };

  const Layer = L.GridLayer.extend({
    createTile(coordinates) {
      const canvas = document.createElement("canvas");
      canvas.setAttribute("aria-hidden", "true");
      draw(canvas, coordinates);
      return canvas;
    },
  });
  readColours();
  const layer = new Layer({ tileSize: TILE, noWrap: false, minZoom: 0, maxZoom: 18, updateWhenZooming: false, keepBuffer: 3, className: "base-map-tiles" });
  layer.addTo(map);
  fetch("/assets/base-map.json", { credentials: "same-origin" }).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }).then(({ format, scale, source, unit, countries: all }) => {
    if (format !== 1) throw new Error("Another format");
    countries = all.map((country) => country.slice(1).map((ring) => ringOf(ring, unit)));
    note.textContent = `Map: ${source}`;
    note.dataset.scale = scale;
    layer.redraw();
  }).catch(() => { note.textContent = "The base map could not be loaded; airports are shown without land."; });

  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", () => requestAnimationFrame(() => requestAnimationFrame(() => {
      readColours();
      layer.redraw();
    })));
  }
};
