package hub

import (
	"fmt"
	"strconv"
	"strings"

	"crownhead/board"
)

// positionSize is one character for the side to move and 32 for the squares.
const positionSize = 33

// letters are those of the pieces in the order of board.Piece.
const letters = "ewWbB"

// formatPosition writes a position in the form of the protocol.
func formatPosition(p board.Position) string {
	text := make([]byte, positionSize)
	text[0] = "WB"[p.Turn&1]
	for n := 1; n < positionSize; n++ {
		text[n] = letters[p.PieceAt(board.SquareNumbered(n))]
	}
	return string(text)
}

// parsePosition parses a position. An error names the square.
func parsePosition(s string) (board.Position, error) {
	var p board.Position
	if len(s) != positionSize {
		return p, fmt.Errorf("hub: position of %d characters: want the side to move, W or B, and the squares 1 to 32", len(s))
	}
	switch s[0] {
	case 'W':
	case 'B':
		p.Turn = board.Black
	default:
		return p, fmt.Errorf("hub: position: side to move %q: want W or B", s[0])
	}
	for n := 1; n < positionSize; n++ {
		bit := board.SquareNumbered(n).Bit()
		switch s[n] {
		case 'w', 'W':
			p.White |= bit
		case 'b', 'B':
			p.Black |= bit
		case 'e':
		default:
			return p, fmt.Errorf("hub: position: %q on square %d: want w, W, b, B or e", s[n], n)
		}
		if s[n] == 'W' || s[n] == 'B' {
			p.Kings |= bit
		}
	}
	return p, p.Validate()
}

// formatMove writes a move in the form of the protocol.
func formatMove(m board.Move) string {
	from, to := strconv.Itoa(m.From.Number()), strconv.Itoa(m.To.Number())
	if !m.IsCapture() {
		return from + "-" + to
	}
	text := from + "x" + to
	for _, s := range m.Captured.Squares() {
		text += "x" + strconv.Itoa(s.Number())
	}
	return text
}

// formatMoves writes moves with blanks in between.
func formatMoves(moves []board.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = formatMove(m)
	}
	return strings.Join(words, " ")
}

// parseMove finds the legal move that a text means. A capture may omit the captured squares if only one move fits.
func parseMove(p board.Position, s string) (board.Move, error) {
	from, to, captured, err := parseMoveSquares(s)
	if err != nil {
		return board.Move{}, fmt.Errorf("hub: move %.40q: %w: %w", s, board.ErrIllegal, err)
	}
	var found []board.Move
	for _, m := range p.Moves() {
		if m.From == from && m.To == to && m.IsCapture() == !strings.Contains(s, "-") &&
			(captured == 0 || m.Captured == captured) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return board.Move{}, fmt.Errorf("hub: move %.40q: %w in %s", s, board.ErrIllegal, p.FEN())
	}
	return board.Move{}, fmt.Errorf(
		"hub: move %.40q in %s: %w: name the captured squares, as in %s", s, p.FEN(), board.ErrIllegal,
		formatMove(found[0]),
	)
}

func parseMoveSquares(s string) (from, to board.Square, captured board.Bits, err error) {
	separator := "x"
	if strings.Contains(s, "-") {
		separator = "-"
	}
	numbers := strings.Split(s, separator)
	squares := make([]board.Square, len(numbers))
	for i, text := range numbers {
		n, err := strconv.Atoi(text)
		if squares[i] = board.SquareNumbered(n); err != nil || squares[i] == board.NoSquare {
			return 0, 0, 0, fmt.Errorf("want numbers of squares, as in 22-17 or 22x15x18")
		}
	}
	if len(squares) < 2 || separator == "-" && len(squares) > 2 {
		return 0, 0, 0, fmt.Errorf("want numbers of squares, as in 22-17 or 22x15x18")
	}
	for _, s := range squares[2:] {
		captured |= s.Bit()
	}
	return squares[0], squares[1], captured, nil
}

// sinceIrreversible returns the last position of the game in which no count of the draw rules had begun, and the moves
// after it. Nothing that came earlier can be repeated, so they are all that an engine needs to know.
func sinceIrreversible(g board.Game) (board.Position, []board.Move) {
	for plies := range g.Plies() {
		if back, _ := g.Back(plies); back.Counters() == board.NewCounters(back.Position()) {
			return back.Position(), g.Moves()[g.Plies()-plies:]
		}
	}
	return g.Start(), g.Moves()
}

// parseGame sets up the game of a position and the moves from it.
func parseGame(position, moves string, rules board.DrawRules) (board.Game, error) {
	p, err := parsePosition(position)
	if err != nil {
		return board.Game{}, err
	}
	g := board.NewGame(p, rules)
	for word := range strings.FieldsSeq(moves) {
		m, err := parseMove(g.Position(), word)
		if err != nil {
			return g, err
		}
		if g, err = g.Force(m); err != nil {
			return g, fmt.Errorf("hub: move %s: %w", word, err)
		}
	}
	return g, nil
}
