package demo

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/config"
	"crownhead/face/say"
	"crownhead/firmware/twin/world"
	"crownhead/internal/app"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/turn"
)

var takebackGames = flag.Int("takebacks", 0, "so many games with moves that are taken back")

// A repentant visitor takes moves back at any time, and does what is asked for then.
type repentant struct {
	*people
	t       *testing.T
	core    *robot.Core
	rng     *rand.Rand
	wish    bool
	pending bool // a takeback has been asked for
	serial  int
	helped  bool // and may have emptied the tray, unasked or before a wish came in between

	takebacks int
}

func (r *repentant) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	r.helped = r.helped || s.Phase == turn.Help
	if s.Say.Serial != r.serial {
		r.serial = s.Say.Serial
		if s.Choices.Takeback && r.rng.Float64() < 0.25 {
			r.wish = true
		}
		if r.pending && s.Phase == turn.VisitorTurn {
			r.pending = false
			r.compareBodies(fmt.Sprintf("after a takeback, %v, %v %v %s", now, s.Phase, s.Say, s.FEN), false)
		}
	}
	return r.people.Advance(now, s)
}

func (r *repentant) takeCommands() []command.Command {
	list := r.attendant.takeCommands()
	if r.wish {
		r.wish, r.pending = false, true
		r.takebacks++
		list = append(list, command.Command{Name: command.Takeback})
	}
	return list
}

func (r *repentant) handOver(fen string, now time.Duration) {
	r.people.handOver(fen, now)
	r.compareBodies("at a hand-over of "+fen, true)
}

// compareBodies holds what the robot knows of the checkers against the true ones: the tray, and the board. Without all
// the visitor's own last move may stand there still, but no man of theirs with the side of a king.
func (r *repentant) compareBodies(when string, all bool) {
	r.t.Helper()
	inv, visitor := r.core.Bodies(), board.White
	if s := r.world.State(0); s.Visitor == board.Black.String() {
		visitor = board.Black
	}
	pieces := r.world.Pieces()
	kings := 0
	for sq := range board.NoSquare {
		want, got := inv.PieceAt(sq), pieces[sq]
		own := func(p board.Piece) bool { return p != board.NoPiece && p.Color() == visitor }
		if got.King() && own(got) {
			kings++
		}
		if want.King() && own(want) {
			kings--
		}
		if want != got && (all || !own(want) && !own(got) && got != board.NoPiece) {
			r.t.Errorf("%s: %v lies on %v, not %v", when, got, sq, want)
		}
	}
	if kings != 0 {
		r.t.Errorf("%s: %d kings of the visitor's too many", when, kings)
	}
	for slot := range inv.TrophySlots() + inv.SpareSlots() {
		place := inventory.InTrophies(slot)
		if slot >= inv.TrophySlots() {
			place = inventory.InSpares(slot - inv.TrophySlots())
		}
		if lying, known := lyingIn(r.world, slot), bodyAt(inv, place); lying != known && !(r.helped && lying == "") {
			r.t.Errorf("%s: in %v lies %q, not %q", when, place, lying, known)
		}
	}
}

func bodyAt(inv inventory.Inventory, p inventory.Place) string {
	if b, ok := inv.At(p); ok {
		return fmt.Sprintf("%v %v;", b.Color, b.King)
	}
	return ""
}

// lyingIn lists the checkers that lie in a slot of the tray.
func lyingIn(w *world.World, slot int) (list string) {
	at := w.TraySlot(slot)
	for _, c := range w.Checkers() {
		if !c.Gripped && math.Hypot(c.X-at.X, c.Y-at.Y) < 7.5 {
			list += fmt.Sprintf("%v %v;", c.Color, c.King)
		}
	}
	return list
}

// Over games with captures and promotions in which moves are taken back at any time, what the robot knows of each
// checker is so: on the board, in the tray, and in the slots for spare kings. No slot holds two.
func TestTakebacksRestoreBodies(t *testing.T) {
	takebacks, asked := 0, map[string]int{}
	fens := []string{
		"", "W:Wg1,h2:Bb2,h8", "W:Wc7,a1,e3:Bh8,a7,d4,b2", "W:Wa1,c1,e1,g1:Bb4,d4,f4,h4", "B:Wb6,d6,f6,h6:Ba3,c3,e3,g3",
		"W:Wb6,d6,f6:Bc3,e3,g3,h8", "B:Wd2,f2,h2,Ka1:Bc3,a5,g3,Kh8",
	}
	for n := range max(*takebackGames, 2*len(fens)) {
		fen := fens[n%len(fens)]
		p, err := app.BuildComponents(config.Default())
		if err != nil {
			t.Fatal(err)
		}
		d, err := New(Options{Games: 1, Visitor: "random", Level: "child", Seed: uint64(n), FEN: fen}, p)
		if err != nil {
			t.Fatal(err)
		}
		g, err := d.newFastGame(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		r := &repentant{people: g.people, t: t, core: g.run.Core, rng: rand.New(rand.NewPCG(18, uint64(n)))}
		g.run.Person, g.run.Commands, g.run.Handover = r, r.takeCommands, r.handOver
		report, err := g.playGame()
		if err != nil || report.BoardMismatches != 0 || report.MotionFaults != 0 || !report.ReplayOK || report.Result == "*" {
			t.Errorf("%q: %+v, %v", fen, report, err)
		}
		g.closeParts()
		takebacks += r.takebacks
		for _, key := range []say.Key{
			say.RestoreMove, say.RestoreKing, say.RestoreTurn, say.RestoreWhiteMan, say.RestoreBlackMan,
		} {
			asked[string(key)] += strings.Count(g.journal.String(), `"say":"`+string(key)+`"`)
		}
		if t.Failed() {
			t.Fatalf("game %d, %q", n, fen)
		}
	}
	t.Logf("%d moves taken back, %v", takebacks, asked)
	for key, n := range asked {
		if n == 0 {
			t.Errorf("nobody was asked %s", key)
		}
	}
}
