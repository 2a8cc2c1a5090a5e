import { WheelRows, fold } from "./marque.js";

/** How many rows of a wheel are fully visible, and how many stand in the document above and below the highlighted one. */
const VISIBLE = 7;
const BESIDE = 4;
/** The height of a row, and the angle between two on the drum. */
const ROW = 36;
const STEP = Math.PI / 11;
const RADIUS = ROW / STEP;
/** After how many milliseconds typing starts anew. */
const TYPING = 1000;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Two arrows that point at the highlighted row, between hairlines. */
function markImage() {
  const image = document.createElementNS(NAMESPACE, "svg");
  image.setAttribute("viewBox", "0 0 100 36");
  image.setAttribute("preserveAspectRatio", "none");
  image.setAttribute("aria-hidden", "true");
  for (const [d, fill] of [["M0 .5H100M0 35.5H100", "none"], ["M0 11L5 18L0 25ZM100 11L95 18L100 25Z", "currentColor"]]) {
    const path = document.createElementNS(NAMESPACE, "path");
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
    if (fill === "none") path.setAttribute("stroke", "currentColor");
    image.append(path);
  }
  return image;
}

/** One wheel: a drum of rows that is turned by touch, mouse, mouse wheel, and keys. Only the rows around the highlighted one exist. */
class Wheel {
  #rows = new WheelRows(0, VISIBLE, false);
  /** The virtual row in the middle, with its fraction while the drum turns. */
  #position = 0;
  #flight = null;
  #drag = null;
  #frame = 0;
  #idle = 0;
  #typed = { text: "", at: 0 };
  #cells = [];
  #title = () => "";
  #aloud = (text) => text;

  /**
   * @param {string} name of the wheel, which makes its ids
   * @param {string} label
   * @param {(row: number) => void} selected is told a row when the drum rests on it, or a key chooses it
   */
  constructor(name, label, selected) {
    this.name = name;
    this.selected = selected;
    this.row = 0;
    this.isInfinite = false;
    this.element = document.createElement("div");
    this.element.className = "picker";
    const caption = document.createElement("span");
    caption.className = "label";
    caption.id = `${name}-label`;
    caption.textContent = label;
    this.list = document.createElement("div");
    this.list.className = "wheel";
    this.list.id = name;
    this.list.tabIndex = 0;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-labelledby", caption.id);
    const mark = document.createElement("div");
    mark.className = "mark";
    mark.append(markImage());
    this.list.append(mark);
    this.element.append(caption, this.list);
    for (let place = 0; place <= 2 * BESIDE; place += 1) {
      const cell = document.createElement("div");
      cell.setAttribute("role", "option");
      this.#cells.push(cell);
    }
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("pointerdown", (event) => this.#grasp(event));
    this.list.addEventListener("pointermove", (event) => this.#pull(event));
    for (const name of ["pointerup", "pointercancel"]) this.list.addEventListener(name, (event) => this.#release(event));
    this.list.addEventListener("wheel", (event) => this.#scroll(event), { passive: false });
  }

  /**
   * Refills the wheel and turns it to a row.
   *
   * @param {{count: number, title: (row: number) => string, aloud?: (text: string) => string, row: number}} content
   */
  reload({ count, title, aloud = (text) => text, row }, isAnimated = true) {
    this.#title = title;
    this.#aloud = aloud;
    const was = this.#rows.count > 0 ? this.#rows.row(this.#middle()) : 0;
    this.#rows = new WheelRows(count, VISIBLE, this.isInfinite);
    this.#position = this.#rows.recentered(Math.min(was, count - 1));
    for (const cell of this.#cells) cell.row = undefined;
    this.#drag = null;
    this.show(row, isAnimated);
  }

  /** Turns the wheel to a row that something else has chosen. */
  show(row, isAnimated = true) {
    this.row = row;
    const middle = this.#middle();
    const recentered = this.#rows.recentered(middle);
    this.#position += recentered - middle;
    this.#turn(this.#rows.nearest(row, recentered), isAnimated);
  }

  /** The rows from the first to the last, when it does not go round. */
  get #last() { return this.#rows.virtual - 1; }

  #middle() { return Math.max(0, Math.min(this.#last, Math.round(this.#position))); }

  // MARK: Motion

  /** Turns to a virtual row; a long way is cut short. */
  #turn(to, isAnimated) {
    clearTimeout(this.#idle);
    const distance = to - this.#position;
    if (!isAnimated || reducedMotion.matches || distance === 0) {
      this.#flight = null;
      this.#position = to;
      return this.#rest();
    }
    const from = Math.abs(distance) > 24 ? to - 24 * Math.sign(distance) : this.#position;
    this.#flight = { from, to, start: performance.now(), time: 220 + 90 * Math.sqrt(Math.abs(to - from)) };
    this.#wake();
  }

  #wake() { this.#frame ||= requestAnimationFrame((now) => this.#step(now)); }

  #step(now) {
    this.#frame = 0;
    const flight = this.#flight;
    if (flight) {
      const part = Math.min(1, Math.max(0, (now - flight.start) / flight.time));
      this.#position = flight.from + (flight.to - flight.from) * (1 - (1 - part) ** 3);
      if (part < 1) this.#wake();
      else {
        this.#flight = null;
        return this.#rest();
      }
    }
    this.#draw();
  }

  /** The drum has come to a stop: goes back halfway around unseen, and tells what is selected now. */
  #rest() {
    this.#position = this.#rows.recentered(this.#middle());
    const row = this.#rows.row(this.#position);
    const isNew = row !== this.row;
    this.row = row;
    this.#draw();
    if (isNew) this.selected(row);
  }

  #draw() {
    const middle = this.#middle();
    const isFlat = reducedMotion.matches;
    const chosen = this.#flight ? this.#flight.to : middle;
    let active = "";
    for (let virtual = middle - BESIDE; virtual <= middle + BESIDE; virtual += 1) {
      const cell = this.#cells[((virtual % this.#cells.length) + this.#cells.length) % this.#cells.length];
      if (virtual < 0 || virtual > this.#last) {
        cell.remove();
        continue;
      }
      const row = this.#rows.row(virtual);
      if (cell.row !== row || cell.virtual !== virtual) this.#fill(cell, row, virtual);
      if (!cell.isConnected) this.list.append(cell);
      const offset = virtual - this.#position;
      const angle = offset * STEP;
      const isSeen = Math.abs(angle) < Math.PI / 2;
      cell.style.transform = isFlat
        ? `translateY(${offset * ROW}px)` : `translateY(${(isSeen ? RADIUS * Math.sin(angle) : 2 * RADIUS * Math.sign(angle)).toFixed(2)}px) rotateX(${(-angle).toFixed(4)}rad)`;
      cell.style.opacity = isFlat ? 1 : isSeen ? (Math.cos(angle) ** 1.3).toFixed(3) : 0;
      cell.classList.toggle("high", virtual === middle);
      const isSelected = virtual === chosen && row === this.row;
      cell.setAttribute("aria-selected", String(isSelected));
      if (isSelected) active = cell.id;
    }
    if (active) this.list.setAttribute("aria-activedescendant", active);
    else this.list.removeAttribute("aria-activedescendant");
  }

  #fill(cell, row, virtual) {
    const title = this.#title(row);
    const aloud = this.#aloud(title);
    Object.assign(cell, { row, virtual, id: `${this.name}-${virtual}`, textContent: title });
    cell.setAttribute("aria-posinset", String(row + 1));
    cell.setAttribute("aria-setsize", String(this.#rows.count));
    if (aloud === title) cell.removeAttribute("aria-label");
    else cell.setAttribute("aria-label", aloud);
  }

  // MARK: Keys

  #key(event) {
    const { count, isEndless } = this.#rows;
    const move = { ArrowUp: -1, ArrowDown: 1, PageUp: 2 - VISIBLE, PageDown: VISIBLE - 2 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) this.#choose(isEndless ? (this.row + move + count) % count : Math.max(0, Math.min(count - 1, this.row + move)));
    else if (event.key === "Home") this.#choose(0);
    else if (event.key === "End") this.#choose(count - 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.#leave(event.key === "ArrowLeft" ? -1 : 1);
    else if (event.key.length === 1) this.#type(event.key);
    else return;
    event.preventDefault();
  }

  #choose(row) {
    if (row === this.row) return;
    this.show(row);
    this.selected(row);
  }

  #leave(step) {
    const wheels = [...this.element.parentElement.querySelectorAll(".wheel")].filter((wheel) => wheel.checkVisibility());
    wheels[wheels.indexOf(this.list) + step]?.focus();
  }

  /** Goes to the next row that begins with what was typed; the same letter again goes on to the one after it. */
  #type(letter) {
    const now = performance.now();
    const goesOn = now - this.#typed.at < TYPING;
    const text = (goesOn ? this.#typed.text : "") + fold(letter);
    this.#typed = { text, at: now };
    if (text === "") return;
    const isRepeated = [...text].every((each) => each === text[0]);
    const { count } = this.#rows;
    const find = (wanted, from) => {
      for (let step = 0; step < count; step += 1) {
        const row = (this.row + from + step) % count;
        if (fold(this.#title(row)).startsWith(wanted)) return row;
      }
      return -1;
    };
    let row = find(text, text.length === 1 ? 1 : 0);
    if (row < 0 && isRepeated) row = find(text[0], 1);
    if (row >= 0) this.#choose(row);
  }

  // MARK: Pointers

  #grasp(event) {
    if (event.button !== 0 || this.#drag) return;
    clearTimeout(this.#idle);
    const wasTurning = this.#flight !== null;
    this.#flight = null;
    this.list.setPointerCapture(event.pointerId);
    this.#drag = { pointer: event.pointerId, y: event.clientY, at: this.#position, moved: wasTurning, samples: [[event.timeStamp, event.clientY]] };
  }

  #pull(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const way = drag.y - event.clientY;
    if (Math.abs(way) > 4 && !drag.moved) drag.moved = true;
    if (!drag.moved) return;
    this.list.classList.add("turning");
    drag.samples.push([event.timeStamp, event.clientY]);
    if (drag.samples.length > 6) drag.samples.shift();
    const free = drag.at + way / ROW;
    const within = Math.max(0, Math.min(this.#last, free));
    this.#position = within + (free - within) * 0.35;
    this.#wake();
  }

  #release(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    this.#drag = null;
    this.list.classList.remove("turning");
    let to = this.#position;
    if (drag.moved) {
      const [[since, from]] = drag.samples;
      const time = event.timeStamp - since;
      if (time > 0 && time < 200) to += ((from - event.clientY) / ROW / time) * 220;
    } else if (event.type === "pointerup") {
      const box = this.list.getBoundingClientRect();
      const away = (event.clientY - box.top - box.height / 2) / (reducedMotion.matches ? ROW : RADIUS);
      to += reducedMotion.matches ? away : Math.asin(Math.max(-1, Math.min(1, away))) / STEP;
    }
    this.#turn(Math.max(0, Math.min(this.#last, Math.round(to))), true);
  }

  /** The mouse wheel; at an end the page scrolls on. */
  #scroll(event) {
    if (event.ctrlKey || this.#drag) return;
    const way = event.deltaY / (event.deltaMode === 1 ? 1 : event.deltaMode === 2 ? 1 / VISIBLE : ROW);
    const next = Math.max(0, Math.min(this.#last, this.#position + Math.max(-VISIBLE, Math.min(VISIBLE, way))));
    if (next === this.#position) return;
    event.preventDefault();
    this.#flight = null;
    this.#position = next;
    this.#wake();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#turn(this.#middle(), true), 130);
  }
}

export { Wheel };
