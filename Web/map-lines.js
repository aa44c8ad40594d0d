"use strict";
// The lines of the airport map, as the list beside it has them: the route with a circle around each point, and approaches.
window.ternLines = (map) => {
  const layer = L.layerGroup().addTo(map);
  const numbers = (text) => text.split(",").map(Number);
  const parts = (text) => (text ?? "").split(";").filter(Boolean);
  const add = (shape, options) => shape(options).addTo(layer);

  return () => {
    layer.clearLayers();
    const list = document.getElementById("airport-list");
    if (list.dataset.line) {
      const points = list.dataset.line.split(" ").map(numbers);
      add((options) => L.polyline(points, options), { className: "route-casing", interactive: false, weight: 7 });
      add((options) => L.polyline(points, options), { className: "route-line", interactive: false, weight: 4 });
    }
    for (const text of parts(list.dataset.highlights)) {
      const [tone, radius, ...at] = text.split(",");
      const look = { radius: Number(radius), className: `highlight ${tone}`, interactive: false, weight: 2 };
      add((options) => L.circle(at.map(Number), options), look);
    }
    for (const row of list.querySelectorAll(":scope > [data-lines]")) {
      for (const text of parts(row.dataset.lines)) {
        const [category, ...ends] = text.split(",");
        const [south, west, north, east] = ends.map(Number);
        const look = { className: `approach ${category}`, interactive: false, weight: 3 };
        add((options) => L.polyline([[south, west], [north, east]], options), look);
      }
    }
  };
};
