"use strict";
// The sheet for being sure of somebody: copying our code, and finding theirs by camera or in a picture. The browser
// decodes pictures; Tern gets shades of grey, and says what it read.
(() => {
  const byId = (id) => document.getElementById(id);
  const token = document.querySelector('meta[name="request-token"]').content;
  // What Tern takes of a picture: pixels on a side, and in all.
  const sideMax = 1920;
  const pixelsMax = 1024 * 1024;

  // Our own code.
  for (const button of document.querySelectorAll("[data-copy]")) {
    const label = button.querySelector("span");
    const usual = label.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = byId(button.dataset.copy);
      field.select();
      const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
      label.textContent = isCopied ? button.dataset.copied : button.dataset.failed;
      setTimeout(() => { label.textContent = usual; }, 4000);
    });
  }
  const own = document.querySelector("[data-over]");
  if (own) {
    const end = () => {
      own.classList.add("is-over");
      byId("code-holds").hidden = true;
      byId("code-over").hidden = false;
    };
    setTimeout(end, Math.max(0, Number(own.dataset.over) - Date.now()));
  }

  const place = byId("by-picture");
  if (!place) return;
  place.hidden = false;
  const canvas = document.createElement("canvas");
  const paper = canvas.getContext("2d", { willReadFrequently: true });

  const say = (id, words) => {
    const line = byId(id);
    line.lastElementChild.textContent = words;
    line.hidden = !words;
  };

  // A part of a picture, as so many pixels, in shades of grey on white.
  const shades = (source, from, to) => {
    canvas.width = to.width;
    canvas.height = to.height;
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, to.width, to.height);
    paper.imageSmoothingEnabled = to.width < from.width;
    paper.drawImage(source, from.x, from.y, from.width, from.height, to.x ?? 0, to.y ?? 0,
      to.innerWidth ?? to.width, to.innerHeight ?? to.height);
    const { data } = paper.getImageData(0, 0, to.width, to.height);
    const grey = new Uint8Array(to.width * to.height);
    for (let at = 0; at < grey.length; at += 1) {
      grey[at] = (data[4 * at] * 77 + data[4 * at + 1] * 150 + data[4 * at + 2] * 29) >> 8;
    }
    return grey;
  };

  // "found" where the page goes on to the outcome, words where a code was refused, nothing where there is none.
  const ask = async (grey, width, height) => {
    const answer = await fetch(`${place.dataset.place}?${new URLSearchParams({ width, height })}`, {
      method: "POST", body: grey, credentials: "same-origin",
      headers: { "content-type": "application/octet-stream", "x-request-token": token },
    });
    const next = answer.headers.get("hx-redirect");
    if (next) {
      stop();
      location.assign(next);
      return "found";
    }
    return answer.status === 204 ? "" : answer.text();
  };

  // The whole picture with a white border first, small ones enlarged; then pieces of a large one as they are.
  const look = async (source, width, height) => {
    const scale = Math.min((sideMax - 64) / Math.max(width, height), Math.sqrt(pixelsMax * 0.85 / (width * height)), 4);
    const usual = scale >= 2 ? Math.floor(scale) : Math.min(scale, 1);
    const inner = { width: Math.max(1, Math.round(width * usual)), height: Math.max(1, Math.round(height * usual)) };
    const border = 24;
    const to = {
      width: inner.width + 2 * border, height: inner.height + 2 * border, x: border, y: border,
      innerWidth: inner.width, innerHeight: inner.height,
    };
    let said = await ask(shades(source, { x: 0, y: 0, width, height }, to), to.width, to.height);
    if (said || usual >= 1) return said;
    const side = 1000;
    let pieces = 0;
    for (let y = 0; y < height; y += side / 2) {
      for (let x = 0; x < width; x += side / 2) {
        if ((pieces += 1) > 60) return "";
        const part = { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) };
        if (Math.min(part.width, part.height) < 64) continue;
        said = await ask(shades(source, part, { width: part.width, height: part.height }), part.width, part.height);
        if (said) return said;
      }
    }
    return "";
  };

  // Pictures: chosen, dropped, or pasted.
  const unreadable = byId("drop").dataset.unreadable;
  const read = async (file) => {
    say("picture-problem", "");
    byId("picture-busy").hidden = false;
    try {
      const picture = await createImageBitmap(file).catch(() => null);
      const said = picture ? await look(picture, picture.width, picture.height) : unreadable;
      picture?.close();
      if (said !== "found") say("picture-problem", said || place.dataset.none);
    } catch {
      say("picture-problem", place.dataset.lost);
    } finally {
      byId("picture-busy").hidden = true;
    }
  };
  const pictureOf = (list) => Array.from(list ?? []).find((file) => file.type.startsWith("image/"));
  const field = byId("picture");
  field.addEventListener("change", () => {
    if (field.files[0]) read(field.files[0]);
    field.value = "";
  });
  const drop = byId("drop");
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = pictureOf(event.dataTransfer?.files);
    if (file) read(file);
    else say("picture-problem", unreadable);
  });
  document.addEventListener("paste", (event) => {
    const file = pictureOf(event.clipboardData?.files);
    if (!file) return;
    event.preventDefault();
    read(file);
  });

  // The camera: only where the browser has one, only while it is wanted, and never longer than this page.
  const camera = byId("camera");
  const view = byId("camera-view");
  let stream = null;
  let timer = 0;
  const showCamera = (isOn) => {
    byId("camera-start").hidden = isOn;
    byId("camera-stop").hidden = !isOn;
    byId("finder").hidden = !isOn;
    byId("camera-hint").hidden = !isOn;
  };
  const stop = () => {
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    view.srcObject = null;
    if (!byId("camera-stop").hidden) showCamera(false);
  };
  const frame = async () => {
    const mine = stream;
    if (!mine) return;
    try {
      const { videoWidth: width, videoHeight: height } = view;
      const scale = Math.min(1, 1280 / Math.max(width, height, 1), Math.sqrt(pixelsMax / (width * height || 1)));
      const to = { width: Math.floor(width * scale), height: Math.floor(height * scale) };
      if (to.width >= 64 && to.height >= 64) {
        const said = await ask(shades(view, { x: 0, y: 0, width, height }, to), to.width, to.height);
        if (said === "found" || mine !== stream) return;
        if (said) {
          stop();
          say("camera-problem", said);
          return byId("camera-start").focus();
        }
      }
    } catch {
      stop();
      return say("camera-problem", place.dataset.lost);
    }
    timer = setTimeout(frame, 250);
  };
  const start = async () => {
    say("camera-problem", "");
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false, video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
      });
    } catch (error) {
      return say("camera-problem", error.name === "NotAllowedError" ? camera.dataset.denied : camera.dataset.busy);
    }
    stream.getVideoTracks()[0].addEventListener("ended", () => {
      stop();
      say("camera-problem", camera.dataset.gone);
    });
    view.muted = true;
    view.playsInline = true;
    view.srcObject = stream;
    showCamera(true);
    byId("camera-stop").focus();
    await view.play().catch(() => {});
    frame();
  };
  byId("camera-start").addEventListener("click", start);
  byId("camera-stop").addEventListener("click", () => {
    stop();
    byId("camera-start").focus();
  });
  addEventListener("pagehide", stop);
  const offer = async () => {
    const devices = await navigator.mediaDevices?.enumerateDevices?.().catch(() => []) ?? [];
    const isThere = devices.some((device) => device.kind === "videoinput");
    byId("no-camera").hidden = isThere;
    if (!stream) byId("camera-start").hidden = !isThere;
  };
  offer();
  navigator.mediaDevices?.addEventListener?.("devicechange", offer);
})();
