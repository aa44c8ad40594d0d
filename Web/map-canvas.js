"use strict";
// The layer that all marks of the airport map are drawn on: one canvas, little larger than the window since its size is
// most of what drawing costs. It moves with the map and is drawn anew where it ends. Leaflet's own renderers do the same, and this is one of them.
window.ternMapCanvas = (map, paint) => {
  // So much of the window beyond each edge.
  const PADDING = 0.05;

  const Layer = L.Renderer.extend({
    options: { padding: PADDING, pane: "markerPane" },
    getEvents() {
      const events = { viewreset: this._update, zoom: this._onZoom, move: this._onMove, moveend: this._update };
      if (this._zoomAnimated) events.zoomanim = this._onAnimZoom;
      return events;
    },
    _initContainer() {
      const canvas = document.createElement("canvas");
      canvas.className = "marks-drawing";
      // Buttons over it say the same to who does not see it (map-buttons.js).
      canvas.setAttribute("aria-hidden", "true");
      this._container = canvas;
      this._context = canvas.getContext("2d");
    },
    _destroyContainer() {
      this._container.remove();
      delete this._context;
    },
    // While the map is dragged nothing is drawn until an edge of the canvas would show.
    _onMove() {
      if (!this._bounds || map._animatingZoom || map.getZoom() !== this._zoom) return;
      const origin = map.containerPointToLayerPoint([0, 0]);
      if (!this._bounds.contains(L.bounds(origin, origin.add(map.getSize())))) this._update();
    },
    _update() {
      if (map._animatingZoom && this._bounds) return;
      L.Renderer.prototype._update.call(this);
      const { min } = this._bounds;
      const [size, origin] = [this._bounds.getSize(), map.getPixelOrigin()];
      const state = [min.x, min.y, size.x, size.y, origin.x, origin.y, this._zoom, devicePixelRatio].join(" ");
      if (state === this._state) return;
      this._state = state;
      this._draw(min, size);
    },
    _draw(min, size) {
      const canvas = this._container;
      const sharpness = devicePixelRatio || 1;
      const [width, height] = [Math.round(size.x * sharpness), Math.round(size.y * sharpness)];
      L.DomUtil.setPosition(canvas, min);
      if (canvas.width !== width || canvas.height !== height) {
        [canvas.width, canvas.height] = [width, height];
        [canvas.style.width, canvas.style.height] = [`${size.x}px`, `${size.y}px`];
      } else {
        this._context.setTransform(1, 0, 0, 1, 0, 0);
        this._context.clearRect(0, 0, width, height);
      }
      this._context.setTransform(sharpness, 0, 0, sharpness, -min.x * sharpness, -min.y * sharpness);
      paint(this._context, this._bounds, sharpness);
    },
    // Its colours and fonts are those of the style sheet.
    look() { return getComputedStyle(this._container); },
    // What was drawn is no longer what is shown: the next end of a move draws it.
    spoil() { this._state = ""; },
    redraw() {
      this.spoil();
      this._update();
    },
  });
  return new Layer();
};
