// The levels of a long ladder, page by page and in a circle: before the weakest come the strongest.
// Each of the two buttons says in numbers which levels it turns to.
export class Ladder {
  constructor(root) {
    this.levels = [...root.querySelectorAll("[data-command=level]")];
    this.size = Number(root.querySelector("[data-page]")?.dataset.page ?? 0);
    if (!this.size) return;
    this.pages = Math.ceil(this.levels.length / this.size);
    this.turns = ["#levels-back", "#levels-on"].map((id, i) => ({ button: root.querySelector(id), by: 2 * i - 1 }));
    for (const { button, by } of this.turns) button.addEventListener("click", () => this.show(this.page + by));
  }

  // open shows the page with the level that is chosen.
  open() {
    if (!this.size) return;
    const chosen = this.levels.findIndex((level) => level.ariaPressed === "true");
    this.show(Math.floor(Math.max(0, chosen) / this.size));
  }

  show(page) {
    this.page = this.wrap(page);
    const [first, end] = this.range(page);
    this.levels.forEach((level, i) => (level.hidden = i < first || i >= end));
    for (const { button, by } of this.turns) button.querySelector("span").textContent = this.numbers(page + by);
  }

  wrap(page) {
    return (page + this.pages) % this.pages;
  }

  // range is that of the levels of a page, of which the last is full, too.
  range(page) {
    const first = Math.min(this.wrap(page) * this.size, this.levels.length - this.size);
    return [first, first + this.size];
  }

  numbers(page) {
    const [first, end] = this.range(page);
    return [first, end - 1].map((i) => this.levels[i].dataset.value.match(/\d+$/)?.[0] ?? i + 1).join("–");
  }
}
