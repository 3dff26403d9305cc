package match

import (
	"fmt"
	"strings"

	"crownhead/board"
)

// ReadOpenings reads a file of openings: a position (FEN) a line, or games in PDN, each of which leads to the position after
// its last move. Empty lines and those that begin with # are passed over. An error names the line.
func ReadOpenings(name, text string) ([]board.Position, error) {
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	read := readFENs
	if isPDN(lines) {
		read = readPDN
	}
	ps, err := read(name, lines)
	if err == nil && len(ps) == 0 {
		err = fmt.Errorf("match: %s: no opening in it", name)
	}
	return ps, err
}

// isPDN tells games from positions by the first line that says something.
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
			err = playable(p)
		}
		if err != nil {
			return nil, fmt.Errorf("match: %s:%d: %w", name, i+1, err)
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// playable refuses a position in which the game is over.
func playable(p board.Position) error {
	if o := board.NewGame(p, board.FederationRules).Outcome(); o.Over() {
		return fmt.Errorf("the game is over in %s: %s", p.FEN(), o.Reason)
	}
	return nil
}
