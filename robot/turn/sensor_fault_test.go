package turn

import (
	"testing"

	"crownhead/board"
	"crownhead/face/say"
)

// TestDoubt: only the same board, shown again and again, is doubted, and not in the journals of
// before.
func TestDoubt(t *testing.T) {
	start := board.Start().Occupied()
	lacking := func(square string) Event { return press(start &^ bits(square)) }
	waiting := func(version int) *script {
		set := testSettings(t, startFEN, board.White)
		set.Version = version
		x := &script{TB: t, s: NewState(set)}
		return x.feed(up(7), Event{Kind: EventHomed}, scan(start&^bits("c3"))).want(Setup, say.SetUpWhite, "c3")
	}
	t.Run("the same", func(t *testing.T) {
		x := waiting(Version).feed(lacking("c3"), lacking("c3"), lacking("c3")).want(Setup, say.DoubtMissing, "c3")
		x.feed(lacking("c3")).effects(EffectMask)
		x.feed(Event{Kind: EventMask, Square: "c3", On: true}).want(VisitorTurn, say.YourTurnWhite)
	})
	t.Run("what was said about the press is taken back", func(t *testing.T) {
		x := waiting(Version).feed(lacking("c3"), lacking("c3"), lacking("c3"))
		question := x.s.Said
		x.feed(lacking("c3")).effects(EffectMask).want(Setup, say.DoubtMissing, "c3")
		if x.then.Say != "" || x.s.Said.Serial != question.Serial || !x.s.Prompt.Is(say.DoubtMissing) {
			t.Errorf("says %q; the screen shows %+v, the prompt is %+v", x.then.Say, x.s.Said, x.s.Prompt)
		}
	})
	t.Run("one and another", func(t *testing.T) {
		x := waiting(Version)
		for range 4 {
			x.feed(lacking("c3")).want(Setup, say.SetUpWhite, "c3").feed(lacking("e3")).want(Setup, say.SetUpWhite, "e3")
		}
	})
	t.Run("in a journal of before", func(t *testing.T) {
		x := waiting(masksSince - 1)
		for range 6 {
			x.feed(lacking("c3")).want(Setup, say.SetUpWhite, "c3").effects()
		}
	})
}
