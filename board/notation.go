package board

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

// ParseMove reads a move as people and programs write it: c3-d4, c3d4 or, by its file, cd4; with numbers of squares,
// 22-18; a capture with any of the squares on the way, c3:e5:g7, c3xg7, c:g7. It needs only as much as one legal move
// fits. Capitals, blanks, dashes of any kind and signs such as !? don't matter. The error names the legal moves that
// come near.
func (p Position) ParseMove(s string) (Move, error) {
	w, err := parseMoveText(s)
	if err != nil {
		return Move{}, fmt.Errorf("board: reading move %.200q: %w", s, err)
	}
	found, exact := p.matchMoves(w)
	if len(exact) == 1 {
		found = exact
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Move{}, fmt.Errorf("board: reading move %.200q: %s", s, p.explainMismatch(w))
	default:
		return Move{}, fmt.Errorf("board: reading move %.200q: ambiguous: %s; write every square of the path",
			s, p.joinNotations(found))
	}
}

// A moveText is what the text of a move says.
type moveText struct {
	quiet, capture bool // neither: the text doesn't say which of them it is
	file           int  // the file it starts from, when from is NoSquare
	from           Square
	via            []Square
	to             Square
}

// errMoveText refuses what has not the form of a move.
var errMoveText = errors.New("want a move such as c3-d4, or a capture such as c3:e5:g3")

func parseMoveText(s string) (moveText, error) {
	text := strings.TrimRight(strings.ToLower(foldText(s)), " !?*+#x")
	parts, separators, err := splitMoveText(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		return moveText{}, err
	}
	w := moveText{
		quiet: strings.Contains(separators, "-"), capture: strings.ContainsAny(separators, ":x"), from: NoSquare,
	}
	if w.quiet && (w.capture || len(parts) > 2) {
		return w, errMoveText
	}
	if first := parts[0]; len(parts) == 2 && len(first) == 1 && first[0] >= 'a' && first[0] <= 'h' {
		w.file = int(first[0] - 'a')
		w.to, err = parseMoveSquare(parts[1])
		return w, err
	}
	squares := make([]Square, len(parts))
	for i, part := range parts {
		if squares[i], err = parseMoveSquare(part); err != nil {
			return w, err
		}
	}
	w.from, w.via, w.to = squares[0], squares[1:len(squares)-1], squares[len(squares)-1]
	return w, nil
}

// splitMoveText splits a move into squares, or a file and a square, at separators and wherever a name begins behind a
// digit.
func splitMoveText(text string) (parts []string, separators string, err error) {
	var name strings.Builder
	endName := func() {
		parts = append(parts, name.String())
		name.Reset()
	}
	for i, c := range text {
		switch {
		case c > unicode.MaxASCII:
			return nil, "", errMoveText
		case strings.ContainsRune("-:x", c):
			endName()
			separators += string(c)
			continue
		case c >= 'a' && i > 0 && isNumber(text[i-1:i]):
			endName()
		}
		name.WriteRune(c)
	}
	endName()
	if short := parts[0]; len(parts) == 1 && len(short) == 3 && short[0] >= 'a' {
		parts = []string{short[:1], short[1:]} // fg1
	}
	if len(parts) < 2 || slices.Contains(parts, "") {
		return nil, "", errMoveText
	}
	return parts, separators, nil
}

// parseMoveSquare reads a square of a move, a name or a number.
func parseMoveSquare(name string) (Square, error) {
	if isNumber(name) {
		n, err := strconv.Atoi(name)
		if s := SquareNumbered(n); err == nil && s != NoSquare {
			return s, nil
		}
		return NoSquare, fmt.Errorf("square number %.20s: want 1 to 32", name)
	}
	s, err := parseSquareName(name)
	if err != nil {
		return NoSquare, fmt.Errorf("square %.20q: %w", name, err)
	}
	return s, nil
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
	switch {
	case m.IsCapture() && w.quiet, !m.IsCapture() && (w.capture || len(w.via) > 0), w.to != m.To:
		return false
	case w.from == NoSquare:
		return w.file == m.From.File()
	}
	return w.from == m.From
}

// explainMismatch says why the text fits no legal move, and names the legal moves near it.
func (p Position) explainMismatch(w moveText) string {
	moves := p.Moves()
	if len(moves) == 0 {
		return fmt.Sprintf("not legal: %v has no move", p.Turn)
	}
	why := "not legal"
	if moves[0].IsCapture() && w.quiet {
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
