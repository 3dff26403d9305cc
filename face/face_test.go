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

// anyEvent draws every kind of event, with values that no game brings among them.
func anyEvent(t *rapid.T) Event {
	return rapid.OneOf(
		rapid.SampledFrom([]Event{
			Greeting{},
			Pressed{},
			Captured(1), Bereft(2),
			RuleBroken{},
			VisitorGood{},
			VisitorBad{},
			Thinking{},
			Moving(true),
			Moving(false),
			Waiting{},
			GameOver(Won), GameOver(Lost), GameOver(Drawn), GameOver("?"),
			Fault{},
			Idle{},
			Win(math.NaN()), Win(math.Inf(-1)), nil,
		}),
		rapid.Map(rapid.Float64Range(-1, 1), func(v float64) Event { return Win(v) }),
	).Draw(t, "event")
}

// drive lets a face live until a time, and calls see for every frame that differs from the one before.
func drive(f *Face, from, until time.Duration, see func(at time.Duration, fr Frame)) {
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

// settled is the frame of a face left alone for a moment.
func settled(f *Face, now time.Duration) (frame Frame) {
	frame = f.shown
	drive(f, now, now+neckTime+100*time.Millisecond, func(_ time.Duration, fr Frame) { frame = fr })
	return frame
}

func TestPressShowsAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := New(DefaultConfig(), rapid.Uint64().Draw(t, "seed"))
		now := time.Duration(0)
		for range rapid.IntRange(0, 12).Draw(t, "events") {
			f.Feel(now, anyEvent(t))
			pause := time.Duration(rapid.IntRange(0, 3000).Draw(t, "pause ms")) * time.Millisecond
			drive(f, now, now+pause, func(time.Duration, Frame) {})
			now += pause
		}
		before, _ := f.Advance(now)
		now += time.Duration(rapid.IntRange(0, 49).Draw(t, "press ms")) * time.Millisecond
		if rapid.Bool().Draw(t, "after another event") {
			f.Feel(now, anyEvent(t))
		}
		f.Feel(now, Pressed{})
		if rapid.Bool().Draw(t, "before another event") {
			f.Feel(now, anyEvent(t))
		}
		if after, _ := f.Advance(now); after.Left == before.Left || after.Right == before.Right {
			t.Fatalf("the eyes do not answer the press: %v", after)
		}
	})
}

// A press right after the frame of another event comes to lids that have moved on unseen, and before the next frame is
// paid for.
func TestPressRightAfterAnotherEvent(t *testing.T) {
	const ms = time.Millisecond
	f := New(DefaultConfig(), 0)
	for _, step := range []struct {
		at, until time.Duration
		event     Event
	}{{0, 56 * ms, Pressed{}}, {56 * ms, 145 * ms, Win(1)}, {145 * ms, 195 * ms, Greeting{}}} {
		f.Feel(step.at, step.event)
		drive(f, step.at, step.until, func(time.Duration, Frame) {})
	}
	for _, now := range []time.Duration{195 * ms, 195 * ms, 196 * ms, 200 * ms} {
		before, _ := f.Advance(now)
		f.Feel(now, Pressed{})
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
			e := anyEvent(t)
			f.Feel(now, e)
			if _, press := e.(Pressed); press {
				presses = append(presses, now)
			}
			pause := time.Duration(rapid.IntRange(1, 400).Draw(t, "pause ms")) * time.Millisecond
			drive(f, now, now+pause, func(at time.Duration, _ Frame) { seen = append(seen, at) })
			now += pause
		}
		for i := range seen {
			for j := i + 1; j < len(seen); j++ {
				// One frame at the window's start, one that an event may bring forward, and one for each press.
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
			if rapid.Bool().Draw(t, "feel") {
				f.Feel(now, anyEvent(t))
			}
			if rapid.Bool().Draw(t, "look") {
				f.Look(now, Target(rapid.Uint8().Draw(t, "target")))
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
		for i, e := range []Event{Idle{}, Greeting{}, Pressed{}, Thinking{}, Win(0.1), Moving(true), Moving(false), Waiting{}} {
			now := time.Duration(i) * 4 * time.Second
			f.Feel(now, e)
			drive(f, now, now+4*time.Second, func(_ time.Duration, fr Frame) { frames = append(frames, fr) })
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
	for _, e := range []Event{Win(-1), Captured(2), RuleBroken{}, GameOver(Lost)} {
		f := New(DefaultConfig(), 3)
		f.Feel(0, Moving(true))
		f.Feel(0, e)
		if got := settled(f, 0).NeckTilt; got != DefaultConfig().Bow {
			t.Errorf("after %T the head stands at %g° while the arm moves", e, got)
		}
		f.Feel(time.Second, Moving(false))
		f.Feel(time.Second, Waiting{})
		if got := settled(f, time.Second).NeckTilt; got > 12 {
			t.Errorf("after %T the head stays bowed at %g°", e, got)
		}
	}
}

func TestNeckMovesSmoothly(t *testing.T) {
	f := New(DefaultConfig(), 3)
	f.Feel(0, Moving(true))
	last, frames := f.shown, 0
	drive(f, 0, time.Second, func(_ time.Duration, fr Frame) {
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
	drive(f, 0, 3*time.Minute, func(at time.Duration, fr Frame) {
		if fr.Left == looks[f.Emotion()].left.draw(0, 0, lidClosed) {
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

// pages and firmware rely on the names and on rows being numbers.
func TestFrameAsJSON(t *testing.T) {
	data, err := json.Marshal(Portrait(Disgusted))
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
		New(c, 1).Feel(0, RuleBroken{}) // bad settings never panic
	}
	DefaultConfig().Validate(func(path, problem string) { t.Errorf("the default is at fault: %s: %s", path, problem) })
}

func TestNames(t *testing.T) {
	for _, e := range Emotions() {
		if got, ok := ParseEmotion(e.String()); !ok || got != e {
			t.Errorf("ParseEmotion(%q) = %v, %v", e, got, ok)
		}
	}
	if _, ok := ParseEmotion("furious"); ok {
		t.Error("furious is no emotion of ours")
	}
	if Emotion(99).String() != "unknown" || Portrait(99) != Portrait(Neutral) {
		t.Error("an emotion out of range is not handled")
	}
}

func BenchmarkAdvance(b *testing.B) {
	f := New(DefaultConfig(), 1)
	f.Feel(0, Idle{})
	now := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		_, now = f.Advance(now)
	}
}
