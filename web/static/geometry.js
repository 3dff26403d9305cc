// Where squares are: millimetres around the board's centre, x to the visitor's right, y towards
// them.

// The side of a square is the configuration's; the visitor's page has it. On the operator's page
// there is no such board.
export const pitch = Number(document.querySelector("#board")?.dataset.pitch);
export const radius = 7.5; // mm, of a checker
export const frameWidth = 9; // mm, of the board around its playing field

export function squareCentre(square, side) {
  const x = (square.charCodeAt(0) - 97 - 3.5) * pitch;
  const y = (3.5 - (square.charCodeAt(1) - 49)) * pitch;
  return side === "black" ? { x: -x, y: -y } : { x, y };
}

// squareAt names the dark square at a point, or "".
export function squareAt({ x, y }, side) {
  const [u, v] = side === "black" ? [-x, -y] : [x, y];
  const file = Math.floor(u / pitch + 4);
  const rank = Math.floor(4 - v / pitch);
  if (file < 0 || file > 7 || rank < 0 || rank > 7 || (file + rank) % 2 !== 0) return "";
  return String.fromCharCode(97 + file) + (rank + 1);
}

// The robot's frame has x towards the visitor and y to their right; the board's place in it comes
// with each state.
export const fromRobot = (board, p) => ({ x: p.y - board.y, y: p.x - board.x });
export const toRobot = (board, p) => ({ x: p.y + board.x, y: p.x + board.y });
