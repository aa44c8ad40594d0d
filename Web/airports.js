"use strict";
// The other pages of Airports, and what the detail shares with them: printing, the corridor, the grip.
(() => {
  const byId = (id) => document.getElementById(id);

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) print();
    const grip = event.target.closest(".grip");
    if (grip) {
      const isTall = grip.closest(".aside").classList.toggle("tall");
      grip.setAttribute("aria-expanded", String(isTall));
    }
  });

  // Menus are details elements: one open at a time, closed by Escape and by a click elsewhere.
  const menus = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
      event.stopImmediatePropagation();
    }
  }, true);

  // Printing shows every rule, open or not.
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll(".rules details")) fold.open = true;
  });

  // The corridor says its width while it is moved; the page follows once it stands.
  document.addEventListener("input", (event) => {
    const range = event.target.closest('input[type="range"]');
    if (!range) return;
    byId(range.dataset.says).textContent = `${range.value} ${range.dataset.unit}`;
  });
  let timer = 0;
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-asks]");
    if (!form) return;
    clearTimeout(timer);
    timer = setTimeout(() => ask(form), 300);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-asks]");
    if (!form) return;
    event.preventDefault();
    ask(form);
  });
  // Fields without anything in them do not stand in the address.
  const ask = (form) => {
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== "") asked.append(name, value);
    const next = `${form.getAttribute("action")}?${asked}`;
    if (next !== location.pathname + location.search) location.assign(next);
  };

  // One more point of the route: the empty field behind the last.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add-point]");
    if (!button) return;
    const field = button.closest("form").querySelector(".code-field.extra[hidden]");
    if (!field) return;
    field.hidden = false;
    field.querySelector("input").disabled = false;
    field.querySelector("input").focus();
    button.hidden = button.closest("form").querySelector(".code-field.extra[hidden]") === null;
  });
  document.addEventListener("keydown", (event) => {
    if (byId("map") || event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "/" && byId("route-from")) {
      event.preventDefault();
      byId("route-from").focus();
    }
  });
})();
