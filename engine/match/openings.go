package match

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"

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
// position after its last move. Empty lines and those that begin with # or % are ignored, and what follows a semicolon
// is. An error names the file, the line and, of a move, the column.
func ReadOpenings(name, text string) ([]board.Position, error) {
	lines := strings.Split(text, "\n")
	read := readPDN
	if isFENs(lines) {
		read = readFENs
	}
	ps, err := read(name, lines)
	if err == nil && len(ps) == 0 {
		err = fmt.Errorf("match: %s: it contains no opening", name)
	}
	return ps, err
}

// saysNothing reports whether a line is empty or a comment.
func saysNothing(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.ContainsRune("#%;", rune(line[0]))
}

// isFENs reports whether the lines are positions: the first one begins as a position does, and not as a game.
func isFENs(lines []string) bool {
	for _, line := range lines {
		if !saysNothing(line) {
			side, _, found := strings.Cut(strings.TrimLeft(line, " \t\"“„"), ":")
			side = strings.TrimSpace(side)
			return found && len(side) == 1 && strings.Contains("wWbB", side)
		}
	}
	return false
}

func readFENs(name string, lines []string) ([]board.Position, error) {
	var ps []board.Position
	for i, line := range lines {
		if saysNothing(line) {
			continue
		}
		line, _, _ = strings.Cut(line, ";")
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
	begun    bool // a move of a game has been read
	placed   bool // the tags of a game have set its position
	comment  bool // inside { }
	depth    int  // how many ( are open
}

func readPDN(name string, lines []string) ([]board.Position, error) {
	r := pdnReader{position: board.Start()}
	for i, line := range lines {
		if column, err := r.readLine(line); err != nil {
			return nil, fmt.Errorf("match: %s:%d:%d: %w", name, i+1, column, err)
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

// readLine reads a line; an error comes with its column, counted from 1.
func (r *pdnReader) readLine(line string) (column int, err error) {
	if !r.comment && saysNothing(line) {
		return 0, nil
	}
	if tag := strings.TrimSpace(line); !r.comment && r.depth == 0 && strings.HasPrefix(tag, "[") {
		return 1 + strings.Index(line, "["), r.readTag(tag)
	}
	for _, w := range r.splitWords(line) {
		if err := r.readWord(w.text); err != nil {
			return w.column, err
		}
	}
	return 0, nil
}

// readTag reads [Name "value"], sets the position for FEN, and refuses other games than Russian draughts. A tag after
// moves begins another game, and so does a second position.
func (r *pdnReader) readTag(line string) error {
	name, value, found := strings.Cut(strings.Trim(line, "[]"), " ")
	if value = strings.TrimSpace(value); !found || len(value) < 2 || value[0] != '"' || !strings.HasSuffix(line, `"]`) {
		return fmt.Errorf(`%.100q: want a tag such as [Event "…"]`, line)
	}
	isFEN := strings.EqualFold(name, "FEN")
	if r.begun || isFEN && r.placed {
		if err := r.finishGame(); err != nil {
			return err
		}
	}
	if strings.EqualFold(name, "GameType") {
		return checkGameType(strings.Trim(value, `"`))
	}
	if !isFEN {
		return nil
	}
	p, err := board.ParseFEN(value)
	if err != nil {
		return err
	}
	r.position, r.placed = p, true
	return nil
}

// gameNames are the games of PDN by their numbers.
var gameNames = map[string]string{
	"20": "international draughts", "21": "English draughts", "22": "Italian draughts", "23": "pool checkers",
	"24": "Spanish draughts", "26": "Brazilian draughts", "27": "Canadian draughts", "28": "Portuguese draughts",
	"29": "Czech draughts", "30": "Turkish draughts", "31": "Thai draughts", "40": "Frisian draughts",
	"41": "Spantsireti",
}

const russianGame = "25"

// checkGameType refuses every game but Russian draughts, by its name. A tag that says nothing is allowed.
func checkGameType(value string) error {
	number, _, _ := strings.Cut(value, ",")
	if number = strings.TrimSpace(number); number == russianGame || number == "" || number == "?" {
		return nil
	}
	name, known := gameNames[number]
	if !known {
		name = "a game that this program doesn't know"
	}
	return fmt.Errorf("GameType %.20s is %s: want %s, Russian draughts", number, name, russianGame)
}

// A word is a part of a line, and the column at which it begins.
type word struct {
	text   string
	column int
}

// splitWords splits a line into words without comments and variations. A number of a move that stands before it without
// a blank is a word of its own.
func (r *pdnReader) splitWords(line string) []word {
	var words []word
	var text strings.Builder
	begin, column := 0, 0
	endWord := func() {
		if text.Len() > 0 {
			words = append(words, word{text.String(), begin})
			text.Reset()
		}
	}
	for _, c := range line {
		column++
		switch {
		case r.comment:
			r.comment = c != '}'
		case c == '{':
			endWord()
			r.comment = true
		case c == '(':
			endWord()
			r.depth++
		case c == ')':
			r.depth = max(0, r.depth-1)
		case r.depth > 0:
		case c == ';':
			endWord()
			return words
		case unicode.IsSpace(c):
			endWord()
		default:
			if text.Len() == 0 {
				begin = column
			}
			if text.WriteRune(c); (c == '.' || c == '…') && strings.Trim(text.String(), "0123456789.…") == "" {
				text.Reset() // the number of the move
			}
		}
	}
	endWord()
	return words
}

func (r *pdnReader) readWord(text string) error {
	if isResult(text) {
		return r.finishGame()
	}
	if text = strings.Trim(text, "!?*.…"); text == "" || text[0] == '$' || strings.Trim(text, "0123456789") == "" {
		return nil
	}
	m, err := r.position.ParseMove(text)
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

// finishGame keeps the position of a finished game, and begins another.
func (r *pdnReader) finishGame() error {
	p, begun := r.position, r.begun || r.position != board.Start()
	r.position, r.begun, r.placed = board.Start(), false, false
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
