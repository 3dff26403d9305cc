package voice

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"crownhead/face"
)

// tellMove returns the moment at which the robot tells its move.
func tellMove(m face.SpokenMove) face.Moment {
	key := "my_move"
	if m.Captured > 0 {
		key = "my_capture"
	}
	return face.Moment{Lang: "en", Game: 1, Ply: 2, Phase: "moving", Said: []string{key}, Move: &m}
}

var quietMove = face.SpokenMove{From: "b6", To: "c5"}

func TestMoveInWords(t *testing.T) {
	packs := mustLoad(t)
	for _, c := range []struct {
		lang string
		move face.SpokenMove
		want string
	}{
		{"en", quietMove, "bee six to see five"},
		{"uk", quietMove, "бе шість на це п’ять"},
		{"ru", quietMove, "бэ шесть на цэ пять"},
		{"en", face.SpokenMove{From: "h8", To: "a1", Captured: 2}, "aitch eight to ay one, I take two"},
		{"uk", face.SpokenMove{From: "h8", To: "a1", Captured: 1}, "аш вісім на а один, б’ю одну"},
		{"ru", face.SpokenMove{From: "d2", To: "e1", Crowned: true}, "дэ два на е один, и становится дамкой"},
		{
			"en",
			face.SpokenMove{From: "f4", To: "g1", Captured: 12, Crowned: true},
			"eff four to gee one, I take twelve, and it becomes a king",
		},
	} {
		phrase, ok := packs[c.lang].composeMove(c.move)
		if !ok || phrase.Text != c.want {
			t.Errorf("%s %+v: %q, %t; want %q", c.lang, c.move, phrase.Text, ok, c.want)
		}
	}
}

// The sound of a move has all its parts, one after the other.
func TestMoveIsHeardWhole(t *testing.T) {
	pack := mustLoad(t)["en"]
	move := face.SpokenMove{From: "a1", To: "h8", Captured: 3, Crowned: true}
	phrase, _ := pack.composeMove(move)
	whole, err := decodeVorbis(phrase.Sound, 100)
	if err != nil {
		t.Fatal(err)
	}
	samples := 0
	for _, name := range partsOf(move) {
		for _, part := range pack.Parts {
			if part.Name != name {
				continue
			}
			s, err := decodeVorbis(part.Sound, 100)
			if err != nil {
				t.Fatal(err)
			}
			samples += len(s.samples)
		}
	}
	if len(whole.samples) != samples {
		t.Errorf("%d samples are heard, want %d", len(whole.samples), samples)
	}
	if longest := 5 * time.Second; whole.duration() > longest {
		t.Errorf("the longest move takes %v to say, more than %v", whole.duration(), longest)
	}
}

// Whatever follows the first sound of a chain, decoding ends without a panic.
func TestBrokenChain(t *testing.T) {
	first := mustLoad(t)["en"].Parts[0].Sound
	for _, tail := range []string{"OggS", "OggS\x00\x02", "noise", string(first[:40]), string(first[:len(first)-7])} {
		_, _ = decodeVorbis([]byte(string(first)+tail), 100)
	}
}

// A pack whose parts have different sample rates is refused: they could not be played as one sound.
func TestPartsOfOneRate(t *testing.T) {
	sound := mustLoad(t)["en"].Parts[0].Sound
	other, err := os.ReadFile("testdata/16kHz.ogg")
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	Pack{Parts: []Part{{Name: "to", Sound: sound}, {Name: "king", File: "king.ogg", Sound: other}}}.checkRates(
		func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) })
	want := []string{`part "king": king.ogg has 16000 Hz, the first part 24000 Hz; all need the same`}
	if !slices.Equal(faults, want) {
		t.Errorf("the faults are %q", faults)
	}
	if _, err := decodeVorbis(append(bytes.Clone(sound), other...), 100); err == nil {
		t.Error("two rates are played as one")
	}
}

// Where a move is said, the phrases about moves in general are not.
func TestMoveIsSaidInPlaceOfAPhrase(t *testing.T) {
	packs := mustLoad(t)
	for _, move := range []face.SpokenMove{quietMove, {From: "b6", To: "d4", Captured: 1}} {
		for seed := range uint64(20) {
			q := newSpeechQueue(Options{Packs: packs, Config: DefaultConfig(), Seed: seed})
			begin, _ := q.enqueue(time.Time{}, tellMove(move))
			if begin == nil || begin.ID != "move" {
				t.Errorf("seed %d: %+v begins", seed, begin)
			}
			if next := q.finishUtterance(time.Time{}); next != nil {
				t.Errorf("seed %d: %s follows", seed, next.ID)
			}
		}
	}
}

// Without voice.moves, and with a pack that lacks a part, the robot says of its moves what it said
// before there were parts.
func TestMoveIsNotSaid(t *testing.T) {
	packs := mustLoad(t)
	off := DefaultConfig()
	off.Moves = false
	bare, holed := packs["en"], packs["en"]
	bare.Parts, holed.Parts = nil, holed.Parts[1:]
	for name, o := range map[string]Options{
		"off": {Packs: packs, Config: off}, "without parts": {Packs: Packs{"en": bare}, Config: DefaultConfig()},
		"without one": {Packs: Packs{"en": holed}, Config: DefaultConfig()},
	} {
		begin, _ := newSpeechQueue(o).enqueue(time.Time{}, tellMove(face.SpokenMove{From: "b6", To: "d4", Captured: 1}))
		if begin == nil || begin.Event != "my_capture" {
			t.Errorf("%s: %+v begins", name, begin)
		}
	}
}

// Praise comes before the move that answers it; both come in time or not at all.
func TestMoveAfterPraise(t *testing.T) {
	m := tellMove(quietMove)
	m.Cues = []face.Cue{face.VisitorGood}
	begin := func() *speechQueue {
		q := newSpeechQueue(Options{Packs: mustLoad(t), Config: DefaultConfig(), Seed: 1})
		if p, _ := q.enqueue(time.Time{}, m); p == nil || p.Event != "good_move" {
			t.Fatalf("%+v begins", p)
		}
		return q
	}
	if p := begin().finishUtterance(time.Time{}.Add(2 * time.Second)); p == nil || p.ID != "move" {
		t.Errorf("%+v follows", p)
	}
	if p := begin().finishUtterance(time.Time{}.Add(5 * time.Second)); p != nil {
		t.Errorf("%s follows after five seconds", p.ID)
	}
	q := begin()
	q.enqueue(time.Time{}, face.Moment{Lang: "en", Game: 1, Ply: 2, Phase: "visitor"})
	if p := q.finishUtterance(time.Time{}.Add(time.Second)); p != nil {
		t.Errorf("%s follows although the move is made", p.ID)
	}
}

// A move cuts small talk short, and waits for what matters more.
func TestMoveAmongOthers(t *testing.T) {
	for said, want := range map[string]string{"thinking": "move!", "hands_off": ""} {
		q := newSpeechQueue(Options{Packs: mustLoad(t), Config: DefaultConfig(), Seed: 1})
		q.enqueue(time.Time{}, face.Moment{Lang: "en", Game: 1, Ply: 2, Phase: "moving", Said: []string{said}})
		got := ""
		if p, cut := q.enqueue(time.Time{}, tellMove(quietMove)); p != nil && cut {
			got = p.ID + "!"
		}
		if got != want {
			t.Errorf("during %s begins %q, want %q", said, got, want)
		}
	}
}
