package sensors

import (
	"reflect"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/internal/clock"
	"crownhead/robot/turn"
)

// 1: a scan when the board has been unchanged for 150 ms; a press is judged then, and not before its sensors
// have had the time to tell of what was laid just before; after 500 ms at the latest.
func TestSettler(t *testing.T) {
	const ms = time.Millisecond
	type at struct {
		now   time.Duration
		bits  board.Bits // seen, unless press
		press bool
		want  []turn.Event
	}
	const high = board.Bits(1) << 31 // masked in all of these
	for _, c := range []struct {
		name  string
		steps []at
	}{
		{"settles once", []at{
			{now: 0, bits: 5},
			{now: 149 * ms, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 400 * ms, bits: 5},
		}},
		{"a change begins anew", []at{
			{now: 0, bits: 5},
			{now: 100 * ms, bits: 7},
			{now: 200 * ms, bits: 7},
			{now: 250 * ms, bits: 7, want: []turn.Event{scanned(7)}},
		}},
		{"there and back is nothing", []at{
			{now: 0, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 200 * ms, bits: 7},
			{now: 300 * ms, bits: 5},
			{now: 450 * ms, bits: 5},
		}},
		{"a press on a calm board waits for what its sensors may still tell", []at{
			{now: 0, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 300 * ms, press: true},
			{now: 349 * ms, bits: 5},
			{now: 350 * ms, bits: 5, want: []turn.Event{settledPress(5)}},
		}},
		{"a checker laid just before the press", []at{
			{now: 0, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 300 * ms, press: true},
			{now: 340 * ms, bits: 7},
			{now: 350 * ms, bits: 7},
			{now: 490 * ms, bits: 7, want: []turn.Event{scanned(7), settledPress(7)}},
		}},
		{"a press waits for the board", []at{
			{now: 0, bits: 5},
			{now: 50 * ms, press: true},
			{now: 100 * ms, bits: 7},
			{now: 249 * ms, bits: 7},
			{now: 250 * ms, bits: 7, want: []turn.Event{scanned(7), settledPress(7)}},
		}},
		{"a masked square is not waited for, and is no news", []at{
			{now: 0, bits: 5},
			{now: 100 * ms, bits: 5 | high},
			{now: 140 * ms, press: true},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 190 * ms, bits: 5, want: []turn.Event{settledPress(5)}},
			{now: 200 * ms, bits: 5 | high},
			{now: 400 * ms, bits: 5 | high},
		}},
		{"a square that has changed three times in a second and a half is waited for longer", []at{
			{now: 0, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 200 * ms, bits: 7},
			{now: 300 * ms, bits: 5},
			{now: 400 * ms, bits: 7},
			{now: 500 * ms, bits: 5},
			{now: 700 * ms, bits: 7, press: true},
			{now: 700 * ms, bits: 7},
			{now: 1699 * ms, bits: 7},
			{now: 1700 * ms, bits: 7, want: []turn.Event{scanned(7), settledPress(7)}},
			{now: 3000 * ms, bits: 5},
			{now: 3150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
		}},
		{"a checker that bounces is not", []at{
			{now: 0, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 200 * ms, bits: 7},
			{now: 220 * ms, bits: 5},
			{now: 250 * ms, bits: 7},
			{now: 270 * ms, bits: 5},
			{now: 280 * ms, bits: 7},
			{now: 430 * ms, bits: 7, want: []turn.Event{scanned(7)}},
		}},
		{"many at once are not", []at{
			{now: 0, bits: 31},
			{now: 150 * ms, bits: 31, want: []turn.Event{scanned(31)}},
			{now: 200 * ms, bits: 0},
			{now: 300 * ms, bits: 31},
			{now: 400 * ms, bits: 0},
			{now: 550 * ms, bits: 0, want: []turn.Event{scanned(0)}},
		}},
		{"another one is not", []at{
			{now: 0, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 200 * ms, bits: 7},
			{now: 300 * ms, bits: 3},
			{now: 400 * ms, bits: 1},
			{now: 500 * ms, bits: 5},
			{now: 650 * ms, bits: 5},
			{now: 700 * ms, bits: 4},
			{now: 850 * ms, bits: 4, want: []turn.Event{scanned(4)}},
		}},
		{"nor one that is masked", []at{
			{now: 0, bits: 5},
			{now: 150 * ms, bits: 5, want: []turn.Event{scanned(5)}},
			{now: 200 * ms, bits: 5 | high},
			{now: 300 * ms, bits: 5},
			{now: 400 * ms, bits: 5 | high},
			{now: 500 * ms, bits: 5},
			{now: 600 * ms, bits: 7},
			{now: 750 * ms, bits: 7, want: []turn.Event{scanned(7)}},
		}},
		{"but not for ever", []at{
			{now: 0, press: true},
			{now: 100 * ms, bits: 1},
			{now: 200 * ms, bits: 2},
			{now: 300 * ms, bits: 1},
			{now: 400 * ms, bits: 2},
			{now: 499 * ms, bits: 2},
			{now: 500 * ms, bits: 2, want: []turn.Event{{Kind: turn.EventUnsettled}}},
			{now: 1400 * ms, bits: 2, want: []turn.Event{scanned(2)}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s Debouncer
			s.SetMask(31, true)
			next := clock.Never
			for _, step := range c.steps {
				if step.press {
					s.AddPress(step.now)
				} else {
					s.Observe(step.now, step.bits)
				}
				got := s.DueEvents(step.now)
				if len(got)+len(step.want) > 0 && !reflect.DeepEqual(got, step.want) {
					t.Errorf("at %v: %+v, want %+v", step.now, got, step.want)
				}
				if len(step.want) > 0 && !step.press && next != step.now {
					t.Errorf("at %v: it wanted to be called at %v", step.now, next)
				}
				next = s.NextDue()
			}
			if s.Forget(); s.Masked != high {
				t.Error("a link that is lost unmasks")
			}
		})
	}
}

// A press waits for a square that trembled, and is reported as unsettled as soon as it trembles on.
func TestPressOverATremblingSquare(t *testing.T) {
	const ms = time.Millisecond
	var d Debouncer
	d.Observe(0, 5)
	d.DueEvents(150 * ms)
	for n, bits := range []board.Bits{7, 5, 7} {
		d.Observe(time.Duration(200+100*n)*ms, bits)
	}
	d.AddPress(600 * ms)
	if got := d.DueEvents(1300 * ms); len(got) > 0 || d.NextDue() != 1400*ms {
		t.Errorf("%+v while it is waited for, next at %v", got, d.NextDue())
	}
	d.Observe(1350*ms, 5)
	if got := d.DueEvents(1350 * ms); !reflect.DeepEqual(got, []turn.Event{{Kind: turn.EventUnsettled}}) {
		t.Errorf("%+v when it trembles on", got)
	}
}

func scanned(b board.Bits) turn.Event { return turn.Event{Kind: turn.EventScan, Bits: b} }

func settledPress(b board.Bits) turn.Event { return turn.Event{Kind: turn.EventPressSettled, Bits: b} }
