"use strict";
// The way in: takes the one-time code out of the address and exchanges it for a session.
(() => {
  // Behind the code a link may say where it leads, to a page of ours.
  const [, code, target] = location.hash.match(/^#([^/]*)(\/.*)?$/) ?? ["", "", ""];
  const isOurs = /^\/(talk|money|airports|settings)(?=[/?]|$)/.test(target ?? "");
  const place = isOurs ? target : location.pathname === "/" ? "/talk" : location.pathname;
  const explain = document.getElementById("explain");
  const tell = (id) => {
    document.getElementById("opening").hidden = true;
    document.getElementById(id).hidden = false;
    explain.hidden = false;
  };

  const enter = async () => {
    // The code leaves the address, and so the history, before anything else happens.
    history.replaceState(null, "", location.pathname);
    const answer = await fetch("/launch", {
      method: "POST", body: new URLSearchParams({ code }), credentials: "same-origin", redirect: "error",
    });
    if (answer.ok) return location.replace(place);
    // A link that was used already still opens the pages in the browser that used it.
    const page = await fetch("/talk", { method: "HEAD", credentials: "same-origin" });
    if (page.ok) return location.replace(place);
    tell("used");
  };

  if (code) enter().catch(() => tell("silent"));
  else if (location.pathname === "/") location.replace("/talk");
  else tell("without");
})();
