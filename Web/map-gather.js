"use strict";
// What the airport map shows, worked out without drawing: airports out of the rows of the list, which of them are one
// disc at a zoom, and which names have room beside their marks.
window.ternGather = (map) => {
  // From here on nothing is gathered; below, what is nearer than so many pixels.
  const APART_ZOOM = 12;
  const LABEL_ZOOM_BEST = 7.5;
  const LABEL_ZOOM_ALL = 9;
  const reach = (zoom) => (zoom < 5 ? 64 : zoom < 7 ? 52 : zoom < 9 ? 38 : 26);
  // Columns of cells of a map of the world at the highest zoom are fewer than this.
  const COLUMNS = 4_194_304;

  // An airport with its place in the world at zoom 0, which every other zoom is a multiple of.
  class Airport {
    constructor(row) {
      this.row = row;
      this.icao = row.getAttribute("data-icao");
      this.latitude = Number(row.getAttribute("data-lat"));
      this.longitude = Number(row.getAttribute("data-lon"));
      this.colour = row.getAttribute("data-colour");
      this.size = Number(row.getAttribute("data-size"));
      this.rank = Number(row.getAttribute("data-rank"));
      this.code = row.getAttribute("data-code");
      const point = map.project(this.at, 0);
      this.x = point.x;
      this.y = point.y;
    }
    get at() { return L.latLng(this.latitude, this.longitude); }
    get name() { return this.row.getAttribute("data-name"); }
  }
  const airports = () => {
    const all = new Map();
    for (const row of document.querySelectorAll("#airport-list > [data-lat]")) {
      const airport = new Airport(row);
      all.set(airport.icao, airport);
    }
    return all;
  };

  // The first of a list draws those near it: the list has the better airports first.
  const groups = (waiting, zoom, scale) => {
    if (zoom >= APART_ZOOM) return waiting.map((airport) => [airport]);
    const near = reach(zoom);
    const cells = new Map();
    const all = [];
    for (const airport of waiting) {
      const [x, y] = [airport.x * scale, airport.y * scale];
      const own = Math.floor(x / near) * COLUMNS + Math.floor(y / near);
      let best = null;
      let distance = near * near;
      for (let across = -COLUMNS; across <= COLUMNS; across += COLUMNS) {
        for (let down = -1; down <= 1; down += 1) {
          const cell = cells.get(own + across + down);
          if (!cell) continue;
          for (const group of cell) {
            const apart = (group.x - x) ** 2 + (group.y - y) ** 2;
            if (apart < distance) [best, distance] = [group, apart];
          }
        }
      }
      if (best) {
        best.members.push(airport);
        continue;
      }
      const group = { x, y, members: [airport] };
      all.push(group);
      if (cells.has(own)) cells.get(own).push(group);
      else cells.set(own, [group]);
    }
    return all.map(({ members }) => members);
  };

  const alone = (airport, isChosen, isApart) => ({
    airport, members: null, x: airport.x, y: airport.y, rank: airport.rank, size: airport.size + (isChosen ? 6 : 0), isChosen,
    stands: isChosen || isApart, above: isChosen ? 10_000 : isApart ? 5_000 : -100 * airport.rank,
  });
  // A disc stands where the best of its airports is: those are never nearer to one another than discs are wide.
  const disc = (members) => {
    const parts = new Map();
    for (const { colour } of members) parts.set(colour, (parts.get(colour) ?? 0) + 1);
    return {
      airport: members[0], members, x: members[0].x, y: members[0].y, rank: 9, isChosen: false, stands: false, above: 0,
      ring: [...parts].sort((one, two) => two[1] - one[1]), size: members.length < 10 ? 34 : members.length < 100 ? 40 : 46,
    };
  };
  // Marks and discs of these airports at a zoom.
  const marks = (all, chosen, apart, zoom) => {
    const found = [];
    const waiting = [];
    for (const airport of all.values()) {
      const [isChosen, isApart] = [airport.icao === chosen, apart.has(airport.icao)];
      if (isChosen || isApart) found.push(alone(airport, isChosen, isApart));
      else waiting.push(airport);
    }
    for (const members of groups(waiting, zoom, map.getZoomScale(zoom, 0))) {
      found.push(members.length === 1 ? alone(members[0], false, false) : disc(members));
    }
    return found;
  };

  // Room that is taken, kept by cells so that a box is compared with its neighbours only.
  const room = () => {
    const CELL = 64;
    const cells = new Map();
    const each = ([left, top, right, bottom], found) => {
      for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1) {
        for (let line = Math.floor(top / CELL); line <= Math.floor(bottom / CELL); line += 1) {
          if (found(column * COLUMNS + line)) return true;
        }
      }
      return false;
    };
    const touches = (box, other) => box[2] > other[0] && box[0] < other[2] && box[3] > other[1] && box[1] < other[3];
    return {
      take: (box) => each(box, (key) => {
        if (cells.has(key)) cells.get(key).push(box);
        else cells.set(key, [box]);
        return false;
      }),
      isFree: (box) => !each(box, (key) => cells.get(key)?.some((other) => touches(box, other)) ?? false),
    };
  };
  // Says of each mark that is seen whether its name is shown: the better classes first, and none that would touch another mark.
  const label = (seen, zoom, rem) => {
    const most = zoom >= LABEL_ZOOM_ALL ? Infinity : zoom >= LABEL_ZOOM_BEST ? 1 : -Infinity;
    const hasRoom = most === -Infinity ? null : room();
    const [width, half] = [(42 * rem) / 16, rem / 2];
    if (hasRoom) for (const { px, py, size } of seen) hasRoom.take([px - size / 2, py - size / 2, px + size / 2, py + size / 2]);
    const order = (mark) => (mark.stands ? -1 : mark.rank);
    const named = seen.filter((mark) => !mark.members && (mark.stands || mark.rank <= most));
    for (const mark of seen) mark.isNamed = false;
    for (const mark of named.sort((one, two) => order(one) - order(two))) {
      const left = mark.px + mark.size / 2 + 2;
      const box = [left, mark.py - half, left + width, mark.py + half];
      mark.isNamed = mark.stands || hasRoom.isFree(box);
      if (mark.isNamed) hasRoom?.take(box);
    }
  };

  return { airports, marks, label };
};
