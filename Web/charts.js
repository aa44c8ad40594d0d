"use strict";
// Charts: each is drawn from the table behind it. The table is the data: its head names the series, its cells carry
// plain decimals, and it stays when there is no script, no canvas or no library.
(() => {
  if (!window.Chart) return;
  const drawn = new Map();

  // A custom property as a colour of now: read through a probe, since the properties hold both schemes.
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const isForced = matchMedia("(forced-colors: active)");

  const font = () => ({ family: getComputedStyle(document.body).fontFamily, size: rem(0.75) });
  const rem = (count) => count * parseFloat(getComputedStyle(document.documentElement).fontSize);

  // What the table says: labels from the row heads, numbers from data-value, one series a head cell.
  const read = (table) => {
    const heads = Array.from(table.tHead.rows[0].cells).slice(1);
    const rows = Array.from(table.tBodies, (body) => Array.from(body.rows)).flat();
    return {
      labels: rows.map((row) => row.cells[0].dataset.label ?? row.cells[0].textContent),
      rows,
      heads: heads.map((head) => head.textContent),
      series: heads.map((head, index) => ({
        name: head.textContent,
        tone: head.dataset.tone ?? "sea",
        values: rows.map((row) => Number(row.cells[index + 1].dataset.value) * (head.dataset.down === "" ? -1 : 1)),
      })),
    };
  };

  const bars = ({ name, tone, values }) => ({
    label: name, data: values, backgroundColor: isForced.matches && tone !== "good" ? "transparent" : colour(tone),
    borderColor: colour(tone), borderWidth: isForced.matches ? 1 : 0, borderRadius: 3, maxBarThickness: 16,
    borderSkipped: false,
  });
  const line = ({ name, tone, values }, index) => ({
    label: name, data: values, borderColor: colour(tone), backgroundColor: colour(tone), borderWidth: 1.75,
    borderDash: index > 0 ? [4, 4] : [], pointRadius: 0, pointHitRadius: 12, tension: 0,
  });

  // The tip is the row of the table, in words.
  const showTip = (tip, data, { chart, tooltip }) => {
    const point = tooltip.dataPoints?.[0];
    tip.hidden = tooltip.opacity === 0 || !point;
    if (tip.hidden) return;
    const row = data.rows[point.dataIndex];
    tip.replaceChildren(...Array.from(row.cells, (cell, index) => {
      const words = document.createElement(index === 0 ? "b" : "span");
      words.textContent = index === 0 ? cell.textContent : `${data.heads[index - 1]} ${cell.textContent}`;
      return words;
    }));
    const room = chart.width - tip.offsetWidth;
    tip.style.insetInlineStart = `${Math.max(0, Math.min(room, tooltip.caretX - tip.offsetWidth / 2))}px`;
  };

  const settings = (kind, data, tip) => {
    const ink = colour("ink3");
    const grid = colour("line");
    const zero = colour("edge");
    const numbers = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });
    return {
      type: kind === "line" ? "line" : "bar",
      data: { labels: data.labels, datasets: data.series.map(kind === "line" ? line : bars) },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: "index", intersect: false },
        plugins: {
          legend: { display: false },
          tooltip: { enabled: false, external: (context) => showTip(tip, data, context) },
        },
        scales: {
          x: {
            stacked: kind !== "line",
            grid: { display: false, drawBorder: false },
            ticks: { color: ink, font: font(), maxRotation: 0, autoSkipPadding: 12 },
          },
          y: {
            stacked: kind !== "line", position: "right",
            grid: { drawBorder: false, drawTicks: false, color: ({ tick }) => (tick?.value === 0 ? zero : grid) },
            ticks: { color: ink, font: font(), maxTicksLimit: 6, padding: 8, callback: (value) => numbers.format(value) },
          },
        },
      },
    };
  };

  const isTableShown = (figure) => sessionStorage.getItem(`table:${figure.id}`) === "shown";
  const apply = (figure, plot, isShown) => {
    const change = figure.querySelector("[data-chart-switch]");
    figure.querySelector(".chart-table").hidden = !isShown;
    plot.hidden = isShown;
    change.hidden = false;
    change.setAttribute("aria-expanded", String(isShown));
    change.textContent = isShown ? change.dataset.other : change.dataset.label;
  };

  const draw = (table) => {
    const figure = table.closest("figure");
    const data = read(table);
    if (!figure || data.rows.length === 0) return;
    drawn.get(figure)?.chart.destroy();
    figure.querySelector(".plot")?.remove();
    const plot = document.createElement("div");
    plot.className = "plot";
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", figure.dataset.sentence ?? table.caption?.textContent ?? "");
    const canvas = document.createElement("canvas");
    const tip = document.createElement("div");
    tip.className = "tip number";
    tip.hidden = true;
    plot.append(canvas, tip);
    figure.querySelector(".chart-table").before(plot);
    apply(figure, plot, isTableShown(figure));
    drawn.set(figure, { chart: new Chart(canvas, settings(table.dataset.chart, data, tip)), table });
  };

  const drawAll = (isAgain) => {
    for (const [figure, { chart }] of drawn) {
      if (figure.isConnected) continue;
      chart.destroy();
      drawn.delete(figure);
    }
    for (const table of document.querySelectorAll("table[data-chart]")) {
      if (isAgain || drawn.get(table.closest("figure"))?.table !== table) draw(table);
    }
  };

  document.addEventListener("click", (event) => {
    const change = event.target.closest("[data-chart-switch]");
    const figure = change?.closest("figure");
    if (!figure) return;
    const isShown = !isTableShown(figure);
    sessionStorage.setItem(`table:${figure.id}`, isShown ? "shown" : "");
    apply(figure, figure.querySelector(".plot"), isShown);
    if (!isShown) drawn.get(figure)?.chart.resize();
  });

  // New content, another theme, other fonts: the colours and sizes are read again.
  for (const name of ["htmx:afterSettle", "htmx:wsAfterMessage"]) document.addEventListener(name, () => drawAll(false));
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    // Two frames later: asked in between, the browser keeps old inherited colours for texts of the page.
    matchMedia(query).addEventListener("change", () => {
      requestAnimationFrame(() => requestAnimationFrame(() => drawAll(true)));
    });
  }
  document.fonts.ready.then(() => drawAll(true));
  drawAll(false);
})();
