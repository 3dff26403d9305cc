package journal

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/robot/turn"
)

// A played game is one of those that people played.
type played struct {
	Start string   `json:"start_fen"`
	Moves []string `json:"moves"`
}

func playedGames(t testing.TB) []played {
	t.Helper()
	file, err := os.Open("testdata/games.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []played
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var g played
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		if g.Start == "" {
			g.Start = board.Start().FEN()
		}
		list = append(list, g)
	}
	return list
}

// positions are the positions of a game, its moves' notations included.
func (g played) positions(t testing.TB) ([]board.Position, []string) {
	t.Helper()
	p, err := board.ParseFEN(g.Start)
	if err != nil {
		t.Fatal(err)
	}
	positions, moves := []board.Position{p}, []string{}
	for _, text := range g.Moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, p.Notation(m))
		p = p.Play(m)
		positions = append(positions, p)
	}
	return positions, moves
}

// sensorLog is a game as the sensors saw it; mode tells what is known of the robot's moves.
func (g played) sensorLog(t testing.TB, visitor string, mode turn.EventKind) (log string, moves []string) {
	t.Helper()
	positions, moves := g.positions(t)
	var b strings.Builder
	fmt.Fprintf(&b, `{"log":"crownhead/1","fen":%q,"visitor":%q,"variant":"russian"}`+"\n", g.Start, visitor)
	for i, p := range positions[1:] {
		switch mover := positions[i].Turn.String(); {
		case visitor == visitorBoth || mover == visitor:
			fmt.Fprintf(&b, `{"t":%d,"event":"button","bits":%q}`+"\n", i, p.Occupied())
		case mode == turn.EventScan:
			fmt.Fprintf(&b, `{"t":%d,"event":"scan","bits":%q}`+"\n", i, p.Occupied())
		case mode == turn.EventEngine:
			fmt.Fprintf(&b, `{"t":%d,"event":"engine","move":%q}`+"\n", i, moves[i])
		}
	}
	return b.String(), moves
}

// Every game that people played is found again in what the sensors saw of it.
func TestReplaySensorLogs(t *testing.T) {
	for _, c := range []struct {
		visitor string
		mode    turn.EventKind
		record  bool
		lost    int // the robot's last move leaves no trace
	}{
		{visitorBoth, "", true, 0},
		{visitorBoth, "", false, 0},
		{"white", turn.EventEngine, false, 0},
		{"black", turn.EventEngine, false, 0},
		{"white", turn.EventScan, false, 0},
		{"black", turn.EventScan, false, 0},
		{"white", "", false, 1},
		{"black", "", false, 1},
	} {
		for i, g := range playedGames(t) {
			log, want := g.sensorLog(t, c.visitor, c.mode)
			report, err := Replay(strings.NewReader(log), Options{EveryPressIsAPly: c.record})
			if err != nil {
				t.Fatalf("game %d as %s %s: %v", i, c.visitor, c.mode, err)
			}
			if c.lost == 0 && slices.Contains(report.Verdicts, "ambiguous") {
				t.Errorf("game %d as %s %s: ambiguous though all was seen", i, c.visitor, c.mode)
			}
			n := len(report.Moves)
			sure := n >= len(want)-c.lost || slices.Contains(report.Verdicts, "ambiguous") && n >= len(want)-4
			if n > len(want) || !sure || !slices.Equal(report.Moves, want[:n]) {
				t.Errorf("game %d as %s %s: %v\nwant %v", i, c.visitor, c.mode, report.Moves, want)
			}
		}
	}
}

func follow(t testing.TB, header string, lines ...string) Report {
	t.Helper()
	report, err := Replay(strings.NewReader(header+"\n"+strings.Join(lines, "\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func button(squares ...string) string {
	return fmt.Sprintf(`{"t":1,"event":"button","bits":%q}`, squareBits(squares...))
}

// Where two moves of the robot explain the same press, that is said and not guessed; a later press tells which
// it was.
func TestAmbiguousPress(t *testing.T) {
	found := 0
	for i, g := range playedGames(t) {
		log, want := g.sensorLog(t, "white", "")
		lines := strings.Split(strings.TrimSpace(log), "\n")
		whole := follow(t, lines[0], lines[1:]...)
		press := slices.Index(whole.Verdicts, "ambiguous")
		if press < 0 || press == len(whole.Verdicts)-1 {
			continue
		}
		found++
		before := follow(t, lines[0], lines[1:press+1]...)
		cut := follow(t, lines[0], lines[1:press+2]...)
		if len(cut.Moves) > len(before.Moves)+1 || !slices.Equal(cut.Moves, want[:len(cut.Moves)]) {
			t.Errorf("game %d, press %d: guessed %v", i, press, cut.Moves)
		}
		if len(whole.Moves) < len(want)-1 {
			t.Errorf("game %d: press %d was never resolved: %v", i, press, whole.Moves)
		}
	}
	if found == 0 {
		t.Error("no press is ambiguous: the test proves nothing")
	}
}

func TestSensorLogVerdicts(t *testing.T) {
	const header = `{"log":"crownhead/1","fen":"W:Wc3,g1:Ba7,h8,d8","visitor":"white","variant":"russian"}`
	for _, c := range []struct {
		name     string
		lines    []string
		verdicts []string
		moves    []string
		result   string
	}{
		{"no press", nil, []string{}, []string{}, "*"},
		{"unchanged", []string{button("c3", "g1", "a7", "h8", "d8")}, []string{"unchanged"}, []string{}, "*"},
		{
			"pressed before the robot moved, and after",
			[]string{
				button("d4", "g1", "a7", "h8", "d8"), button("d4", "g1", "a7", "h8", "d8"),
				button("d4", "g1", "b6", "h8", "d8"), button("c5", "g1", "b6", "h8", "d8"),
			},
			[]string{"move", "unchanged", "unchanged", "move"},
			[]string{"c3-d4", "a7-b6", "d4-c5"},
			"*",
		},
		{
			"illegal, then mended",
			[]string{button("d4", "f2", "a7", "h8", "d8"), button("d4", "g1", "a7", "h8", "d8")},
			[]string{"illegal", "move"},
			[]string{"c3-d4"},
			"*",
		},
		{
			"taken back",
			[]string{button("d4", "g1", "a7", "h8", "d8"), button("c3", "g1", "a7", "h8", "d8"), button("b4", "g1", "a7", "h8", "d8")},
			[]string{"move", "takeback", "move"},
			[]string{"c3-b4"},
			"*",
		},
		{
			"all gone", []string{button()}, []string{"fault"}, []string{}, "*",
		},
		{
			"agreed to a draw",
			[]string{button("d4", "g1", "a7", "h8", "d8"), `{"t":1,"event":"command","name":"accept_draw"}`, button()},
			[]string{"move"},
			[]string{"c3-d4"},
			"1-1",
		},
		{
			"resigned",
			[]string{button("d4", "g1", "a7", "h8", "d8"), `{"t":1,"event":"command","name":"resign"}`, button()},
			[]string{"move"},
			[]string{"c3-d4"},
			"0-2",
		},
		{
			"the robot's last move was seen",
			[]string{button("d4", "g1", "a7", "h8", "d8"), `{"t":2,"event":"scan","bits":"` + squareBits("d4", "g1", "b6", "h8", "d8").String() + `"}`},
			[]string{"move"},
			[]string{"c3-d4", "a7-b6"},
			"*",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := follow(t, header, c.lines...)
			if !slices.Equal(r.Verdicts, c.verdicts) || !slices.Equal(r.Moves, c.moves) || r.Result != c.result {
				t.Errorf("verdicts %v, moves %v, result %s", r.Verdicts, r.Moves, r.Result)
			}
		})
	}
}

// A sensor log may hold outcomes, too; what it states is compared.
func TestSensorLogDiverges(t *testing.T) {
	const header = `{"log":"crownhead/1","fen":"W:Wc3,g1:Ba7,h8,d8","visitor":"white","variant":"russian"}`
	line := func(then string) string {
		return strings.TrimSuffix(button("d4", "g1", "a7", "h8", "d8"), "}") + `,"then":` + then + "}"
	}
	for then, diverged := range map[string]bool{
		`{"verdict":"move"}`:                 false,
		`{"move":"c3-d4"}`:                   false,
		`{}`:                                 false,
		`{"verdict":"illegal"}`:              true,
		`{"verdict":"move","move":"c3-b4"}`:  true,
		`{"position":"0123456789abcdef"}`:    true,
		`{"result":"2-0","verdict":"move"}`:  true,
		`{"say":"whatever","effects":[{}] }`: false,
	} {
		if got := follow(t, header, line(then)).Diverged; (got != nil) != diverged || got != nil && got.Line != 2 {
			t.Errorf("%s: %+v", then, got)
		}
	}
}

func TestSensorLogContradicts(t *testing.T) {
	const header = `{"log":"crownhead/1","fen":"W:Wc3,g1:Ba7,h8,d8","visitor":"white","variant":"russian"}`
	for _, lines := range [][]string{
		{`{"t":1,"event":"engine","move":"a7-b6"}`}, // not its turn
		{button("d4", "g1", "a7", "h8", "d8"), `{"t":1,"event":"engine","move":"a7-c5"}`},
	} {
		_, err := Replay(strings.NewReader(header+"\n"+strings.Join(lines, "\n")), Options{})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d", 1+len(lines))) {
			t.Errorf("%v: %v", lines, err)
		}
	}
}

// --record follows the log to its end: a due draw sets the result, and the moves go on.
func TestRecordGoesOnPastADraw(t *testing.T) {
	header := `{"log":"crownhead/1","fen":"W:WKc1:BKf8","visitor":"both","variant":"russian"}`
	there, back := [][]string{{"d2", "f8"}, {"d2", "g7"}, {"c1", "g7"}, {"c1", "f8"}}, 3
	var lines []string
	for range back {
		for _, squares := range there {
			lines = append(lines, button(squares...))
		}
	}
	text := header + "\n" + strings.Join(lines, "\n")
	report, err := Replay(strings.NewReader(text), Options{EveryPressIsAPly: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Moves) != 12 || report.Result != "1-1" {
		t.Errorf("%d moves, result %s", len(report.Moves), report.Result)
	}
	report, err = Replay(strings.NewReader(text), Options{})
	if err != nil || len(report.Moves) != 8 || report.Result != "1-1" {
		t.Errorf("without --record: %v, %d moves, result %s", err, len(report.Moves), report.Result)
	}
}
