// The one sentence: its words, and the squares that it names in the colour in which they glow.
const long = 62; // letters; longer sentences are set smaller

export function showSentence(element, view) {
  const text = view.say.map((part) => part.text).join("");
  if (element.dataset.key !== view.key || element.textContent !== text) {
    element.dataset.key = view.key;
    element.replaceChildren(...view.say.map(word));
  }
  element.dataset.long = String(text.length > long);
}

function word(part) {
  if (!part.square) return part.text;
  const named = document.createElement("b");
  named.className = "named";
  named.dataset.hue = part.hue;
  named.textContent = part.text;
  return named;
}
