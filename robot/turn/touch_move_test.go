package turn

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
)

// handAt is what the settled board shows at a time: the start position without these squares.
func handAt(ms int, missing ...string) Event {
	return Event{Kind: EventScan, T: time.Duration(ms) * time.Millisecond, Bits: board.Start().Occupied() &^ bits(missing...)}
}

// The robot reminds a visitor who has lifted one checker and moved another, and of nothing else. The
// move counts in any case.
func TestTouchMove(t *testing.T) {
	for name, c := range map[string]struct {
		hand     []Event
		masked   string
		off      bool
		reminded bool
	}{
		"another was lifted":           {hand: []Event{handAt(0, "e3"), handAt(900)}, reminded: true},
		"put back without a look":      {hand: []Event{handAt(0, "e3"), handAt(900, "c3")}, reminded: true},
		"two others, one after one":    {hand: []Event{handAt(0, "e3"), handAt(900), handAt(1900, "g3"), handAt(2900)}, reminded: true},
		"the same, twice":              {hand: []Event{handAt(0, "c3"), handAt(900), handAt(1800, "c3")}},
		"first this, then another":     {hand: []Event{handAt(0, "c3"), handAt(900), handAt(1800, "e3"), handAt(2700)}},
		"it was straightened":          {hand: []Event{handAt(0, "e3"), handAt(300)}},
		"it can't move":                {hand: []Event{handAt(0, "d2"), handAt(900)}},
		"it is the robot's":            {hand: []Event{handAt(0, "b6"), handAt(900)}},
		"two at once":                  {hand: []Event{handAt(0, "e3", "g3"), handAt(900)}},
		"nothing was lifted":           {hand: []Event{handAt(0, "c3")}},
		"its sensor is masked":         {hand: []Event{handAt(0, "e3"), handAt(900)}, masked: "e3"},
		"the operator doesn't want it": {hand: []Event{handAt(0, "e3"), handAt(900)}, off: true},
	} {
		x := begin(t, startFEN, board.White)
		x.s.Settings.TouchMove = !c.off
		if c.masked != "" {
			x.feed(Event{Kind: EventMask, Square: c.masked, On: true, Mask: ReasonDead})
		}
		x.feed(c.hand...).visitor("c3-d4").want(Thinking, x.says())
		if got := x.s.ShownRemark().Key == string(say.TouchMove); got != c.reminded {
			t.Errorf("%s: reminded %t", name, got)
		}
	}
}

// says is the present sentence.
func (x *script) says() say.Key { return say.Key(x.s.Said.Key) }

// The reminder stays long enough to be read, and gives way to what the visitor asks for.
func TestTouchMoveStays(t *testing.T) {
	x := begin(t, startFEN, board.White)
	x.s.Settings.TouchMove = true
	x.feed(handAt(0, "e3"), handAt(900)).visitor("c3-d4").remarkable("b6-a5", "remark_better").arm()
	if x.want(VisitorTurn, say.YourTurn); x.s.ShownRemark().Key != string(say.TouchMove) {
		t.Errorf("the remark is %+v", x.s.ShownRemark())
	}
	y := *x
	x.visitor("d4-c5")
	if x.s.Remark.Key != "" {
		t.Error("the visitor is reminded again of the turn before")
	}
	threat := Remark{Key: string(say.ThreatCapture), Squares: []string{"d4"}, Move: "g1:c5"}
	y.s.Hint.Asked = true
	y.feed(Event{Kind: EventHint, Move: "d4-c5", Ply: 2, Remark: threat})
	if y.s.Remark.Key != threat.Key {
		t.Errorf("beside a hint stands %+v", y.s.Remark)
	}
}
