package face

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// reactToAnything lets a face react to anything, estimates and cues that no game brings among them, and
// reports whether it was a press.
func reactToAnything(t *rapid.T, f *Face, now time.Duration) (press bool) {
	if rapid.Bool().Draw(t, "estimate") {
		f.UpdateWin(now, rapid.OneOf(
			rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{math.NaN(), math.Inf(-1)}),
		).Draw(t, "win"))
		return false
	}
	cue := rapid.SampledFrom([]Cue{
		Greeting, Pressed, Captured, PiecesLost, RuleBroken, VisitorGood, VisitorBad, Thinking, Moving,
		Resting, Waiting, Won, Beaten, Drawn, Fault, Idle, NewEstimate, "?", "",
	}).Draw(t, "cue")
	f.React(now, cue)
	return cue == Pressed
}

// react hands a face a Cue, or a number, which is a win estimate.
func react(f *Face, now time.Duration, event any) {
	if c, ok := event.(Cue); ok {
		f.React(now, c)
	} else {
		f.UpdateWin(now, event.(float64))
	}
}

// advanceUntil lets a face live until a time, and calls see for every frame that differs from the one before.
func advanceUntil(f *Face, from, until time.Duration, see func(at time.Duration, fr Frame)) {
	last := f.shown
	for now := from; now < until; {
		frame, next := f.Advance(now)
		if frame != last {
			see(now, frame)
			last = frame
		}
		now = next
	}
}

// frameAtRest is the frame of a face left alone for a moment.
func frameAtRest(f *Face, now time.Duration) (frame Frame) {
	frame = f.shown
	advanceUntil(f, now, now+neckTime+100*time.Millisecond, func(_ time.Duration, fr Frame) { frame = fr })
	return frame
}

func TestPressShowsAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := New(DefaultConfig(), rapid.Uint64().Draw(t, "seed"))
		now := time.Duration(0)
		for range rapid.IntRange(0, 12).Draw(t, "events") {
			reactToAnything(t, f, now)
			pause := time.Duration(rapid.IntRange(0, 3000).Draw(t, "pause ms")) * time.Millisecond
			advanceUntil(f, now, now+pause, func(time.Duration, Frame) {})
			now += pause
		}
		before, _ := f.Advance(now)
		now += time.Duration(rapid.IntRange(0, 49).Draw(t, "press ms")) * time.Millisecond
		if rapid.Bool().Draw(t, "after another reaction") {
			reactToAnything(t, f, now)
		}
		f.React(now, Pressed)
		if rapid.Bool().Draw(t, "before another reaction") {
			reactToAnything(t, f, now)
		}
		if after, _ := f.Advance(now); after.Left == before.Left || after.Right == before.Right {
			t.Fatalf("the eyes do not answer the press: %v", after)
		}
	})
}

// A press right after the frame of another cue comes to lids that have moved on unseen, and before the
// next frame is paid for.
func TestPressRightAfterAnotherEvent(t *testing.T) {
	const ms = time.Millisecond
	f := New(DefaultConfig(), 0)
	for _, step := range []struct {
		at, until time.Duration
		event     any
	}{{0, 56 * ms, Pressed}, {56 * ms, 145 * ms, 1.0}, {145 * ms, 195 * ms, Greeting}} {
		react(f, step.at, step.event)
		advanceUntil(f, step.at, step.until, func(time.Duration, Frame) {})
	}
	for _, now := range []time.Duration{195 * ms, 195 * ms, 196 * ms, 200 * ms} {
		before, _ := f.Advance(now)
		f.React(now, Pressed)
		if after, _ := f.Advance(now); after.Left == before.Left || after.Right == before.Right {
			t.Errorf("at %v the eyes do not answer the press: %v", now, after)
		}
	}
}

func TestFramesKeepTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := DefaultConfig()
		c.Rate = rapid.Float64Range(2, 20).Draw(t, "rate")
		f := New(c, rapid.Uint64().Draw(t, "seed"))
		var seen, presses []time.Duration
		now := time.Duration(0)
		for range 40 {
			if reactToAnything(t, f, now) {
				presses = append(presses, now)
			}
			pause := time.Duration(rapid.IntRange(1, 400).Draw(t, "pause ms")) * time.Millisecond
			advanceUntil(f, now, now+pause, func(at time.Duration, _ Frame) { seen = append(seen, at) })
			now += pause
		}
		for i := range seen {
			for j := i + 1; j < len(seen); j++ {
				// One frame at the window's start, one that a cue may bring forward, and one for each press.
				most := (seen[j]-seen[i]).Seconds()*c.Rate + 2.001
				for _, at := range presses {
					if seen[i] <= at && at <= seen[j] {
						most++
					}
				}
				if float64(j-i+1) > most {
					t.Fatalf("%d frames in %v at %g Hz", j-i+1, seen[j]-seen[i], c.Rate)
				}
			}
		}
	})
}

func TestDeadlinesLieAhead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := New(DefaultConfig(), 7)
		now := time.Duration(0)
		for range 50 {
			if rapid.Bool().Draw(t, "react") {
				reactToAnything(t, f, now)
			}
			if rapid.Bool().Draw(t, "look") {
				f.LookAt(now, Target(rapid.Uint8().Draw(t, "target")))
			}
			frame, next := f.Advance(now)
			if next <= now {
				t.Fatalf("deadline %v at %v", next, now)
			}
			for _, angle := range []float64{frame.BrowLeft, frame.BrowRight, frame.NeckPan, frame.NeckTilt} {
				if !(math.Abs(angle) <= 60) {
					t.Fatalf("angle out of a servo's reach: %+v", frame)
				}
			}
			now += time.Duration(rapid.IntRange(0, 5000).Draw(t, "pause ms")) * time.Millisecond
		}
	})
}

func TestSeedDecides(t *testing.T) {
	life := func(seed uint64) (frames []Frame) {
		f := New(DefaultConfig(), seed)
		for i, event := range []any{Idle, Greeting, Pressed, Thinking, 0.1, Moving, Resting, Waiting} {
			now := time.Duration(i) * 4 * time.Second
			react(f, now, event)
			advanceUntil(f, now, now+4*time.Second, func(_ time.Duration, fr Frame) { frames = append(frames, fr) })
		}
		return frames
	}
	if !slices.Equal(life(1), life(1)) {
		t.Error("one seed gave two lives")
	}
	if slices.Equal(life(1), life(2)) {
		t.Error("two seeds gave one life")
	}
}

func TestHeadBowsWhileTheArmMoves(t *testing.T) {
	for _, event := range []any{-1.0, Captured, RuleBroken, Beaten} {
		f := New(DefaultConfig(), 3)
		f.React(0, Moving)
		react(f, 0, event)
		if got := frameAtRest(f, 0).NeckTilt; got != DefaultConfig().Bow {
			t.Errorf("after %v the head stands at %g° while the arm moves", event, got)
		}
		f.React(time.Second, Resting)
		f.React(time.Second, Waiting)
		if got := frameAtRest(f, time.Second).NeckTilt; got > 12 {
			t.Errorf("after %v the head stays bowed at %g°", event, got)
		}
	}
}

func TestNeckMovesSmoothly(t *testing.T) {
	f := New(DefaultConfig(), 3)
	f.React(0, Moving)
	last, frames := f.shown, 0
	advanceUntil(f, 0, time.Second, func(_ time.Duration, fr Frame) {
		if step := math.Abs(fr.NeckTilt - last.NeckTilt); step > 6 {
			t.Errorf("the neck jumps by %g°", step)
		}
		last = fr
		frames++
	})
	if frames < 6 {
		t.Errorf("the bow takes %d frames; it is not a motion", frames)
	}
}

func TestBlinks(t *testing.T) {
	c := DefaultConfig()
	f := New(c, 5)
	var closed []time.Duration
	advanceUntil(f, 0, 3*time.Minute, func(at time.Duration, fr Frame) {
		if fr.Left == f.mood.shown.eyes.left.render(0, 0, lidClosed) {
			closed = append(closed, at)
		}
	})
	if n := len(closed); n < 25 || n > 110 {
		t.Fatalf("%d blinks in three minutes", n)
	}
	for i := 1; i < len(closed); i++ {
		gap := (closed[i] - closed[i-1]).Seconds()
		if twice := gap < 0.5; gap > c.BlinkMax+0.5 || (gap < c.BlinkMin && !twice) {
			t.Errorf("%g s between two blinks", gap)
		}
	}
}

func TestIdleFaceCostsLittle(t *testing.T) {
	f := New(DefaultConfig(), 5)
	calls, frames := 0, 0
	last := f.shown
	for now := time.Duration(0); now < time.Minute; calls++ {
		var fr Frame
		if fr, now = f.Advance(now); fr != last {
			frames++
			last = fr
		}
	}
	if frames < 60 || frames > 600 {
		t.Errorf("%d frames in an idle minute", frames)
	}
	if calls > 2*frames {
		t.Errorf("%d calls for %d frames", calls, frames)
	}
}

// Pages and firmware rely on the names and on rows being numbers.
func TestFrameAsJSON(t *testing.T) {
	data, err := json.Marshal(portrait("disgusted"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"left":[0,0,0,255,207,207,126,0],"right":[0,0,0,255,207,15,0,0],` +
		`"brow_left":-20,"brow_right":10,"neck_pan":14,"neck_tilt":-5}`
	if string(data) != want {
		t.Errorf("got  %s\nwant %s", data, want)
	}
}

func TestConfigFaults(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"blink_min":                  func(c *Config) { c.BlinkMin = 9 },
		"dwell":                      func(c *Config) { c.Dwell = 9 },
		"jump":                       func(c *Config) { c.Jump = 0.9 },
		"moods.rude":                 func(c *Config) { c.Moods["rude"] = nil },
		"moods.negative":             func(c *Config) { delete(c.Moods, Negative) },
		"moods.positive.won":         func(c *Config) { delete(c.Moods[Positive], "won") },
		"moods.positive.wnn":         func(c *Config) { c.Moods[Positive]["wnn"] = "happy" },
		"moods.negative.rule_broken": func(c *Config) { c.Moods[Negative]["rule_broken"] = "furious" },
	} {
		c := DefaultConfig()
		spoil(&c)
		var got []string
		c.Validate(func(path, problem string) { got = append(got, path+": "+problem) })
		if len(got) != 1 || !strings.HasPrefix(got[0], want+": ") {
			t.Errorf("want one fault at %s, got %q", want, got)
		}
		New(c, 1).React(0, RuleBroken) // bad settings never panic
	}
	DefaultConfig().Validate(func(path, problem string) { t.Errorf("the default is at fault: %s: %s", path, problem) })
}

func TestUnknownEmotionIsNeutral(t *testing.T) {
	if portrait("furious") != portrait(Neutral) || Emotions()[0] != Neutral {
		t.Error("an emotion that is not in the table is not handled")
	}
}

func BenchmarkAdvance(b *testing.B) {
	f := New(DefaultConfig(), 1)
	f.React(0, Idle)
	now := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		_, now = f.Advance(now)
	}
}
