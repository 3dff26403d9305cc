package match

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"crownhead/board"
)

//go:embed openings.txt
var embeddedOpenings string

// Openings are the openings of matches that are given no others: all positions after four and after six plies that an
// engine scored as even and in which there is no capture. They were found by
// go test ./engine/match -run TestOpenings -update, which writes openings.txt.
func Openings() []board.Position {
	ps, err := parseOpenings("openings.txt", embeddedOpenings)
	if err != nil {
		return nil // TestOpenings rules this out
	}
	return ps
}

// parseOpenings parses lines of moves from the start.
func parseOpenings(name, text string) ([]board.Position, error) {
	var ps []board.Position
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := board.Start()
		for word := range strings.FieldsSeq(line) {
			m, err := p.ParseMove(word)
			if err != nil {
				return nil, fmt.Errorf("match: %s:%d: %w", name, i+1, err)
			}
			p = p.Play(m)
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// ReadOpenings reads the text of a file of openings: a FEN per line, or games in PDN, each of which leads to the
// position after its last move. Empty lines and those that begin with # are ignored. An error names the file and
// the line.
func ReadOpenings(name, text string) ([]board.Position, error) {
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	read := readFENs
	if isPDN(lines) {
		read = readPDN
	}
	ps, err := read(name, lines)
	if err == nil && len(ps) == 0 {
		err = fmt.Errorf("match: %s: it contains no opening", name)
	}
	return ps, err
}

// isPDN reports whether the first line that is neither empty nor a comment is one of PDN.
func isPDN(lines []string) bool {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line[0] == '[' || line[0] >= '0' && line[0] <= '9'
		}
	}
	return false
}

func readFENs(name string, lines []string) ([]board.Position, error) {
	var ps []board.Position
	for i, line := range lines {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		p, err := board.ParseFEN(line)
		if err == nil {
			err = checkPlayable(p)
		}
		if err != nil {
			return nil, fmt.Errorf("match: %s:%d: %w", name, i+1, err)
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// A pdnReader reads games and keeps the position to which each leads.
type pdnReader struct {
	found    []board.Position
	position board.Position
	begun    bool // a part of a game has been read
	comment  bool // inside { }
	depth    int  // how many ( are open
}

func readPDN(name string, lines []string) ([]board.Position, error) {
	r := pdnReader{position: board.Start()}
	for i, line := range lines {
		if err := r.readLine(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("match: %s:%d: %w", name, i+1, err)
		}
	}
	if r.comment || r.depth > 0 {
		return nil, fmt.Errorf("match: %s:%d: a comment or variation is not closed", name, len(lines))
	}
	if err := r.finishGame(); err != nil {
		return nil, fmt.Errorf("match: %s:%d: %w", name, len(lines), err)
	}
	return r.found, nil
}

func (r *pdnReader) readLine(line string) error {
	switch {
	case !r.comment && strings.HasPrefix(line, "#"):
		return nil
	case !r.comment && r.depth == 0 && strings.HasPrefix(line, "["):
		return r.readTag(line)
	}
	for _, word := range r.splitWords(line) {
		if err := r.readWord(word); err != nil {
			return err
		}
	}
	return nil
}

// readTag reads [Name "value"] and sets the position for FEN. A tag after moves begins another game.
func (r *pdnReader) readTag(line string) error {
	if r.begun {
		if err := r.finishGame(); err != nil {
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
	r.position = p
	return nil
}

// splitWords splits a line into words without comments and variations.
func (r *pdnReader) splitWords(line string) []string {
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

func (r *pdnReader) readWord(word string) error {
	if isResult(word) {
		return r.finishGame()
	}
	if i := strings.LastIndexByte(word, '.'); i >= 0 && strings.Trim(word[:i], "0123456789.") == "" {
		word = word[i+1:] // the number of the move
	}
	word = strings.TrimRight(word, "!?*")
	if word == "" || word[0] == '$' {
		return nil
	}
	m, err := r.position.ParseMove(nameSquares(word))
	if err != nil {
		return err
	}
	r.position, r.begun = r.position.Play(m), true
	return nil
}

func isResult(word string) bool {
	switch word {
	case "2-0", "1-1", "0-2", "1-0", "1/2-1/2", "0-1", "0-0", "*":
		return true
	}
	return false
}

// nameSquares writes a move in numbers, such as 22-17, with the names of its squares.
func nameSquares(word string) string {
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

// finishGame keeps the position of a finished game, and begins another.
func (r *pdnReader) finishGame() error {
	p, begun := r.position, r.begun || r.position != board.Start()
	r.position, r.begun = board.Start(), false
	if !begun {
		return nil
	}
	if err := checkPlayable(p); err != nil {
		return err
	}
	r.found = append(r.found, p)
	return nil
}

// checkPlayable refuses a position in which the game is over.
func checkPlayable(p board.Position) error {
	if o := board.NewGame(p, board.FederationRules).Outcome(); o.Over() {
		return fmt.Errorf("the game is over in %s: %s", p.FEN(), o.Reason)
	}
	return nil
}
