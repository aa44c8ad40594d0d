"use strict";
// The marks nearest to the centre as buttons, for keys and screen readers: nothing is drawn of them but the ring of the
// focus. Each button is used again for another mark, and the marks are drawn before their buttons are moved.
window.ternMarkButtons = (map, place, press) => {
  const BUTTONS_MAX = 50;
  // The browser has this long to find a quiet moment.
  const WAIT = 200;

  const pane = map.getPane("markerPane");
  const buttons = [];
  const marks = new WeakMap();
  const made = () => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "mk leaflet-zoom-animated";
    return button;
  };

  const stand = (button, point) => L.DomUtil.setPosition(button, point.round());
  const become = (button, mark) => {
    const { airport, members, isChosen, size } = mark;
    marks.set(button, mark);
    const name = members ? `${members.length} airports, zoom in` : `${airport.icao} ${airport.name}`;
    if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
    if (isChosen) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    button.classList.toggle("cluster", members !== null);
    const style = button.style;
    style.width = style.height = `${size}px`;
    style.marginLeft = style.marginTop = `${-size / 2}px`;
    stand(button, L.point(mark.px, mark.py));
    button.hidden = false;
  };

  // The mark that a button goes on with: its own as it is now, or what stands nearest to where it was.
  const successor = (old, seen) => {
    const isSame = (mark) => mark.airport.icao === old.airport.icao && (mark.members === null) === (old.members === null);
    const distance = (mark) => (mark.x - old.x) ** 2 + (mark.y - old.y) ** 2;
    return seen.find(isSame) ?? seen.reduce((best, mark) => (best && distance(best) <= distance(mark) ? best : mark), null);
  };
  const update = (seen) => {
    const middle = map.containerPointToLayerPoint(map.getSize().divideBy(2));
    const far = ({ px, py, isChosen }) => (isChosen ? -1 : (px - middle.x) ** 2 + (py - middle.y) ** 2);
    const near = seen.map((mark) => [far(mark), mark]).sort((one, two) => one[0] - two[0]).slice(0, BUTTONS_MAX).map(([, mark]) => mark);
    const focused = buttons.indexOf(document.activeElement);
    const stays = focused >= 0 ? successor(marks.get(buttons[focused]), seen) : null;
    if (focused >= 0 && !stays) place.focus({ preventScroll: true });
    // The one with the focus keeps it and its mark; the others are in the order of their distance around it.
    const others = near.filter((mark) => mark !== stays).slice(0, stays ? BUTTONS_MAX - 1 : BUTTONS_MAX);
    if (stays) others.splice(Math.min(focused, others.length), 0, stays);
    if (stays && others.indexOf(stays) !== focused) {
      const [button] = buttons.splice(focused, 1);
      buttons.splice(others.indexOf(stays), 0, button);
    }
    const fresh = [];
    while (buttons.length < others.length) fresh.push(buttons[buttons.push(made()) - 1]);
    others.forEach((mark, index) => become(buttons[index], mark));
    for (const button of buttons.slice(others.length)) button.hidden = true;
    if (fresh.length > 0) pane.append(...fresh);
  };

  let waiting = 0;
  let latest = [];
  const run = () => {
    waiting = 0;
    update(latest);
  };
  const soon = (seen) => {
    latest = seen;
    if (waiting) return;
    waiting = window.requestIdleCallback ? requestIdleCallback(run, { timeout: WAIT }) : setTimeout(run, WAIT);
  };

  map.on("zoomanim", ({ center, zoom }) => {
    for (const button of buttons) {
      if (!button.hidden) stand(button, map._latLngToNewLayerPoint(marks.get(button).airport.at, zoom, center));
    }
  });
  // Keys and readers press the button itself; a pointer presses what is drawn there (map-marks.js).
  pane.addEventListener("click", (event) => {
    const button = event.target.closest(".mk");
    if (button && event.detail === 0) press(marks.get(button));
  });

  return { soon, markOf: (target) => marks.get(target.closest?.(".mk")) };
};
