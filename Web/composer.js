"use strict";
// What the composer offers while somebody types: commands after a slash, names after an at sign. Tern says what fits.
(() => {
  const box = document.getElementById("composer-text");
  const list = document.getElementById("suggestions");
  if (!box || !list) return;
  const place = document.getElementById("composer").getAttribute("action").replace(/messages$/, "suggestions");
  let chosen = -1;
  let timer = 0;
  let asked = null;

  // The cursor counts as standing at the end of the text.
  const begun = () => {
    const text = box.value;
    const name = /@[\p{L}0-9_]*$/u.exec(text);
    if (name) return { from: name.index, text: name[0] };
    return /^\/(?!\/)\S*(\s\S*)?$/u.test(text) && text.length <= 200 ? { from: 0, text } : null;
  };
  const options = () => Array.from(list.querySelectorAll("[data-accepted]"));
  const isOpen = () => !list.hidden;

  const close = () => {
    clearTimeout(timer);
    asked?.abort();
    asked = null;
    list.hidden = true;
    list.replaceChildren();
    choose(-1);
  };
  const choose = (number) => {
    const all = options();
    chosen = all.length > 0 && number >= 0 ? number % all.length : -1;
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === chosen)));
    box.setAttribute("aria-expanded", String(isOpen()));
    if (chosen >= 0) {
      box.setAttribute("aria-activedescendant", all[chosen].id);
      all[chosen].scrollIntoView({ block: "nearest" });
    } else box.removeAttribute("aria-activedescendant");
  };
  const accept = (option) => {
    const start = begun();
    if (!start || !option) return close();
    box.value = box.value.slice(0, start.from) + option.dataset.accepted;
    close();
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
    // The list stays closed, and everything that counts what was typed counts it.
    box.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "accepted" }));
  };

  const ask = async () => {
    const start = begun();
    if (!start) return close();
    asked?.abort();
    const mine = asked = new AbortController();
    const answer = await fetch(`${place}?${new URLSearchParams({ text: start.text })}`,
      { credentials: "same-origin", signal: mine.signal }).catch(() => null);
    const html = answer?.ok ? await answer.text().catch(() => "") : "";
    if (mine !== asked) return;
    asked = null;
    if (!html || document.activeElement !== box) return close();
    list.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.children);
    list.hidden = false;
    choose(options().length > 0 ? 0 : -1);
  };

  box.addEventListener("input", (event) => {
    clearTimeout(timer);
    if (event.detail === "accepted" || !begun()) return close();
    timer = setTimeout(ask, 150);
  });
  box.addEventListener("keydown", (event) => {
    if (!isOpen() || event.isComposing) return;
    const all = options();
    const takes = (event.key === "Tab" && !event.shiftKey) || (event.key === "Enter" && !event.shiftKey);
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" && all.length > 0) choose(chosen + 1);
    else if (event.key === "ArrowUp" && all.length > 0) choose(chosen + all.length - 1);
    else if (takes && chosen >= 0) accept(all[chosen]);
    else return;
    event.preventDefault();
    // Neither does Enter send, nor Escape close the page.
    event.stopImmediatePropagation();
  }, true);
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    accept(event.target.closest("[data-accepted]"));
  });
  box.addEventListener("blur", close);
  document.getElementById("composer").addEventListener("htmx:beforeRequest", close);
})();
