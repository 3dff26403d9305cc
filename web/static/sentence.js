// The one sentence: its words, and the squares that it names, in the colour in which they glow.
const sizes = ["huge", "large", "middle", "small", "tiny"]; // the largest that fits is taken

export function showSentence(element, view) {
  const text = view.say.map((part) => part.text).join("");
  const remark = view.remark.length > 0;
  const { key, remark: before } = element.dataset;
  if (key === view.key && element.textContent === text && before === String(remark)) return;
  element.dataset.remark = remark;
  element.dataset.key = view.key;
  element.replaceChildren(...view.say.map(wordElement));
  fitSentence(element);
}

// showRemark shows what is said beside it; call it first, for both share the card.
export function showRemark(element, view) {
  const text = view.remark.map((part) => part.text).join("");
  element.hidden = text === "";
  if (element.textContent === text) return;
  element.replaceChildren(...view.remark.map(wordElement));
}

// fitSentence sets the sentence as large as its card allows, and leaves the hint out where both
// find no room, then the remark; call it again when the card's size changes.
export function fitSentence(element) {
  const card = element.parentElement;
  card.dataset.moves = "shown"; // the last ones, as long as the sentence is large beside them
  card.dataset.crowded = false;
  for (const size of sizes.slice(0, 2)) {
    element.dataset.size = size;
    if (card.scrollHeight <= card.clientHeight) return;
  }
  card.dataset.moves = "none";
  for (const crowded of [false, true, "very"]) {
    card.dataset.crowded = crowded;
    for (const size of sizes) {
      element.dataset.size = size;
      if (card.scrollHeight <= card.clientHeight) return;
    }
  }
}

function wordElement(part) {
  if (!part.square) return part.text;
  const named = document.createElement("b");
  named.className = "named";
  named.dataset.hue = part.hue;
  named.textContent = part.text;
  return named;
}
