package matchplay

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine/match"
	"crownhead/internal/cli"
)

// matchAnswer is the JSON of match, seen from side a.
type matchAnswer struct {
	Wins    int               `json:"wins"`
	Draws   int               `json:"draws"`
	Losses  int               `json:"losses"`
	Elo     float64           `json:"elo"`
	EloLow  float64           `json:"elo_low"` // of 95 %
	EloHigh float64           `json:"elo_high"`
	Pairs   match.Pentanomial `json:"pairs"` // of openings of which a took 0 … 4 half points
	A       sideAnswer        `json:"a"`
	B       sideAnswer        `json:"b"`
	Faults  map[string]int    `json:"faults"` // how often a game was lost by one: "a time", "b illegal"
	What    []string          `json:"first_faults"`
	Test    *testAnswer       `json:"sprt,omitempty"` // if there was one
	Seconds float64           `json:"seconds"`        // of the whole match
}

type sideAnswer struct {
	Name     string  `json:"name"`
	Moves    int     `json:"moves"`
	Depth    float64 `json:"depth"` // the mean
	Nodes    int64   `json:"nodes"`
	Seconds  float64 `json:"seconds"`
	Late     int     `json:"late"`    // moves that took longer than the limit
	Longest  float64 `json:"longest"` // seconds of one move
	NodesSec float64 `json:"nodes_per_second"`
}

type testAnswer struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	LLR     float64 `json:"llr"`
	Verdict string  `json:"verdict"` // "H1", "H0", or "" if the games didn't suffice
}

func newMatchAnswer(m *match.Match, r match.Result, took time.Duration) matchAnswer {
	elo, low, high := r.Elo()
	a := matchAnswer{
		Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Elo: elo, EloLow: low, EloHigh: high, Pairs: r.Pairs,
		A: newSideAnswer(m.A, r.Usage[0]), B: newSideAnswer(m.B, r.Usage[1]),
		Faults: r.Faults, What: r.FirstFaults, Seconds: took.Seconds(),
	}
	if a.Faults == nil {
		a.Faults, a.What = map[string]int{}, []string{}
	}
	if m.SPRT != nil {
		a.Test = &testAnswer{m.SPRT.Elo0, m.SPRT.Elo1, m.SPRT.LLR(r.Pairs), r.Verdict}
	}
	return a
}

func newSideAnswer(s match.Side, u match.Usage) sideAnswer {
	a := sideAnswer{
		Name:    s.Name,
		Moves:   u.Moves,
		Nodes:   u.Nodes,
		Seconds: u.Time.Seconds(),
		Late:    u.Late,
		Longest: u.Longest.Seconds(),
	}
	if u.Moves > 0 && a.Seconds > 0 {
		a.Depth, a.NodesSec = float64(u.Depths)/float64(u.Moves), float64(u.Nodes)/a.Seconds
	}
	return a
}

// A matchReport tells how a match stands, every few seconds and at its end.
type matchReport struct {
	w     io.Writer
	match *match.Match
	begun time.Time
	told  time.Time
}

// reportEvery is the time between two lines.
const reportEvery = 5 * time.Second

func (t *matchReport) showStanding(r match.Result) {
	if time.Since(t.told) < reportEvery {
		return
	}
	t.told = time.Now()
	left := time.Since(t.begun) * time.Duration(t.match.Games-r.Games()) / time.Duration(max(1, r.Games()))
	fmt.Fprintf(t.w, "%d/%d  %s  %s left\n", r.Games(), t.match.Games, t.formatStanding(r), left.Round(time.Second))
}

// formatStanding is the score, the difference with its bounds, and the test.
func (t *matchReport) formatStanding(r match.Result) string {
	elo, low, high := r.Elo()
	s := fmt.Sprintf("+%d =%d -%d  Elo %+.1f [%+.1f, %+.1f]", r.Wins, r.Draws, r.Losses, elo, low, high)
	if t.match.SPRT != nil {
		s += fmt.Sprintf("  LLR %.2f", t.match.SPRT.LLR(r.Pairs))
	}
	return s
}

// resultWriter tells the result to people.
func (t *matchReport) resultWriter(r match.Result) func(io.Writer) {
	return func(w io.Writer) {
		fmt.Fprintf(w, "%s against %s, %s: %s\n", t.match.A.Name, t.match.B.Name, cli.Plural(r.Games(), "game"),
			t.formatStanding(r))
		if t.match.SPRT != nil {
			fmt.Fprintln(w, verdictText(t.match.SPRT, r.Verdict))
		}
		for n, side := range []match.Side{t.match.A, t.match.B} {
			a := newSideAnswer(side, r.Usage[n])
			fmt.Fprintf(w, "%s: depth %.1f, %.2f million nodes a second, %d late moves, the longest %.3f s\n", a.Name,
				a.Depth, a.NodesSec/1e6, a.Late, a.Longest)
		}
		for _, kind := range slices.Sorted(maps.Keys(r.Faults)) {
			fmt.Fprintf(w, "lost by a fault: %s: %d\n", kind, r.Faults[kind])
		}
		for _, what := range r.FirstFaults {
			fmt.Fprintf(w, "  %s\n", what)
		}
	}
}

func verdictText(t *match.SPRT, verdict string) string {
	switch verdict {
	case "H1":
		return fmt.Sprintf("accepted H1: a is better by %g Elo rather than by %g", t.Elo1, t.Elo0)
	case "H0":
		return fmt.Sprintf("accepted H0: a is better by %g Elo rather than by %g", t.Elo0, t.Elo1)
	}
	return "the test is not decided"
}

// A gameFile has the games in PDN; nil: nowhere.
type gameFile struct {
	match *match.Match
	file  *os.File
	err   error
}

func newGameFile(name string, m *match.Match) (*gameFile, error) {
	if name == "" {
		return &gameFile{match: m}, nil
	}
	f, err := os.Create(name)
	return &gameFile{match: m, file: f}, err
}

func (f *gameFile) writeGame(g match.Game) {
	if f.file == nil || f.err != nil {
		return
	}
	tags := board.Tags{
		Event: "crownhead match",
		Round: strconv.Itoa(g.Number/2+1) + "." + strconv.Itoa(g.Number%2+1),
		White: f.match.A.Name,
		Black: f.match.B.Name,
	}
	if !g.AWhite {
		tags.White, tags.Black = tags.Black, tags.White
	}
	text := g.Record.PDN(tags)
	if g.Fault.Kind != "" {
		text = strings.TrimSuffix(text, "\n") + " {" + strings.NewReplacer("{", "(", "}", ")", "\n", " ").
			Replace(g.Fault.What) +
			"}\n"
	}
	_, f.err = io.WriteString(f.file, text+"\n")
}

func (f *gameFile) closeFile() error {
	if f.file == nil {
		return nil
	}
	if err := f.file.Close(); f.err == nil {
		f.err = err
	}
	return f.err
}
