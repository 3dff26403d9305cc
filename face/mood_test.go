package face

import (
	"cmp"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// situationAfter returns the situation that a face shows a second after a row of cues and estimates,
// one a minute, and the emotion.
func situationAfter(attitude Attitude, events []any) (Situation, Emotion) {
	c := DefaultConfig()
	c.Attitude = attitude
	f := New(c, 1)
	now := time.Duration(0)
	for _, e := range events {
		now += time.Minute
		f.Advance(now)
		react(f, now, e)
	}
	f.Advance(now + time.Second)
	return cmp.Or(f.mood.passing, f.mood.lasting), f.Emotion()
}

// Cues and estimates lead to situations. Which emotion each situation has by default stands in
// docs/face/README.md, and a test of that page keeps it.
func TestMoodTable(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []any
		want   Situation
	}{
		{"greeting", []any{Greeting}, whenGreeting},
		{"even game", []any{Greeting, 0.1, Waiting}, whenEven},
		{"ahead", []any{0.5, Waiting}, whenAhead},
		{"behind", []any{-0.5, Waiting}, whenBehind},
		{"robot captures", []any{Captured}, whenCaptured},
		{"visitor captures", []any{PiecesLost}, whenBereft},
		{"rule broken", []any{RuleBroken}, whenRuleBroken},
		{"good move", []any{VisitorGood}, whenVisitorGood},
		{"bad move", []any{VisitorBad}, whenVisitorBad},
		{"first estimate is no jump", []any{-0.9}, whenBehind},
		{"slow fall is no jump", []any{0.0, -0.3, -0.6, -0.9}, whenBehind},
		{"jump down", []any{0.2, -0.2}, whenJumpDown},
		{"jump up", []any{-0.2, 0.2}, whenJumpUp},
		{"dive", []any{0.5, -0.5}, whenDive},
		{"a new game forgets the last", []any{0.9, Greeting, -0.5}, whenBehind},
		{"won", []any{Won}, whenWon},
		{"lost", []any{Beaten}, whenLost},
		{"drawn", []any{Drawn}, whenDrawn},
		{"fault", []any{Fault}, whenFault},
		{"fault mended", []any{Fault, Waiting}, whenEven},
		{"idle", []any{0.9, Idle}, whenIdle},
	} {
		for _, attitude := range []Attitude{Positive, Negative} {
			got, emotion := situationAfter(attitude, c.events)
			if want := DefaultConfig().Moods[attitude][c.want]; got != c.want || emotion != want {
				t.Errorf("%s, %s: %s and %s, want %s and %s", c.name, attitude, got, emotion, c.want, want)
			}
		}
	}
}

// The table is data: another one gives another robot.
func TestMoodTableIsTheConfigs(t *testing.T) {
	for _, e := range Emotions() {
		c := DefaultConfig()
		c.Moods[Positive]["rule_broken"] = e
		f := New(c, 1)
		f.React(0, RuleBroken)
		if f.Emotion() != e {
			t.Errorf("the table says %v, the face %v", e, f.Emotion())
		}
	}
}

// The attitude may change while an emotion is shown.
func TestAttitudeChanges(t *testing.T) {
	f := New(DefaultConfig(), 1)
	for i, c := range []struct {
		attitude Attitude
		want     Emotion
	}{{Positive, "happy"}, {Negative, "sad"}, {"cool", "sad"}} {
		now := time.Duration(i) * time.Hour
		f.SetAttitude(now, c.attitude)
		f.React(now, Beaten)
		if f.Emotion() != c.want {
			t.Errorf("%s: beaten it is %v, want %v", c.attitude, f.Emotion(), c.want)
		}
	}
}

// The robot's source keeps surprise and fear for jumps of the win estimate; the friendly robot can't believe at first
// that a rule was broken. Each emotion is shown somewhere.
func TestSurpriseAndFearAreForJumps(t *testing.T) {
	seen := map[Emotion]bool{}
	for attitude, table := range DefaultConfig().Moods {
		for state, emotion := range table {
			seen[emotion] = true
			jump := state == whenJumpUp || state == whenJumpDown || state == whenDive
			if attitude == Positive && state == whenRuleBroken {
				jump = true
			}
			if startled := emotion == "surprised" || emotion == "afraid"; startled != jump {
				t.Errorf("%s %s: %s", attitude, state, emotion)
			}
		}
	}
	for _, e := range Emotions() {
		if !seen[e] {
			t.Errorf("%v is never shown", e)
		}
	}
}

func TestEmotionsPass(t *testing.T) {
	c := DefaultConfig()
	f := New(c, 1)
	f.React(0, Waiting)
	f.React(0, RuleBroken)
	advanceUntil(f, 0, seconds(c.Hold)-time.Millisecond, func(time.Duration, Frame) {})
	if f.Emotion() != "surprised" {
		t.Errorf("%v before the hold is over", f.Emotion())
	}
	f.Advance(seconds(c.Hold))
	if f.Emotion() != Neutral {
		t.Errorf("%v after the hold", f.Emotion())
	}
}

// A broken rule surprises the friendly robot, and makes it cross when it goes on; the cheeky one is angry at once.
func TestBrokenRules(t *testing.T) {
	for attitude, want := range map[Attitude][2]Emotion{Positive: {"surprised", "angry"}, Negative: {"angry", "angry"}} {
		c := DefaultConfig()
		c.Attitude = attitude
		f := New(c, 1)
		for i, cue := range []Cue{RuleBroken, RuleBrokenAgain} {
			now := time.Duration(i) * 10 * time.Second
			f.React(now, cue)
			f.Advance(now)
			if f.Emotion() != want[i] {
				t.Errorf("%s: %s makes it %v, want %v", attitude, cue, f.Emotion(), want[i])
			}
		}
	}
}

func TestAMomentKeepsItsDwell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := DefaultConfig()
		c.Attitude = rapid.SampledFrom([]Attitude{Positive, Negative}).Draw(t, "attitude")
		f := New(c, 1)
		shown, since, moment := f.Emotion(), time.Duration(0), false
		for now := time.Duration(0); now < 10*time.Second; now += 50 * time.Millisecond {
			if rapid.IntRange(0, 4).Draw(t, "react") == 0 {
				reactToAnything(t, f, now)
			}
			f.Advance(now)
			if f.Emotion() == shown {
				continue
			}
			if moment && now-since < seconds(c.Dwell) {
				t.Fatalf("%v was shown for %v only", shown, now-since)
			}
			shown, since, moment = f.Emotion(), now, f.mood.passing != ""
		}
	})
}

func TestTheWeightierWaits(t *testing.T) {
	f := New(DefaultConfig(), 1)
	f.React(0, Captured)
	f.React(0, RuleBroken)
	f.React(0, VisitorGood)
	f.Advance(seconds(DefaultConfig().Dwell))
	if f.Emotion() != "surprised" {
		t.Errorf("%v: the broken rule was pushed aside", f.Emotion())
	}
}

// The table of emotions gives each situation to one emotion at most, and none that doesn't exist.
func TestEmotionsShareNoSituation(t *testing.T) {
	for _, a := range []Attitude{Positive, Negative} {
		owner := map[Situation]Emotion{}
		for _, e := range emotions {
			for _, s := range e.felt[a] {
				if weightOf(s) < 0 {
					t.Errorf("%s: %s is felt when there is %q, which is no situation", a, e.name, s)
				}
				if other, taken := owner[s]; taken {
					t.Errorf("%s: both %s and %s are felt when there is %s", a, other, e.name, s)
				}
				owner[s] = e.name
			}
		}
	}
}
