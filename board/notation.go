package board

import (
	"fmt"
	"strings"
)

// Notation writes a legal move: c3-d4, or c3:e5:g3 with every square of the path.
func (p Position) Notation(m Move) string {
	separator := "-"
	if m.IsCapture() {
		separator = ":"
	}
	path := p.Path(m)
	if path == nil {
		path = []Square{m.From, m.To}
	}
	names := make([]string, len(path))
	for i, s := range path {
		names[i] = s.String()
	}
	return strings.Join(names, separator)
}

// ParseMove reads a move as Notation writes it. A capture may omit the squares on the way (f4:g1, f:g1, fg1) as
// long as only one legal move fits; x may stand for a colon. The error names the legal moves that come near.
func (p Position) ParseMove(s string) (Move, error) {
	w, err := parseMoveText(s)
	if err != nil {
		return Move{}, fmt.Errorf("board: reading move %q: %w", s, err)
	}
	found, exact := p.matchMoves(w)
	if len(exact) == 1 {
		found = exact
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Move{}, fmt.Errorf("board: reading move %q: %s", s, p.explainMismatch(w))
	default:
		return Move{}, fmt.Errorf("board: reading move %q: ambiguous: %s; write every square of the path",
			s, p.joinNotations(found))
	}
}

// A moveText is what the text of a move says.
type moveText struct {
	capture bool
	file    int // the file it starts from, when from is NoSquare
	from    Square
	via     []Square
	to      Square
}

func parseMoveText(s string) (moveText, error) {
	w := moveText{from: NoSquare, capture: true}
	if len(s) == 3 && s[1] != ':' && s[1] != 'x' {
		s = s[:1] + ":" + s[1:] // fg1
	}
	if len(s) == 4 && s[0] >= 'a' && s[0] <= 'h' && (s[1] == ':' || s[1] == 'x') {
		to, err := parseSquareName(s[2:])
		if err != nil {
			return w, fmt.Errorf("square %q: %w", s[2:], err)
		}
		w.file, w.to = int(s[0]-'a'), to
		return w, nil
	}
	w.capture = !strings.Contains(s, "-")
	separators := ":x"
	if !w.capture {
		separators = "-"
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(separators, r) })
	if len(parts) < 2 || len(s) != 3*len(parts)-1 || !w.capture && len(parts) > 2 {
		return w, fmt.Errorf("want a move such as c3-d4, or a capture such as c3:e5:g3")
	}
	squares := make([]Square, len(parts))
	for i, part := range parts {
		square, err := parseSquareName(part)
		if err != nil {
			return w, fmt.Errorf("square %q: %w", part, err)
		}
		squares[i] = square
	}
	w.from, w.via, w.to = squares[0], squares[1:len(squares)-1], squares[len(squares)-1]
	return w, nil
}

// matchMoves lists the legal moves that the text can mean, and those of which it names every landing square.
func (p Position) matchMoves(w moveText) (found, exact []Move) {
	for _, m := range p.Moves() {
		if !w.agreesWith(m) || m.IsCapture() && p.findPath(m, w.via) == nil {
			continue
		}
		found = append(found, m)
		if w.from != NoSquare && (!m.IsCapture() || m.Captured.Len() == len(w.via)+1) {
			exact = append(exact, m)
		}
	}
	return found, exact
}

func (w moveText) agreesWith(m Move) bool {
	if w.from == NoSquare {
		return w.capture == m.IsCapture() && w.to == m.To && w.file == m.From.File()
	}
	return w.capture == m.IsCapture() && w.to == m.To && w.from == m.From
}

// explainMismatch says why the text fits no legal move, and names the legal moves near it.
func (p Position) explainMismatch(w moveText) string {
	moves := p.Moves()
	if len(moves) == 0 {
		return fmt.Sprintf("not legal: %v has no move", p.Turn)
	}
	why := "not legal"
	if moves[0].IsCapture() && !w.capture {
		why = "not legal: a capture must be made"
	}
	if w.from != NoSquare && !p.Pieces(p.Turn).Has(w.from) {
		why = fmt.Sprintf("not legal: no %v piece on %v", p.Turn, w.from)
	}
	near := make([]Move, 0, len(moves))
	for _, m := range moves {
		if m.From == w.from || w.from == NoSquare && m.From.File() == w.file {
			near = append(near, m)
		}
	}
	if len(near) == 0 {
		near = moves
	}
	return why + "; legal: " + p.joinNotations(near)
}

func (p Position) joinNotations(moves []Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = p.Notation(m)
	}
	return strings.Join(names, ", ")
}
