"use strict";
// What only a browser can do: the socket's first frame, scrolling, keys, focus. Everything else is HTML.
(() => {
  const byId = (id) => document.getElementById(id);
  const token = document.querySelector('meta[name="request-token"]').content;
  const timeline = byId("timeline");
  const rows = byId("rows");
  // On a narrow touch screen focus opens the keyboard over half the page: there it stays as the person has it.
  const mayFocus = () => !matchMedia("(max-width: 1023.98px) and (pointer: coarse)").matches;
  const keepsFocus = (button) => button?.addEventListener("mousedown", (event) => event.preventDefault());

  // The socket: reconnect soon and for ever, and say when it takes longer than a moment.
  let socket = null;
  let isLooking = false;
  let lostTimer = 0;
  htmx.config.wsReconnectDelay = (tries) => Math.min(500 * 2 ** tries, 5000) * (0.6 + 0.4 * Math.random());

  const holdings = () =>
    Array.from(document.querySelectorAll("[data-v]"), (element) =>
      `${element.parentElement.id} ${element.id} ${element.dataset.v}`);

  document.addEventListener("htmx:wsOpen", (event) => {
    socket = event.detail.socketWrapper;
    // Nobody looks until the page says so: "away" first would be out of turn.
    isLooking = false;
    socket.sendImmediately([token, ...holdings()].join("\n"));
    tellLooking();
    clearTimeout(lostTimer);
    lostTimer = 0;
    const lost = byId("lost");
    if (!lost || lost.hidden) return;
    lost.hidden = true;
    byId("back-online").hidden = false;
    setTimeout(() => { byId("back-online").hidden = true; }, 2000);
  });

  // A page whose address changed without a load listens elsewhere: the body says where.
  let current = null;
  htmx.createWebSocket = () => {
    current = new WebSocket(new URL(document.body.getAttribute("ws-connect"), location.href.replace(/^http/, "ws")));
    return current;
  };

  document.addEventListener("htmx:wsClose", (event) => {
    const wrapper = event.detail.socketWrapper;
    if (event.detail.event.target !== current) return;
    socket = null;
    lostTimer ||= setTimeout(() => { byId("lost").hidden = false; }, 2000);
    // The extension comes back by itself after these; after an orderly goodbye it is up to us.
    if (![1006, 1008, 1011, 1012, 1013].includes(event.detail.event.code)) {
      setTimeout(() => wrapper.reconnect(), 1000);
    }
  });

  // Read marks: only while somebody can see the conversation.
  const tellLooking = () => {
    if (!timeline || !socket) return;
    const looks = document.visibilityState === "visible" && document.hasFocus()
      && timeline.offsetParent !== null && !timeline.closest("[inert]");
    if (looks === isLooking) return;
    isLooking = looks;
    socket.sendImmediately(looks ? "looking" : "away");
  };
  for (const name of ["visibilitychange"]) document.addEventListener(name, tellLooking);
  for (const name of ["focus", "blur", "resize"]) addEventListener(name, tellLooking);

  // Another part of the program took what this page shows away, or brought it: the page is another one now.
  const kind = byId("kind")?.firstElementChild?.id;
  document.addEventListener("htmx:wsAfterMessage", () => {
    if (kind && byId("kind").firstElementChild?.id !== kind) location.reload();
  });
  document.addEventListener("tern:moved", () => socket?.reconnect());

  // The timeline: stays at its end when it is there, and otherwise where the reader is.
  let follows = true;
  let unseen = 0;
  let before = null;
  const distance = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
  const toEnd = () => {
    timeline.scrollTop = timeline.scrollHeight;
    follows = true;
    unseen = 0;
    showJump();
  };
  const showJump = () => {
    const jump = byId("jump");
    jump.hidden = follows;
    byId("jump-count").hidden = unseen === 0;
    byId("jump-count").textContent = unseen > 99 ? "99+" : String(unseen);
    jump.setAttribute("aria-label", unseen > 0 ? `To the latest, ${unseen} new` : "To the latest");
  };
  const firstVisible = () => {
    const top = timeline.getBoundingClientRect().top;
    return Array.from(rows.children).find((row) => row.getBoundingClientRect().bottom > top);
  };

  if (timeline) {
    timeline.addEventListener("scroll", () => {
      follows = distance() < 40;
      if (follows) unseen = 0;
      showJump();
    }, { passive: true });
    byId("jump").addEventListener("click", () => {
      toEnd();
      if (mayFocus()) byId("composer-text").focus();
    });
    keepsFocus(byId("jump"));
    new ResizeObserver(() => { if (follows) timeline.scrollTop = timeline.scrollHeight; }).observe(timeline);
    const line = byId("unread-line");
    if (line) line.scrollIntoView({ block: "center" });
    else toEnd();
    follows = distance() < 40;
    showJump();
    document.fonts.ready.then(() => { if (follows) toEnd(); });
  }

  document.addEventListener("htmx:wsBeforeMessage", () => {
    before = { focus: document.activeElement?.id, last: rows?.lastElementChild?.id };
    if (!timeline || follows) return;
    const row = firstVisible();
    if (row) Object.assign(before, { row: row.id, top: row.getBoundingClientRect().top });
  });

  document.addEventListener("htmx:wsAfterMessage", () => {
    const lost = before?.focus && document.activeElement === document.body;
    if (lost) byId(before.focus)?.focus({ preventScroll: true });
    showUnread();
    if (!timeline) return;
    if (follows) return toEnd();
    const row = before?.row && byId(before.row);
    if (row) timeline.scrollTop += row.getBoundingClientRect().top - before.top;
    for (let next = byId(before?.last)?.nextElementSibling; next; next = next.nextElementSibling) unseen += 1;
    showJump();
  });

  const showUnread = () => {
    const count = byId("to-talk")?.dataset.unread ?? "";
    const title = document.title.replace(/^\([^)]*\) /, "");
    document.title = count ? `(${count}) ${title}` : title;
  };

  // The composer: Enter sends, the text stays until Tern has it, a draft survives leaving the page.
  const box = byId("composer-text");
  if (box) {
    const form = byId("composer");
    const draft = form.getAttribute("action").replace(/messages$/, "draft");
    const charactersMax = Number(box.maxLength);
    let sent = "";
    let kept = box.value;
    let keeping = 0;
    // Tern holds it in memory while it runs; the browser keeps nothing.
    const keepDraft = () => {
      clearTimeout(keeping);
      if (box.value === kept) return;
      kept = box.value;
      const body = new URLSearchParams({ token, text: kept });
      fetch(draft, { method: "POST", body, credentials: "same-origin", keepalive: kept.length < 10000 }).catch(() => {});
    };
    const measure = () => {
      box.rows = Math.min(6, box.value.split("\n").length);
      clearTimeout(keeping);
      keeping = setTimeout(keepDraft, 500);
      const limit = Number(box.dataset.parts ?? 0);
      const count = limit ? pieces(box.value, limit) : 1;
      const isNearLimit = box.value.length > charactersMax - 1000;
      byId("composer-parts").hidden = count < 2 && !isNearLimit;
      byId("composer-parts").textContent = [
        isNearLimit ? `${box.value.length} of ${charactersMax} characters` : "",
        count > 1 ? `Goes as ${count} messages` : "",
      ].filter(Boolean).join(" · ");
    };
    const pieces = (text, limit) => {
      const encoder = new TextEncoder();
      if (encoder.encode(text).length <= limit) return 1;
      let count = 1;
      let bytes = 0;
      for (const { segment } of new Intl.Segmenter().segment(text)) {
        const size = encoder.encode(segment).length;
        if (bytes + size > limit) { count += 1; bytes = 0; }
        bytes += size;
      }
      return count;
    };
    measure();
    addEventListener("pagehide", keepDraft);
    box.addEventListener("input", measure);
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (box.value.trim()) form.requestSubmit();
    });
    form.addEventListener("htmx:beforeRequest", (event) => {
      if (event.target === form) sent = box.value;
    });
    form.addEventListener("htmx:afterRequest", (event) => {
      if (event.target !== form) return;
      if (event.detail.successful) {
        box.value = box.value === sent ? "" : box.value;
        // It was sent, and Tern has let go of it.
        if (!box.value) kept = "";
        measure();
        toEnd();
      }
      if (mayFocus()) box.focus();
    });
    keepsFocus(form.querySelector(".send"));
    if (matchMedia("(min-width: 1024px) and (pointer: fine)").matches && !document.querySelector(".details")) {
      box.focus({ preventScroll: true });
    }
  }

  // A form that was not taken says why, beside its field; the field keeps what was typed.
  document.addEventListener("htmx:afterRequest", (event) => {
    const problem = event.target.matches?.("form") && event.target.querySelector(".problem");
    if (!problem) return;
    const { xhr } = event.detail;
    // Where the answer leads to another page the library does not say that it was taken.
    const successful = xhr.status >= 200 && xhr.status < 400;
    const why = xhr.status >= 400 && xhr.status < 500 && xhr.getResponseHeader("content-type")?.startsWith("text/plain")
      ? xhr.responseText : "Tern did not answer. What you wrote is still here; try again.";
    problem.hidden = successful;
    problem.lastElementChild.textContent = successful ? "" : why;
    const field = event.target.querySelector("[aria-describedby]");
    if (successful) return field?.removeAttribute("aria-invalid");
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
  });

  // A question to somebody's device may take ten seconds: meanwhile the place of the answer says so.
  const asked = (event, isAsking) => {
    const place = byId(event.target.dataset?.asking);
    if (!place) return null;
    for (const button of event.target.querySelectorAll("button")) {
      if (isAsking) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
    return place;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const place = asked(event, true);
    if (place) place.textContent = "Asking…";
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const place = asked(event, false);
    if (place && !event.detail.successful) place.textContent = "Tern did not answer. Try again.";
  });

  // Long texts, sheets, keys.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-fold]");
    if (!button) return;
    const isOpen = byId(button.dataset.fold).classList.toggle("folded") === false;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) button.dataset.label ??= button.firstElementChild.textContent;
    button.firstElementChild.textContent = isOpen ? "Show less" : button.dataset.label;
  });

  document.addEventListener("change", (event) => {
    event.target.closest("[data-submit-on-change]")?.requestSubmit();
  });

  // Under a sheet nothing can be reached. The list of people is one only where there is no room beside the page.
  const sheet = document.querySelector(".aside.sheet");
  if (sheet && getComputedStyle(sheet).position === "fixed") {
    for (const part of document.querySelectorAll(".rail, .pane, .main, .skip, .aside:not(.sheet)")) part.inert = true;
    sheet.querySelector("[data-close]").focus();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const close = Array.from(document.querySelectorAll("[data-close]")).find((link) => link.offsetParent);
      if (close) close.click();
    } else if (event.altKey && !event.ctrlKey && !event.metaKey && ["1", "2", "3", "4"].includes(event.key)) {
      event.preventDefault();
      byId(["to-talk", "to-money", "to-airports", "to-settings"][Number(event.key) - 1]).click();
    } else if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) {
      const list = event.target.closest?.("a.row")?.closest(".scroll");
      if (!list) return;
      const links = Array.from(list.querySelectorAll("a.row"));
      const at = links.indexOf(event.target.closest("a.row"));
      const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
      links[Math.max(0, Math.min(links.length - 1, next))].focus();
      event.preventDefault();
    }
  });
})();
