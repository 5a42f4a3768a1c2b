"use strict";
addEventListener("pictures", () => {
  const get = (id) => document.getElementById(id);
  const frames = JSON.parse(get("frames").textContent);
  const svg = document.querySelector("#stage svg");
  if (!svg || frames.length === 0) return;
  const layers = [...svg.querySelectorAll("g.layer")];
  const shown = frames[0].layers.slice();
  // A narrow screen shows corps and armies, large enough to be read there.
  const isNarrow = window.innerWidth < 760;
  let pieces = null;
  let at = 0;
  let timer = null;

  // The pictures are packed; what is shown until they are there is the first.
  const unpack = async () => {
    const packed = Uint8Array.from(atob(get("reel").textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    pieces = JSON.parse(await new Response(stream).text());
    draw();
  };

  // Names that would be too small to be read come back when the map is seen from nearer.
  const thinOut = () => {
    const scale = svg.getScreenCTM()?.a || 1;
    for (const name of svg.querySelectorAll("#names-over text, #names text")) {
      name.style.display = name.getAttribute("font-size") * scale < 6 ? "none" : "";
    }
  };
  addEventListener("resize", () => thinOut());

  const draw = () => {
    if (!pieces) return;
    frames[at][isNarrow ? "narrow" : "layers"].forEach((piece, layer) => {
      if (shown[layer] === piece) return;
      layers[layer].innerHTML = pieces[piece];
      shown[layer] = piece;
    });
    thinOut();
  };

  const element = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };

  const thousands = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

  const figures = () => {
    const before = at > 0 ? frames[at - 1].sides : null;
    get("figures").replaceChildren(...frames[at].sides.flatMap((side, place) => {
      const was = before && before[place];
      const of = (key, name) => {
        const [out, all] = side[key];
        if (all === 0) return [element("div", "")];
        const changed = was && was[key][0] !== out ? ` (was ${was[key][0]})` : "";
        const made = element("div", "");
        if (out > 0) made.className = "bad";
        made.append(element("b", String(out)), element("span", `of ${all} out of ${name}${changed}`));
        return [made];
      };
      const strength = element("div", "");
      const lost = was && was.sp !== side.sp ? ` (was ${thousands(was.sp)})` : "";
      strength.append(element("b", thousands(side.sp)), element("span", `${side.name} SP on map${lost}`));
      return [strength, ...of("log", "LOG"), ...of("pol", "POL")];
    }));
  };

  const bars = frames.map((frame) => {
    const bar = document.createElement("i");
    const most = Math.max(1, ...frames.map((other) => other.out));
    bar.style.setProperty("--high", `${(100 * frame.out) / most}%`);
    return bar;
  });
  // Bars and days stand where the thumb of the slider stands for their bound.
  const stands = (element, place) => {
    element.style.setProperty("--at", frames.length > 1 ? place / (frames.length - 1) : 0.5);
    return element;
  };
  get("bars").append(...bars.map(stands));
  const days = [];
  frames.forEach((frame, place) => {
    const day = frame.label.split(" ")[0];
    if (!days.some(([known]) => known === day)) days.push([day, place]);
  });
  const label = () => {
    // As many as have room beside each other.
    const each = Math.max(1, Math.ceil((days.length * 44) / get("days").clientWidth));
    const shown = days.filter((_, number) => number % each === 0);
    get("days").replaceChildren(...shown.map(([day, place]) => stands(element("i", day), place)));
  };
  addEventListener("resize", label);
  label();

  const show = (place) => {
    bars[at].className = "";
    at = Math.max(0, Math.min(frames.length - 1, place));
    bars[at].className = "at";
    const frame = frames[at];
    get("when").textContent = `${frame.label} · ${frame.when} · bound ${at + 1} of ${frames.length}`;
    get("slider").value = at;
    get("slider").setAttribute("aria-valuetext", frame.label);
    const told = frame.told.length ? frame.told : ["Nothing to tell."];
    get("told").replaceChildren(...told.map((line) => element("li", line)));
    figures();
    draw();
  };

  const stop = () => {
    clearInterval(timer);
    timer = null;
    get("play").textContent = "▶ Play";
  };
  const play = () => {
    if (timer) return stop();
    if (at === frames.length - 1) show(0);
    get("play").textContent = "❚❚ Pause";
    timer = setInterval(() => (at < frames.length - 1 ? show(at + 1) : stop()), 1400);
  };
  const step = (by) => {
    stop();
    show(at + by);
  };
  // An event is a bound in which a battle was fought, or who is in supply changed by three formations or more.
  const event = () => {
    stop();
    const changes = (place) => Math.abs(frames[place].out - frames[place - 1].out) >= 3;
    const fought = (place) => frames[place].told.some((line) => line.includes(" attacked "));
    for (let place = at + 1; place < frames.length; place += 1) {
      if (changes(place) || fought(place)) return show(place);
    }
    return show(frames.length - 1);
  };

  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  let box = whole.slice();
  const look = () => {
    svg.setAttribute("viewBox", box.map((value) => value.toFixed(3)).join(" "));
    thinOut();
  };
  const wholeMap = () => {
    box = whole.slice();
    look();
  };
  const point = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  const zoom = (x, y, by) => {
    const wide = Math.min(whole[2] * 1.2, Math.max(20, box[2] * by));
    const factor = wide / box[2];
    const centre = point(x, y);
    box = [centre.x - (centre.x - box[0]) * factor, centre.y - (centre.y - box[1]) * factor, wide, box[3] * factor];
    look();
  };
  svg.addEventListener("wheel", (turned) => {
    turned.preventDefault();
    zoom(turned.clientX, turned.clientY, turned.deltaY > 0 ? 1.2 : 1 / 1.2);
  }, { passive: false });
  const fingers = new Map();
  svg.addEventListener("pointerdown", (finger) => {
    fingers.set(finger.pointerId, finger);
    svg.setPointerCapture(finger.pointerId);
  });
  svg.addEventListener("pointermove", (finger) => {
    const before = fingers.get(finger.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find((one) => one.pointerId !== finger.pointerId);
    if (other) {
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const [x, y] = [(finger.clientX + other.clientX) / 2, (finger.clientY + other.clientY) / 2];
      if (apart(finger) > 0) zoom(x, y, apart(before) / apart(finger));
    } else {
      const [from, to] = [point(before.clientX, before.clientY), point(finger.clientX, finger.clientY)];
      box[0] += from.x - to.x;
      box[1] += from.y - to.y;
      look();
    }
    fingers.set(finger.pointerId, finger);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    svg.addEventListener(end, (finger) => fingers.delete(finger.pointerId));
  }

  const buttons = { back: () => step(-1), play, forth: () => step(1), event, whole: wholeMap };
  for (const [id, act] of Object.entries(buttons)) get(id).addEventListener("click", act);
  get("slider").addEventListener("input", (moved) => {
    stop();
    show(Number(moved.target.value));
  });
  document.addEventListener("keydown", (key) => {
    if (key.ctrlKey || key.altKey || key.metaKey) return;
    const onButton = key.target instanceof HTMLButtonElement;
    const acts = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), e: event, E: event, 0: wholeMap, " ": play };
    const act = acts[key.key];
    if (!act || (onButton && key.key === " ") || (key.target.id === "slider" && key.key.startsWith("Arrow"))) return;
    key.preventDefault();
    act();
  });

  if (isNarrow) {
    box = svg.dataset.near.split(" ").map(Number);
    look();
  }
  show(0);
  unpack().catch(() => {
    get("told").prepend(element("li", "This browser is too old to unpack the maps; the words and figures still play."));
  });
}, { once: true });
