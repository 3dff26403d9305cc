package match

import (
	"fmt"
	"strconv"
	"strings"

	"crownhead/board"
)

// A pdnReader reads games for the position that each of them leads to.
type pdnReader struct {
	found   []board.Position
	p       board.Position
	begun   bool // something of a game has been read
	comment bool // inside of { }
	depth   int  // inside of so many ( )
}

func readPDN(name string, lines []string) ([]board.Position, error) {
	r := pdnReader{p: board.Start()}
	for i, line := range lines {
		if err := r.line(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("match: %s:%d: %w", name, i+1, err)
		}
	}
	if r.comment || r.depth > 0 {
		return nil, fmt.Errorf("match: %s:%d: a comment or variation that doesn't end", name, len(lines))
	}
	if err := r.end(); err != nil {
		return nil, fmt.Errorf("match: %s:%d: %w", name, len(lines), err)
	}
	return r.found, nil
}

func (r *pdnReader) line(line string) error {
	switch {
	case !r.comment && strings.HasPrefix(line, "#"):
		return nil
	case !r.comment && r.depth == 0 && strings.HasPrefix(line, "["):
		return r.tag(line)
	}
	for _, word := range r.words(line) {
		if err := r.word(word); err != nil {
			return err
		}
	}
	return nil
}

// tag reads [Name "value"], of which the position counts. A tag after moves begins another game.
func (r *pdnReader) tag(line string) error {
	if r.begun {
		if err := r.end(); err != nil {
			return err
		}
	}
	name, value, found := strings.Cut(strings.Trim(line, "[]"), " ")
	if value = strings.TrimSpace(value); !found || len(value) < 2 || value[0] != '"' || !strings.HasSuffix(line, `"]`) {
		return fmt.Errorf(`%.100q: want a tag such as [Event "…"]`, line)
	}
	if !strings.EqualFold(name, "FEN") {
		return nil
	}
	p, err := board.ParseFEN(value)
	if err != nil {
		return err
	}
	r.p = p
	return nil
}

// words cuts a line into words, comments and variations left out.
func (r *pdnReader) words(line string) []string {
	var b strings.Builder
	for _, c := range line {
		switch {
		case c == '{':
			r.comment = true
		case c == '}':
			r.comment = false
			b.WriteByte(' ')
		case r.comment:
		case c == '(':
			r.depth++
		case c == ')':
			r.depth = max(0, r.depth-1)
			b.WriteByte(' ')
		case r.depth == 0:
			b.WriteRune(c)
		}
	}
	return strings.Fields(b.String())
}

func (r *pdnReader) word(word string) error {
	if isResult(word) {
		return r.end()
	}
	if i := strings.LastIndexByte(word, '.'); i >= 0 && strings.Trim(word[:i], "0123456789.") == "" {
		word = word[i+1:] // the number of the move
	}
	word = strings.TrimRight(word, "!?*")
	if word == "" || word[0] == '$' {
		return nil
	}
	m, err := r.p.ParseMove(named(word))
	if err != nil {
		return err
	}
	r.p, r.begun = r.p.Play(m), true
	return nil
}

func isResult(word string) bool {
	switch word {
	case "2-0", "1-1", "0-2", "1-0", "1/2-1/2", "0-1", "0-0", "*":
		return true
	}
	return false
}

// named writes the squares of a move in numbers, such as 22-17, with their names.
func named(word string) string {
	squares := strings.FieldsFunc(word, func(c rune) bool { return strings.ContainsRune("-:x", c) })
	for i, s := range squares {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 32 {
			return word
		}
		squares[i] = board.SquareNumbered(n).String()
	}
	separator := ":"
	if strings.Contains(word, "-") {
		separator = "-"
	}
	return strings.Join(squares, separator)
}

// end takes over the position of a game that has ended, and begins another.
func (r *pdnReader) end() error {
	p, begun := r.p, r.begun || r.p != board.Start()
	r.p, r.begun = board.Start(), false
	if !begun {
		return nil
	}
	if err := playable(p); err != nil {
		return err
	}
	r.found = append(r.found, p)
	return nil
}
