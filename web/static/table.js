// How much of the table is shown: trays and pile on a wide screen, board and pile on a high one.
const wide = "-152 -124 304 242";
const views = [
  ["(max-width: 600px) and (max-aspect-ratio: 1/1)", "-92 -86 184 203"],
  ["(max-aspect-ratio: 1/1)", "-108 -86 216 203"],
].map(([query, view]) => ({ query: matchMedia(query), view }));

export function fitTable(svg) {
  const fit = () => svg.setAttribute("viewBox", views.find(({ query }) => query.matches)?.view ?? wide);
  for (const { query } of views) query.addEventListener("change", fit);
  fit();
}
