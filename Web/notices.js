"use strict";
// What the person is told outside of the window: the page has the browser show it, where the person allowed that.
(() => {
  const byId = (id) => document.getElementById(id);
  const canShow = "Notification" in window;

  // Only what comes while the page is open: what it was drawn with was told before.
  let last = byId("told")?.firstElementChild?.id;
  document.addEventListener("htmx:wsAfterMessage", () => {
    const told = byId("told")?.firstElementChild;
    if (!told || told.id === last) return;
    last = told.id;
    if (!canShow || Notification.permission !== "granted") return;
    const { title, body, subject, target } = told.dataset;
    // Several pages of one browser show one notification, by its tag.
    const shown = new Notification(title, { body, tag: `tern-${subject}`, icon: "/assets/mark.svg" });
    shown.addEventListener("click", () => {
      shown.close();
      focus();
      if (target) location.assign(target);
    });
  });

  // In Settings: the browser is asked by the person's own click, and by nothing else.
  const way = byId("notices-browser");
  const words = byId("notices-browser-words");
  if (!way || !words) return;
  const say = () => {
    const state = canShow ? Notification.permission : "missing";
    words.textContent = words.dataset[state] ?? words.textContent;
    return state;
  };
  say();
  way.addEventListener("change", (event) => {
    if (!way.checked || !canShow || Notification.permission === "granted") {
      if (!way.checked || canShow) return;
    }
    // The form goes once the browser has answered.
    event.stopPropagation();
    const answered = (state) => {
      if (state !== "granted") way.checked = false;
      say();
      if (state === "granted") way.form.requestSubmit();
    };
    if (canShow) Notification.requestPermission().then(answered);
    else answered("missing");
  });
})();
