package voice

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crownhead/face"
)

// randomMoments makes the moments of many plies with all that can happen in them; one seed gives one row.
func randomMoments(seed uint64, plies int) []face.Moment {
	chance := rand.New(rand.NewPCG(seed, 1))
	said := []string{
		"your_turn", "my_move", "my_capture", "thinking", "hands_off", "must_capture", "put_back", "help_pick",
		"crown_yours",
		"idle_invite", "end_win_no_pieces", "end_draw_balance", "your_move", "no_such_key", "ui_title",
	}
	attitudes, emotions := []face.Attitude{face.Positive, face.Negative}, face.Emotions()
	cues := []face.Cue{face.PiecesLost, face.VisitorGood, face.VisitorBad, face.Moving}
	var all []face.Moment
	for ply := range plies {
		m := face.Moment{
			Lang: "uk", Attitude: attitudes[chance.IntN(2)], Game: 1, Ply: ply, Phase: "visitor",
			Emotion: emotions[chance.IntN(len(emotions))], Win: 2*chance.Float64() - 1,
			Said: []string{said[chance.IntN(len(said))]},
		}
		if chance.IntN(3) == 0 {
			m.Cues = []face.Cue{cues[chance.IntN(4)]}
		}
		all = append(all, m)
	}
	return all
}

// Scene 38: ten other phrases come before one is spoken again.
func TestScene38NeverTheSameWithinTen(t *testing.T) {
	packs := mustLoad(t)
	for seed := range uint64(20) {
		c := newChooser(packs, false, seed)
		var spoken []string
		for _, m := range randomMoments(seed, 500) {
			p, _, ok := c.choosePhrase(m)
			if !ok {
				continue
			}
			if slices.Contains(spoken[max(0, len(spoken)-10):], p.ID) {
				t.Fatalf("seed %d: %s after %v", seed, p.ID, spoken[max(0, len(spoken)-10):])
			}
			spoken = append(spoken, p.ID)
			if !p.suits(m) {
				t.Fatalf("seed %d: %+v doesn't suit %+v", seed, p, m)
			}
		}
		if len(spoken) < 200 {
			t.Errorf("seed %d: only %d of 500 moments were spoken of", seed, len(spoken))
		}
	}
}

func TestOneSeedGivesOneEvening(t *testing.T) {
	packs := mustLoad(t)
	run := func(seed uint64) (ids []string) {
		c := newChooser(packs, false, seed)
		for _, m := range randomMoments(1, 200) {
			p, _, _ := c.choosePhrase(m)
			ids = append(ids, p.ID)
		}
		return ids
	}
	if !slices.Equal(run(7), run(7)) {
		t.Error("the same seed spoke otherwise")
	}
	if slices.Equal(run(7), run(8)) {
		t.Error("another seed spoke the same")
	}
}

func TestChoice(t *testing.T) {
	packs := mustLoad(t)
	for _, c := range []struct {
		name, lang, said string
		cues             []face.Cue
		ends             bool
		event            string
		priority         priority
	}{
		{"nothing", "uk", "", []face.Cue{face.Moving}, false, "", 0},
		{"no such sentence", "uk", "ui_title", nil, false, "", 0},
		{"another language", "de", "your_turn", nil, false, "", 0},
		{"greeting before turn", "en", "your_turn_white", []face.Cue{face.Greeting}, false, "greeting", progress},
		{"warning first", "en", "hands_off", []face.Cue{face.VisitorGood}, false, "hands_off", warning},
		{"capture before praise", "en", "my_capture", []face.Cue{face.VisitorGood}, false, "my_capture", progress},
		{"praise before my move", "ru", "my_move", []face.Cue{face.VisitorGood}, false, "good_move", smallTalk},
		{"the last move", "ru", "my_move", []face.Cue{face.VisitorGood}, true, "my_move", outcome},
		{"the visitor has won", "ru", "end_win_no_moves", []face.Cue{face.PiecesLost, face.Beaten}, true, "visitor_wins", outcome},
		{"a broken rule", "uk", "men_go_forward", []face.Cue{face.RuleBroken}, false, "rule", warning},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := face.Moment{Lang: c.lang, Said: []string{c.said}, Cues: c.cues, Ends: c.ends}
			for seed := range uint64(30) {
				p, got, ok := newChooser(packs, false, seed).choosePhrase(m)
				if ok != (c.event != "") || p.Event != c.event || got != c.priority {
					t.Fatalf("seed %d: %q of priority %d", seed, p.Event, got)
				}
			}
		})
	}
}

// A robot that nobody plays with goes on inviting, though the cooldown holds for invitations, too.
func TestInvitationsNeverRunOut(t *testing.T) {
	for lang, pack := range mustLoad(t) {
		for _, attitude := range []face.Attitude{face.Positive, face.Negative} {
			c := newChooser(Packs{lang: pack}, false, 1)
			for n := range 100 {
				m := face.Moment{Lang: lang, Attitude: attitude, Said: []string{"idle_invite"}}
				if p, _, ok := c.choosePhrase(m); !ok || p.Event != "idle" {
					t.Fatalf("%s, %s: nothing at the invitation %d", lang, attitude, n)
				}
			}
		}
	}
}

// The first time, the robot says that it thinks; when that comes up again in the same search, that it
// takes long.
func TestLongThinking(t *testing.T) {
	c := newChooser(mustLoad(t), false, 3)
	events := ""
	for _, ply := range []int{0, 0, 0, 2, 2} {
		p, _, _ := c.choosePhrase(face.Moment{
			Lang: "uk", Attitude: face.Positive, Game: 1, Ply: ply, Said: []string{"thinking"},
		})
		events += p.Event + " "
	}
	if want := "thinking long_thinking long_thinking thinking "; events[:len(want)] != want {
		t.Errorf("spoke of %s", events)
	}
}

// The rival jokes now and then; a robot that sympathises doesn't. A phrase about an emotion or the
// state of the game comes with them only.
func TestAttitudeMoodAndGame(t *testing.T) {
	packs := mustLoad(t)
	count := func(m face.Moment) map[string]int {
		n := map[string]int{}
		for seed := range uint64(300) {
			p, _, _ := newChooser(packs, false, seed).choosePhrase(m)
			n[p.Event]++
			n[p.ID]++
		}
		return n
	}
	m := face.Moment{Lang: "uk", Attitude: face.Negative, Said: []string{"your_turn"}}
	if n := count(m); n["joke"] < 30 || n["joke"] > 120 || n["your_turn"] < 150 {
		t.Errorf("%d jokes, %d turns of 300", n["joke"], n["your_turn"])
	}
	m.Win = -0.5
	if n := count(m); n["your_turn-8"] == 0 || n["your_turn-9"] != 0 {
		t.Errorf("behind: %v", n)
	}
	m.Win = 0.5
	if n := count(m); n["your_turn-9"] == 0 || n["your_turn-8"] != 0 {
		t.Errorf("ahead: %v", n)
	}
	m.Attitude = face.Positive
	if n := count(m); n["joke"] != 0 || n["your_turn-9"] != 0 || n["your_turn-6"] == 0 {
		t.Errorf("positive: %v", n)
	}
	loss := face.Moment{Lang: "uk", Attitude: face.Positive, Cues: []face.Cue{face.PiecesLost}, Emotion: "happy"}
	if n := count(loss); n["my_loss-4"] != 0 || n["my_loss-2"] == 0 {
		t.Errorf("happy: %v", n)
	}
	loss.Emotion = "sad"
	if n := count(loss); n["my_loss-4"] == 0 {
		t.Errorf("sad: %v", n)
	}
}
