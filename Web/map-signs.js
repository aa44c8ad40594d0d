"use strict";
// How the marks of the airport map are drawn. Shapes are those of the list's drawings, colours those of the style sheet:
// both are read once for each look.
window.ternSigns = (styleOf) => {
  // The letters of countries are told from here on.
  const CODE_ZOOM = 7;
  // Beside a mark before its name.
  const LABEL_GAP = 5;

  let looks = new Map();
  let legend = "";
  let theme = null;
  const forget = () => {
    looks = new Map();
    theme = null;
  };
  const readTheme = () => {
    const style = styleOf();
    theme = {
      ink: style.color, halo: style.textDecorationColor, disc: style.outlineColor, mono: style.fontFamily,
      rem: parseFloat(getComputedStyle(document.documentElement).fontSize), text: getComputedStyle(document.body).fontFamily,
      middles: new Map(),
    };
  };
  // How far below its middle a line of this font has its base.
  const middle = (context, font) => {
    if (!theme.middles.has(font)) {
      const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText("M");
      theme.middles.set(font, Math.round((above - below) / 2));
    }
    return theme.middles.get(font);
  };

  // ---- Marks

  const sized = (element, scale) => {
    const number = (name) => Number(element.getAttribute(name));
    const path = new Path2D();
    switch (element.localName) {
      case "circle": path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI); break;
      case "rect": path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx")); break;
      default: path.addPath(new Path2D(element.getAttribute("d")));
    }
    const scaled = new Path2D();
    scaled.addPath(path, new DOMMatrix([scale, 0, 0, scale, 0, 0]));
    return scaled;
  };
  const partOf = (element, scale) => {
    const { fill, stroke, strokeOpacity, strokeWidth, vectorEffect, strokeLinecap, strokeLinejoin } = getComputedStyle(element);
    if (element.localName === "text") {
      const number = (name) => Number(element.getAttribute(name)) * scale;
      return { fill, isCode: true, x: number("x"), y: number("y"), font: `600 ${9 * scale}px ${theme.mono}` };
    }
    return {
      path: sized(element, scale), fill: fill === "none" ? "" : fill, stroke: stroke === "none" ? "" : stroke, cap: strokeLinecap,
      join: strokeLinejoin, opacity: Number(strokeOpacity), width: parseFloat(strokeWidth) * (vectorEffect === "none" ? scale : 1),
    };
  };
  const lookOf = ({ airport, rank, size }) => {
    const key = `${rank}|${airport.colour}|${size}`;
    let look = looks.get(key);
    if (!look) {
      look = Array.from(airport.row.querySelector("svg.mark").children, (part) => partOf(part, size / 24));
      looks.set(key, look);
    }
    return look;
  };
  const drawPart = (context, part, code) => {
    context.fillStyle = part.fill;
    if (part.isCode) {
      if (code) {
        context.font = part.font;
        context.fillText(code, part.x, part.y);
      }
      return;
    }
    if (part.fill) context.fill(part.path);
    if (!part.stroke) return;
    context.globalAlpha = part.opacity;
    [context.strokeStyle, context.lineWidth, context.lineCap, context.lineJoin] = [part.stroke, part.width, part.cap, part.join];
    context.stroke(part.path);
    context.globalAlpha = 1;
  };
  const round = (context, x, y, radius, colour) => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  };
  const drawChosen = (context, half, sharpness) => {
    [context.shadowColor, context.shadowBlur, context.shadowOffsetY] = ["#0D1D2766", 10 * sharpness, 4 * sharpness];
    round(context, half, half, half + 3, "#FFFFFF");
    context.shadowColor = "transparent";
    round(context, half, half, half + 4, "#0D1D27");
    round(context, half, half, half + 3, "#FFFFFF");
  };
  const mark = (context, one, zoom, sharpness) => {
    const [left, top] = [one.px - one.size / 2, one.py - one.size / 2];
    context.translate(left, top);
    if (one.isChosen) drawChosen(context, one.size / 2, sharpness);
    for (const part of lookOf(one)) drawPart(context, part, zoom >= CODE_ZOOM ? one.airport.code : null);
    context.translate(-left, -top);
  };

  // ---- Discs: a ring that is split by class, so that the mix stays visible, and how many there are

  const disc = (context, { px, py, size, members, ring }, font) => {
    round(context, px, py, size / 2 - 0.5, theme.disc);
    [context.strokeStyle, context.lineWidth, context.lineCap] = ["#0D1D2740", 1, "butt"];
    context.stroke();
    const radius = size / 2 - 2.25;
    context.lineWidth = 4.5;
    let from = -Math.PI / 2;
    for (const [colour, count] of ring) {
      const share = (count / members.length) * 2 * Math.PI;
      const gap = ring.length > 1 ? 1.5 / radius : 0;
      context.strokeStyle = colour;
      context.beginPath();
      context.arc(px, py, radius, from, from + Math.max(share - gap, 0.5 / radius));
      context.stroke();
      from += share;
    }
    context.font = font;
    context.fillStyle = theme.ink;
    context.fillText(members.length, px, py + middle(context, font));
  };

  // ---- Names

  const label = (context, named) => {
    [context.textAlign, context.lineJoin, context.strokeStyle, context.fillStyle] = ["start", "round", theme.halo, theme.ink];
    for (const isLarge of [false, true]) {
      const font = `600 ${(isLarge ? 0.8125 : 0.71875) * theme.rem}px ${theme.mono}`;
      const these = named.filter(({ isChosen }) => isChosen === isLarge);
      if (these.length === 0) continue;
      context.font = font;
      const wide = context.measureText("M").width;
      for (const [width, strength] of [[5, 0.45], [3, 1]]) {
        [context.lineWidth, context.globalAlpha] = [width, strength];
        for (const { airport, px, py, size } of these) {
          context.strokeText(airport.icao, px + size / 2 + LABEL_GAP, py + middle(context, font));
        }
      }
      for (const one of these) {
        context.fillText(one.airport.icao, one.px + one.size / 2 + LABEL_GAP, one.py + middle(context, font));
        one.reach = one.size / 2 + LABEL_GAP + one.airport.icao.length * wide;
      }
    }
  };

  // All of them, the last on top: those that stand by themselves over all others and their names.
  const draw = (context, seen, zoom, sharpness) => {
    const font = `600 ${0.8125 * theme.rem}px ${theme.text}`;
    for (const stands of [false, true]) {
      context.textAlign = "center";
      const these = seen.filter((one) => one.stands === stands);
      for (const one of these) {
        if (one.members) disc(context, one, font);
        else mark(context, one, zoom, sharpness);
      }
      label(context, these.filter(({ isNamed }) => isNamed));
    }
  };

  return {
    draw,
    forget,
    // Another legend has other looks.
    of: (name) => {
      if (name !== legend) looks = new Map();
      legend = name;
    },
    rem: () => {
      if (!theme) readTheme();
      return theme.rem;
    },
  };
};
