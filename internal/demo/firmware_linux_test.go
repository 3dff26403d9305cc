package demo

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/firmwaretest"
	"crownhead/firmware/twin/world"
	"crownhead/internal/app"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// The controller's real binary plays in virtual time: a scripted game, and games with faults.
func TestFirmware(t *testing.T) {
	dir := firmwaretest.Build(t, "../../firmware", "all", "sim")
	elf := filepath.Join(dir, "crownhead.elf")
	t.Run("game", func(t *testing.T) { t.Parallel(); testScriptedGame(t, elf) })
	t.Run("troubled", func(t *testing.T) { t.Parallel(); testTroubledGames(t, elf) })
}

// A visitor who makes a wrong move first, then gives two men away and lets the robot through to the last rank. The
// robot has one move each time but for its last, and that promotes either way.
const (
	scriptedStart = "W:Wb4,e3,a1,h2:Ba7"
	scriptedMoves = "1. a1-b2 a7-b6 2. b4-c5 b6:d4:f2 3. b2-c3 f2-"
)

func scriptedTurns() []scriptedTurn {
	return []scriptedTurn{
		{0, "e3", "e5", false},
		{0, "e5", "e3", true},
		{0, "a1", "b2", false},
		{2, "b4", "c5", false},
		{4, "b2", "c3", false},
	}
}

// scriptedTurn is a checker that the visitor moves when so many moves have been made.
type scriptedTurn struct {
	moves    int
	from, to string
	mends    bool // it puts the last one right; the press comes after the next one
}

// A scriptedVisitor does its turns, and looks at the board whenever it is handed over.
type scriptedVisitor struct {
	t     *testing.T
	world *world.World
	turns []scriptedTurn
	heard int           // the sentence that was answered last
	acts  time.Duration // when the next turn is due
	press time.Duration // when the hand reaches the button; 0: it is not on its way
	seen  int           // hand-overs at which the board was looked at
}

// Advance implements robot.Person.
func (v *scriptedVisitor) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	const thinks = 500 * time.Millisecond
	switch {
	case now < v.press:
		return v.press
	case v.press > 0:
		v.world.Press(now)
		v.heard, v.press = s.Say.Serial, 0
		return now + thinks
	case len(v.turns) == 0 || s.Phase != turn.VisitorTurn || len(s.Moves) != v.turns[0].moves || s.Say.Serial == v.heard:
		v.acts = 0
		return never
	case v.acts == 0:
		v.acts = now + thinks
		return v.acts
	case now < v.acts:
		return v.acts
	}
	v.checkBoard(s)
	v.moveCheckers()
	if v.acts = 0; len(v.turns) == 0 { // with the other hand: the sensors do not show the last checker yet
		v.world.Press(now)
		v.heard = s.Say.Serial
		return never
	}
	v.press = now + thinks
	return v.press
}

// moveCheckers does the next turn, and the one that mends it.
func (v *scriptedVisitor) moveCheckers() {
	for mending := true; mending; {
		turn := v.turns[0]
		v.turns = v.turns[1:]
		mending = turn.mends
		if err := v.world.MoveSquare(mustSquare(turn.from), mustSquare(turn.to)); err != nil {
			v.t.Error(err)
		}
	}
}

// checkBoard compares the true checkers with the position, unless the last move has been a wrong one.
func (v *scriptedVisitor) checkBoard(s robot.Snapshot) {
	if v.turns[0].mends {
		return
	}
	v.seen++
	comparePieces(v.t, v.world, s.FEN)
}

func comparePieces(t *testing.T, w *world.World, fen string) {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for sq, piece := range w.Pieces() {
		if want := p.PieceAt(board.Square(sq)); piece != want {
			t.Errorf("%s: %v on %v, the game has %v", fen, piece, board.Square(sq), want)
		}
	}
}

// A move, a capture of two, a promotion with a spare king and a visitor's wrong move, on the real firmware: the board
// equals the position after every turn.
func testScriptedGame(t *testing.T, elf string) {
	components, err := app.BuildComponents(config.Default())
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(Options{Games: 1, Visitor: "random", FEN: scriptedStart, Plies: 6, Seed: 3, Firmware: elf}, components)
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.newFastGame(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer g.closeParts()
	w := g.people.world
	visitor := &scriptedVisitor{t: t, world: w, turns: scriptedTurns()}
	g.run.Person, g.run.Limit = visitor, 5*time.Minute
	took, err := virtual.Run(g.ctx, g.run)
	if err != nil {
		t.Fatalf("%v; the board: %v; the journal:\n%s", err, context.Cause(g.ctx), g.journal.Bytes())
	}
	comparePieces(t, w, g.run.Core.Position().FEN())
	counts := w.Counts()
	report, err := reportOn(g.journal.Bytes(), counts)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d picks in %v of the processor's time, %d hand-overs: %s", counts.Picks, took, counts.Verifications,
		report.PDN)
	if !strings.Contains(report.PDN, scriptedMoves) || !strings.Contains(g.run.Core.Position().FEN(), "K") {
		t.Errorf("played %s, it stands %s", report.PDN, g.run.Core.Position().FEN())
	}
	if len(visitor.turns) != 0 || visitor.seen != 3 || report.IllegalPresses != 1 || !report.ReplayOK {
		t.Errorf("%d turns not played, %d looks, %d illegal presses, replay ok: %v", len(visitor.turns), visitor.seen,
			report.IllegalPresses, report.ReplayOK)
	}
	if counts.BoardMismatches != 0 || counts.Violations != 0 || counts.Verifications != 3 || counts.Picks != 6 {
		t.Errorf("the witness: %+v", counts)
	}
	if kings := slices.DeleteFunc(w.Checkers(), func(c world.Checker) bool { return !c.King }); len(kings) != len(
		components.Config.Arm.Tray.Kings,
	) {
		t.Errorf("%d kings, one of which has left the tray", len(kings))
	}
}
