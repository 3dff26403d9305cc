// Small helpers for SVG: elements, and a point of the screen in millimetres of the board.
const space = "http://www.w3.org/2000/svg";

export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const use = (id) => make("use", { href: `#${id}` });

// toMillimetres converts a pointer's place to the drawing's own coordinates.
export function toMillimetres(svg, event) {
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return { x: p.x, y: p.y };
}

export const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
