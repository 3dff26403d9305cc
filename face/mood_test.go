package face

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// after returns what a face shows a second after a row of events, one a minute.
func after(attitude string, events ...Event) Emotion {
	c := DefaultConfig()
	c.Attitude = attitude
	f := New(c, 1)
	now := time.Duration(0)
	for _, e := range events {
		now += time.Minute
		f.Advance(now)
		f.Feel(now, e)
	}
	f.Advance(now + time.Second)
	return f.Emotion()
}

func TestMoodTable(t *testing.T) {
	for _, c := range []struct {
		name               string
		events             []Event
		positive, negative Emotion
	}{
		{"greeting", []Event{Greeting{}}, Happy, Neutral},
		{"even game", []Event{Greeting{}, Win(0.1), Waiting{}}, Neutral, Neutral},
		{"ahead", []Event{Win(0.5), Waiting{}}, Neutral, Happy},
		{"behind", []Event{Win(-0.5), Waiting{}}, Neutral, Angry},
		{"robot captures", []Event{Captured(1)}, Happy, Happy},
		{"visitor captures", []Event{Bereft(1)}, Happy, Angry},
		{"rule broken", []Event{RuleBroken{}}, Sad, Angry},
		{"good move", []Event{VisitorGood{}}, Happy, Disgusted},
		{"bad move", []Event{VisitorBad{}}, Sad, Happy},
		{"first estimate is no jump", []Event{Win(-0.9)}, Neutral, Angry},
		{"slow fall is no jump", []Event{Win(0), Win(-0.3), Win(-0.6), Win(-0.9)}, Neutral, Angry},
		{"jump down", []Event{Win(0.2), Win(-0.2)}, Surprised, Surprised},
		{"jump up", []Event{Win(-0.2), Win(0.2)}, Surprised, Surprised},
		{"dive", []Event{Win(0.5), Win(-0.5)}, Afraid, Afraid},
		{"a new game forgets the last", []Event{Win(0.9), Greeting{}, Win(-0.5)}, Neutral, Angry},
		{"won", []Event{GameOver(Won)}, Happy, Happy},
		{"lost", []Event{GameOver(Lost)}, Happy, Sad},
		{"drawn", []Event{GameOver(Drawn)}, Happy, Disgusted},
		{"fault", []Event{Fault{}}, Sad, Sad},
		{"fault mended", []Event{Fault{}, Waiting{}}, Neutral, Neutral},
		{"idle", []Event{Win(0.9), Idle{}}, Neutral, Neutral},
	} {
		if got := after(Positive, c.events...); got != c.positive {
			t.Errorf("%s, positive: %v, want %v", c.name, got, c.positive)
		}
		if got := after(Negative, c.events...); got != c.negative {
			t.Errorf("%s, negative: %v, want %v", c.name, got, c.negative)
		}
	}
}

// The table is data: another one gives another robot.
func TestMoodTableIsTheConfigs(t *testing.T) {
	for _, e := range Emotions() {
		c := DefaultConfig()
		c.Moods[Positive]["rule_broken"] = e.String()
		f := New(c, 1)
		f.Feel(0, RuleBroken{})
		if f.Emotion() != e {
			t.Errorf("the table says %v, the face %v", e, f.Emotion())
		}
	}
}

// The attitude may change while a mood lasts.
func TestAttitudeChanges(t *testing.T) {
	f := New(DefaultConfig(), 1)
	for i, c := range []struct {
		attitude Attitude
		want     Emotion
	}{{Positive, Happy}, {Negative, Sad}, {"cool", Sad}} {
		now := time.Duration(i) * time.Hour
		f.Feel(now, c.attitude)
		f.Feel(now, GameOver(Lost))
		if f.Emotion() != c.want {
			t.Errorf("%s: beaten it is %v, want %v", c.attitude, f.Emotion(), c.want)
		}
	}
}

// The source of the robot keeps surprise and fear for jumps of the win estimate, and each of the seven has its place.
func TestSurpriseAndFearAreForJumps(t *testing.T) {
	seen := map[string]bool{}
	for attitude, table := range DefaultConfig().Moods {
		for state, emotion := range table {
			seen[emotion] = true
			jump := state == stateJumpUp || state == stateJumpDown || state == stateDive
			if startled := emotion == "surprised" || emotion == "afraid"; startled != jump {
				t.Errorf("%s %s: %s", attitude, state, emotion)
			}
		}
	}
	for _, e := range Emotions() {
		if !seen[e.String()] {
			t.Errorf("%v is never shown", e)
		}
	}
}

func TestEmotionsPass(t *testing.T) {
	c := DefaultConfig()
	f := New(c, 1)
	f.Feel(0, Waiting{})
	f.Feel(0, RuleBroken{})
	drive(f, 0, seconds(c.Hold)-time.Millisecond, func(time.Duration, Frame) {})
	if f.Emotion() != Sad {
		t.Errorf("%v before the hold is over", f.Emotion())
	}
	f.Advance(seconds(c.Hold))
	if f.Emotion() != Neutral {
		t.Errorf("%v after the hold", f.Emotion())
	}
}

func TestAMomentKeepsItsDwell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := DefaultConfig()
		c.Attitude = rapid.SampledFrom([]string{Positive, Negative}).Draw(t, "attitude")
		f := New(c, 1)
		shown, since, moment := f.Emotion(), time.Duration(0), false
		for now := time.Duration(0); now < 10*time.Second; now += 50 * time.Millisecond {
			if rapid.IntRange(0, 4).Draw(t, "feel") == 0 {
				f.Feel(now, anyEvent(t))
			}
			f.Advance(now)
			if f.Emotion() == shown {
				continue
			}
			if moment && now-since < seconds(c.Dwell) {
				t.Fatalf("%v was shown for %v only", shown, now-since)
			}
			shown, since, moment = f.Emotion(), now, f.mood.moment != ""
		}
	})
}

func TestTheWeightierWaits(t *testing.T) {
	f := New(DefaultConfig(), 1)
	f.Feel(0, Captured(1))
	f.Feel(0, RuleBroken{})
	f.Feel(0, VisitorGood{})
	f.Advance(seconds(DefaultConfig().Dwell))
	if f.Emotion() != Sad {
		t.Errorf("%v: the broken rule was pushed aside", f.Emotion())
	}
}
