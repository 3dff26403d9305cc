package board

import (
	"fmt"
	"strconv"
	"strings"
)

// FEN writes the position: the side to move, then each side's pieces from a1 upwards, kings marked with K, as in
// W:Wa1,Kb2:Bc3.
func (p Position) FEN() string {
	turn := "W"
	if p.Turn == Black {
		turn = "B"
	}
	return turn + ":W" + p.formatPieces(p.White) + ":B" + p.formatPieces(p.Black)
}

func (p Position) formatPieces(b Bits) string {
	names := make([]string, 0, b.Len())
	for _, s := range b.Squares() {
		name := s.String()
		if p.Kings.Has(s) {
			name = "K" + name
		}
		names = append(names, name)
	}
	return strings.Join(names, ",")
}

// ParseFEN reads a position as any program writes it. Squares are names or numbers 1–32 (1 = b8), or ranges of numbers;
// letters are capital or small. It ignores blanks, final dots, quotation marks around the whole, the tag of PDN around
// that, and the fields H and F of other programs. The error names the column of the fault.
func ParseFEN(text string) (Position, error) {
	r := fenParser{text: foldText(text)}
	p, err := r.parsePosition()
	if err != nil {
		return Position{}, fmt.Errorf("board: reading FEN %.200q: %w", text, err)
	}
	return p, nil
}

const fenHint = "want a position such as W:Wa1,Kb2:Bc3"

// A fenParser collects the position that a text describes.
type fenParser struct {
	text  string
	p     Position
	given [2]bool
}

// A span is a part of the text and where it begins, counted from 0. Bytes are characters here: whatever is not folded to
// ASCII is the first fault.
type span struct {
	text string
	at   int
}

// splitTrimmed splits at every separator and trims the blanks around the parts.
func (s span) splitTrimmed(separator string) []span {
	var parts []span
	at := s.at
	for _, text := range strings.Split(s.text, separator) {
		parts = append(parts, span{text, at}.trimBlanks())
		at += len(text) + 1
	}
	return parts
}

// trimBlanks trims blanks, and at the end dots, too.
func (s span) trimBlanks() span {
	left := strings.TrimLeft(s.text, " ")
	return span{strings.TrimRight(left, " ."), s.at + len(s.text) - len(left)}
}

func (s span) errorf(format string, args ...any) error {
	return fmt.Errorf("column %d: %w", s.at+1, fmt.Errorf(format, args...))
}

// unwrapTag returns the text inside the tag of PDN and quotation marks, as far as they are there.
func (s span) unwrapTag() span {
	s = s.trimBlanks()
	if n := len(s.text); n >= 2 && s.text[0] == '[' && s.text[n-1] == ']' {
		s = span{s.text[1 : n-1], s.at + 1}.trimBlanks()
	}
	if len(s.text) > 3 && strings.EqualFold(s.text[:3], "FEN") {
		s = span{s.text[3:], s.at + 3}.trimBlanks()
	}
	if n := len(s.text); n >= 2 && s.text[0] == '"' && s.text[n-1] == '"' {
		s = span{s.text[1 : n-1], s.at + 1}.trimBlanks()
	}
	return s
}

func (r *fenParser) parsePosition() (Position, error) {
	whole := span{r.text, 0}.unwrapTag()
	fields := whole.splitTrimmed(":")
	switch fields[0].text {
	case "W", "w":
		r.p.Turn = White
	case "B", "b":
		r.p.Turn = Black
	default:
		return r.p, fields[0].errorf("%q is not a side to move, W or B: %s", fields[0].text, fenHint)
	}
	for _, field := range fields[1:] {
		if err := r.parseField(field); err != nil {
			return r.p, err
		}
	}
	for c, given := range r.given {
		if !given {
			return r.p, span{at: len(r.text)}.errorf("the %v pieces are missing: %s", Color(c), fenHint)
		}
	}
	return r.p, r.p.Validate()
}

func (r *fenParser) parseField(f span) error {
	if f.text == "" {
		return f.errorf("empty between colons: %s", fenHint)
	}
	pieces := span{f.text[1:], f.at + 1}.trimBlanks()
	switch f.text[0] {
	case 'W', 'w':
		return r.parseSide(White, f, pieces)
	case 'B', 'b':
		return r.parseSide(Black, f, pieces)
	case 'H', 'h', 'F', 'f': // moves since a capture, move number
		if _, err := strconv.ParseUint(pieces.text, 10, 32); err == nil {
			return nil
		}
	}
	return f.errorf("%q: want the pieces of a side, W… or B…: %s", f.text, fenHint)
}

func (r *fenParser) parseSide(c Color, f, pieces span) error {
	if r.given[c] {
		return f.errorf("the %v pieces are given twice", c)
	}
	r.given[c] = true
	if pieces.text == "" {
		return nil
	}
	for _, item := range pieces.splitTrimmed(",") {
		if err := r.parseItem(c, item); err != nil {
			return err
		}
	}
	return nil
}

// parseItem reads one square or range, with or without K.
func (r *fenParser) parseItem(c Color, item span) error {
	name := item
	king := strings.HasPrefix(name.text, "K") || strings.HasPrefix(name.text, "k")
	if king {
		name = span{name.text[1:], name.at + 1}.trimBlanks()
	}
	squares, err := parseSquares(name)
	if err != nil {
		return err
	}
	for _, s := range squares {
		if r.p.Occupied().Has(s) {
			return item.errorf("a second piece on %v", s)
		}
		if c == White {
			r.p.White |= s.Bit()
		} else {
			r.p.Black |= s.Bit()
		}
		if king {
			r.p.Kings |= s.Bit()
		}
	}
	return nil
}

// parseSquares reads a name, a number or a range of numbers.
func parseSquares(name span) ([]Square, error) {
	ends := name.splitTrimmed("-")
	first, err := parseSquareOrNumber(ends[0])
	if err != nil || len(ends) == 1 {
		return []Square{first}, err
	}
	last, err := parseSquareOrNumber(ends[1])
	if err != nil {
		return nil, err
	}
	if len(ends) > 2 || !isNumber(ends[0].text) || !isNumber(ends[1].text) || first.Number() > last.Number() {
		return nil, name.errorf("range %q: want two numbers, the smaller first, such as 1-12", name.text)
	}
	squares := make([]Square, 0, piecesOfSide)
	for n := first.Number(); n <= last.Number(); n++ {
		squares = append(squares, SquareNumbered(n))
	}
	return squares, nil
}

func parseSquareOrNumber(name span) (Square, error) {
	if isNumber(name.text) {
		n, err := strconv.Atoi(name.text)
		if err != nil || n < 1 || n > 32 {
			return NoSquare, name.errorf("square number %s: want 1 to 32", name.text)
		}
		return SquareNumbered(n), nil
	}
	s, err := ParseSquare(name.text)
	if err != nil {
		return NoSquare, name.errorf("%q is not a square: want a dark square a1-h8 or a number 1-32", name.text)
	}
	return s, nil
}

func isNumber(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}
