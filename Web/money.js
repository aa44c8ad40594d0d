"use strict";
// The pages of Money: menus close again, filters ask while one types, earlier rows come below.
(() => {
  const byId = (id) => document.getElementById(id);

  // Menus are details elements: one open at a time, closed by Escape and by a click elsewhere.
  const menus = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const search = byId("q");
    if (event.key === "Escape") {
      for (const menu of menus()) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    } else if (event.key === "/" && search && !event.target.closest("input, select, textarea")) {
      event.preventDefault();
      search.focus();
    }
  });

  // The rarer filters fold out.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-opens]");
    if (!button) return;
    const place = byId(button.dataset.opens);
    place.hidden = !place.hidden;
    button.setAttribute("aria-expanded", String(!place.hidden));
    if (!place.hidden) place.querySelector("input, select").focus();
  });

  const filters = byId("filters");
  if (filters) {
    // What is not asked for does not stand in the address.
    filters.addEventListener("htmx:configRequest", (event) => {
      if (event.target !== filters) return;
      const given = event.detail.formData;
      for (const name of new Set(given.keys())) {
        const values = given.getAll(name).filter((value) => value !== "");
        given.delete(name);
        for (const value of values) given.append(name, value);
      }
      if (given.get("period") !== "custom") for (const name of ["from", "to"]) given.delete(name);
    });
    // Days of one's own are a period of one's own.
    filters.addEventListener("change", (event) => {
      const days = event.target.closest("[data-own-days]");
      const period = byId(days?.dataset.ownDays);
      if (!period) return;
      const own = period.querySelector('option[value="custom"]')
        ?? period.appendChild(new Option("Own days", "custom"));
      own.selected = Array.from(days.querySelectorAll("input")).every((field) => field.value);
    }, true);
    // Chips show whether they hold anything.
    filters.addEventListener("change", (event) => {
      if (event.target.matches(".chip select")) event.target.classList.toggle("set", event.target.selectedIndex > 0);
    });
    const count = () => {
      const fields = Array.from(byId("filter-sheet").querySelectorAll("input, select"));
      const isSet = (field) => (field.type === "checkbox" ? field.checked : field.value !== "");
      byId("more-filters").classList.toggle("on", fields.some(isSet));
    };
    count();
    filters.addEventListener("change", count);
  }

  // How many there are is told once the list has changed; the socket listens to the new one.
  const tell = () => {
    const words = document.querySelector("#journal-rows > [data-found]")?.dataset.found;
    if (words && byId("found").textContent !== words) byId("found").textContent = words;
  };
  tell();
  document.addEventListener("htmx:wsAfterMessage", tell);
  let hadFocus = false;
  const busy = (isBusy) => {
    if (isBusy) byId("journal")?.setAttribute("aria-busy", "true");
    else byId("journal")?.removeAttribute("aria-busy");
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target === filters) busy(true);
    const button = event.target.closest?.("[data-earlier]");
    if (!button) return;
    button.setAttribute("aria-busy", "true");
    hadFocus = document.activeElement === button;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target === filters) {
      busy(false);
      if (!event.detail.successful && event.detail.xhr.status > 0) byId("found").textContent = "Tern could not search. Try again.";
    }
    const button = event.target.closest?.("[data-earlier]");
    if (!button?.isConnected) return;
    button.removeAttribute("aria-busy");
    if (event.detail.successful) return;
    const problem = button.parentElement.querySelector(".problem");
    problem.hidden = false;
    problem.lastElementChild.textContent = "Tern did not answer. Try again.";
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const list = byId("journal");
    // Who asked for earlier rows goes on with them.
    if (hadFocus && document.activeElement === document.body) {
      Array.from(document.querySelectorAll(".ledger.more")).at(-1)?.focus({ preventScroll: true });
    }
    hadFocus = false;
    if (!list || event.detail.elt.id !== "journal") return;
    tell();
    if (document.body.getAttribute("ws-connect") === list.dataset.live) return;
    document.body.setAttribute("ws-connect", list.dataset.live);
    document.dispatchEvent(new CustomEvent("tern:moved"));
  });
})();
