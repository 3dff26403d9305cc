package voice

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/jfreymuth/oggvorbis"

	"crownhead/face"
	"crownhead/face/say"
)

// The packs that the robot ships with are whole: every language says the same things under the same
// conditions, and every sound is as long as its text. Each phrase is decoded in one of the languages
// only, because that takes a while.
func TestBuiltInPacks(t *testing.T) {
	packs := mustLoad(t)
	for n, lang := range packLangs() {
		phrases := packs[lang].Phrases
		if len(phrases) < 40 {
			t.Errorf("%s has %d phrases, wanted 40", lang, len(phrases))
		}
		for i, p := range phrases {
			first := packs["uk"].Phrases[i]
			if p.ID != first.ID || p.Event != first.Event || p.Attitude != first.Attitude || p.When != first.When {
				t.Errorf("%s: %s stands where uk has %s", lang, p.ID, first.ID)
			}
			samples, format, err := oggvorbis.GetLength(bytes.NewReader(p.Sound))
			if err != nil || format.SampleRate != 24000 || format.Channels != 1 {
				t.Errorf("%s %s: %v, %+v", lang, p.ID, err, format)
				continue
			}
			length := float64(samples) / 24000
			if perRune := length / float64(len([]rune(p.Text))); perRune < 0.03 || perRune > 0.2 {
				t.Errorf("%s %s: %.2f s for %q is no speech", lang, p.ID, length, p.Text)
			}
			if i%len(packLangs()) != n {
				continue
			}
			s, err := decodeVorbis(p.Sound, 100)
			if err != nil || s.duration() != s.rate.D(int(samples)) {
				t.Errorf("%s %s: %v", lang, p.ID, err)
				continue
			}
			if loud := rms(s.samples); loud < 0.04 || loud > 0.2 {
				t.Errorf("%s %s: its loudness is %.3f, the others' about 0.1", lang, p.ID, loud)
			}
		}
	}
}

// Every language has every part of a move, spoken, no slower than a phrase, and all at one rate.
func TestBuiltInParts(t *testing.T) {
	for lang, pack := range mustLoad(t) {
		var names []string
		for _, p := range pack.Parts {
			names = append(names, p.Name)
			samples, format, err := oggvorbis.GetLength(bytes.NewReader(p.Sound))
			if err != nil || format.SampleRate != 24000 || format.Channels != 1 || samples < 6000 || samples > 48000 {
				t.Errorf("%s %s: %d samples, %v, %+v", lang, p.Name, samples, err, format)
			}
		}
		if want := partNames(); !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(want))) {
			t.Errorf("%s has the parts %v, want %v", lang, names, want)
		}
	}
}

// Both attitudes have something to say at every event, in every mood, however the game stands.
func TestEveryEventHasPhrases(t *testing.T) {
	packs := mustLoad(t)
	for _, lang := range packLangs() {
		for _, event := range eventNames() {
			for _, attitude := range []face.Attitude{face.Positive, face.Negative} {
				m := face.Moment{Attitude: attitude}
				none := !slices.ContainsFunc(packs[lang].Phrases, func(p Phrase) bool {
					return p.Event == event && p.suits(m)
				})
				if none && (event != "joke" || attitude == face.Negative) {
					t.Errorf("%s: nothing for %s in the attitude %s", lang, event, attitude)
				}
			}
		}
	}
}

// A synthesizer would read letters of another alphabet out wrongly.
func TestTextsAreOfTheirLanguage(t *testing.T) {
	foreign := map[string]string{"uk": "ыэъёЫЭЪЁ'", "ru": "іїєґІЇЄҐ’'", "en": "'"}
	for lang, pack := range mustLoad(t) {
		texts := map[string]string{}
		for _, p := range pack.Phrases {
			texts[p.ID] = p.Text
		}
		for _, p := range pack.Parts {
			texts["part "+p.Name] = p.Text
		}
		for id, text := range texts {
			if strings.ContainsAny(text, foreign[lang]) {
				t.Errorf("%s %s: foreign letter in %q", lang, id, text)
			}
			for _, r := range text {
				if unicode.IsLetter(r) && unicode.Is(unicode.Latin, r) != (lang == "en") {
					t.Errorf("%s %s: %q is of another alphabet: %q", lang, id, r, text)
				}
			}
		}
	}
}

// Scene 18: no visitor, who may be a child, hears an unkind word: the rival teases and boasts, and
// never hurts.
func TestScene18NoUnkindWord(t *testing.T) {
	unkind := regexp.MustCompile(`(?i)дур|туп|слабак|невдах|нікчем|жалюг|ганьб|погано граєш|` +
		`неудачник|ничтож|позор|плохо игра|идиот|глуп|` +
		`stupid|fool|\bloser|idiot|pathetic|weak|dumb|shame|bad player|hopeless|кричи|заткн|shut up`)
	for lang, pack := range mustLoad(t) {
		for _, p := range pack.Phrases {
			if unkind.MatchString(p.Text) {
				t.Errorf("%s %s: %q", lang, p.ID, p.Text)
			}
			blames := slices.Contains([]string{"rule", "must_capture", "mend", "hold_still", "hands_off"}, p.Event)
			if blames && p.Attitude == face.Negative {
				t.Errorf("%s %s: a visitor who errs is never teased for it", lang, p.ID)
			}
		}
	}
}

func TestEventsHaveSentences(t *testing.T) {
	spoken := map[say.Key]string{}
	for _, e := range events {
		for _, k := range e.keys {
			alone := event{keys: []string{k}}
			if !slices.ContainsFunc(say.Keys(), func(key say.Key) bool { return alone.isAbout(string(key)) }) {
				t.Errorf("%s: %s is no sentence", e.name, k)
			}
		}
		for _, key := range say.Keys() {
			if !e.isAbout(string(key)) {
				continue
			}
			if other, taken := spoken[key]; taken {
				t.Errorf("both %s and %s speak of %s", other, e.name, key)
			}
			spoken[key] = e.name
		}
	}
	for _, key := range say.Keys() {
		if strings.HasPrefix(string(key), "end_") && spoken[key] == "" {
			t.Errorf("nothing is said aloud at %s", key)
		}
	}
}

// The README of the packs lists every event under its priority, in the order of the table.
func TestReadmeListsTheEvents(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("packs", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	lists := map[priority]string{}
	for _, e := range events {
		lists[e.priority] = strings.TrimSpace(lists[e.priority] + " " + e.name)
	}
	for p, list := range lists {
		if want := "| `" + list + "` |"; !strings.Contains(string(readme), want) {
			t.Errorf("packs/README.md lacks the events of priority %d:\n%s", p, want)
		}
	}
}

// writePack makes a folder with one pack of an operator's own.
func writePack(t *testing.T, lang, json string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, lang), 0o755); err != nil {
		t.Fatal(err)
	}
	sound := mustLoad(t)["en"].Phrases[0].Sound
	for name, data := range map[string][]byte{
		"pack.json": []byte(json), "hello.ogg": sound, "torn.ogg": sound[:len(sound)/2],
		"noise.ogg": []byte("this is no sound"), "empty.ogg": nil, "huge.ogg": make([]byte, largestSound+1),
	} {
		if err := os.WriteFile(filepath.Join(dir, lang, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOwnPack(t *testing.T) {
	dir := writePack(t, "ru", "\ufeff"+`{"language": "ru", "voice": "Маша", "phrases": [
		{"id": "a", "event": "greeting", "attitude": "negative", "moods": ["happy"], "when": "ahead",
		 "text": "Привет", "file": "hello.ogg"}]}`)
	packs, err := LoadPacks(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(packs["ru"].Phrases) != 1 || packs["ru"].Voice != "Маша" || len(packs["uk"].Phrases) < 40 {
		t.Errorf("ru has %d phrases, uk %d", len(packs["ru"].Phrases), len(packs["uk"].Phrases))
	}
}

// Every fault of an operator's own pack is named at once, with the file and the phrase.
func TestFaultsOfOwnPacks(t *testing.T) {
	many := `{"language": "uk", "phrases": [
		{"id": "a", "event": "gretting", "attitude": "rude", "moods": ["glad"], "when": "late",
		 "text": " ", "file": "hello.ogg"},
		{"id": "a", "event": "greeting", "text": "x", "file": "missing.ogg"},
		{"id": "b", "event": "greeting", "text": "x", "file": "noise.ogg"},
		{"id": "c", "event": "greeting", "text": "x", "file": "empty.ogg"},
		{"id": "d", "event": "greeting", "text": "x", "file": "huge.ogg"},
		{"id": "e", "event": "greeting", "text": "x", "file": "../secret.ogg"},
		{"id": "f", "event": "greeting", "text": "x"},
		{"event": "greeting", "text": "x", "file": "hello.ogg"}],
		"parts": [
		{"name": "b7", "text": "x", "file": "hello.ogg"},
		{"name": "b6", "text": " ", "file": "hello.ogg"},
		{"name": "b6", "text": "x", "file": "nothing.ogg"},
		{"text": "x", "file": "hello.ogg"}]}`
	for _, c := range []struct {
		name, lang, json string
		want             []string
	}{
		{"many", "ru", many, []string{
			`ru/pack.json: language is "uk", but the folder is that of ru`,
			`phrase "a": no event "gretting"; there are hands_off`, `no attitude "rude"; there are positive negative`,
			`no mood "glad"; there are neutral`, `no when "late"; there are ahead behind`, `phrase "a" has no text`,
			`phrase "a" is there twice`, `missing.ogg`, `phrase "b": noise.ogg: no Ogg Vorbis sound`,
			`phrase "c": empty.ogg`,
			`phrase "d": huge.ogg is larger than a megabyte`, `phrase "e"`, `phrase "f": no file`, `phrase 8 has no id`,
			`part "b7": no name "b7"; there are to king take-1`, `part "b6" has no text`, `part "b6" is there twice`,
			`nothing.ogg`, `part 4 has no name`,
		}},
		{"no phrases", "uk", `{"language": "uk"}`, []string{"there are no phrases"}},
		{"syntax", "uk", "{\n\"language\": \"uk\",\n,}", []string{"uk/pack.json:3: invalid character"}},
		{"kind", "uk", "{\n\"language\": 5}", []string{"uk/pack.json:2: json: cannot unmarshal number"}},
		{"unknown", "uk", `{"language": "uk", "phrazes": []}`, []string{`unknown field "phrazes"`}},
		{"empty file", "uk", ``, []string{"uk/pack.json:1: EOF"}},
		{"no pack", "de", `{}`, []string{"holds no pack: want", "uk/pack.json"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := LoadPacks(writePack(t, c.lang, c.json))
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v\nlacks %s", err, want)
				}
			}
		})
	}
}

// A sound that was cut off, or never was one, is an error or shorter, and nothing worse.
func FuzzDecode(f *testing.F) {
	packs, err := LoadPacks("")
	if err != nil {
		f.Fatal(err)
	}
	whole := packs["en"].Phrases[3].Sound
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("OggS"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := decodeVorbis(data, 100)
		if err == nil && s.rate <= 0 {
			t.Errorf("a rate of %d", s.rate)
		}
	})
}
