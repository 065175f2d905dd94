/** How long a changed row is marked, in milliseconds: the duration of the animation in table.css. */
const DURATION = 2000;

/** The rows that others changed within the last two seconds. A row that is drawn again meanwhile continues to fade where it was. */
export class Highlight {
  #since = new Map();

  add(keys) {
    const now = performance.now();
    for (const [key, time] of this.#since) if (now - time > DURATION) this.#since.delete(key);
    for (const key of keys) this.#since.set(key, now);
  }

  /** Marks the element of a row, or removes the mark. */
  decorate(line, key) {
    const since = this.#since.get(key);
    const elapsed = since === undefined ? DURATION : performance.now() - since;
    if (elapsed >= DURATION) return;
    line.style.animationDelay = `${-Math.round(elapsed)}ms`;
    line.classList.add("changed");
    // Without motion the color does not fade, so it is removed.
    setTimeout(() => {
      if (line.row?.key === key && this.#since.get(key) === since) line.classList.remove("changed");
    }, DURATION - elapsed);
  }
}
