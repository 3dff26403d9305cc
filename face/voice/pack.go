package voice

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"crownhead/face"
)

// A Phrase is one thing to say, with the conditions under which it suits.
type Phrase struct {
	ID       string         `json:"id"`
	Event    string         `json:"event"`              // what it is for; packs/README.md lists them
	Attitude face.Attitude  `json:"attitude,omitempty"` // empty: both
	Emotions []face.Emotion `json:"moods,omitempty"`    // empty: any
	When     string         `json:"when,omitempty"`     // ahead or behind: how the robot stands; empty: always
	Text     string         `json:"text"`
	File     string         `json:"file"` // the sound, beside the pack.json

	Sound []byte `json:"-"` // Ogg Vorbis
}

// How the robot stands in the game, for Phrase.When.
const (
	whenAhead  = "ahead"
	whenBehind = "behind"
)

// A Pack holds the phrases of one language.
type Pack struct {
	Language string   `json:"language"`
	Voice    string   `json:"voice"` // name of the speaking voice, for people
	Phrases  []Phrase `json:"phrases"`
	Parts    []Part   `json:"parts"` // of which moves are said; none: they aren't
}

// Packs are packs by language.
type Packs map[string]Pack

//go:embed packs/*/pack.json packs/*/*.ogg
var builtIn embed.FS

// packLangs are the languages of the built-in packs.
func packLangs() []string { return []string{"uk", "ru", "en"} }

// LoadPacks returns the built-in packs, and in their place those that the folder dir has:
// dir/uk/pack.json with its sounds, and so on. An empty dir has none. The error names every fault of
// every pack.
func LoadPacks(dir string) (Packs, error) {
	packs, faults := Packs{}, []error(nil)
	for _, lang := range packLangs() {
		folder, err := fs.Sub(builtIn, "packs/"+lang)
		if err != nil {
			return nil, fmt.Errorf("voice: %w", err)
		}
		packs[lang], err = readPack(folder, lang, false)
		faults = append(faults, err)
	}
	if dir != "" {
		faults = append(faults, packs.replaceFrom(dir))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return packs, nil
}

// replaceFrom puts the packs of a folder in place of the built-in ones.
func (p Packs) replaceFrom(dir string) error {
	found, faults := false, []error(nil)
	for _, lang := range packLangs() {
		folder := os.DirFS(path.Join(dir, lang))
		if _, err := fs.Stat(folder, packFile); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		found = true
		pack, err := readPack(folder, path.Join(dir, lang), true)
		faults = append(faults, err)
		p[lang] = pack
	}
	if !found {
		want := path.Join(dir, "uk", packFile)
		return fmt.Errorf("voice: %s holds no pack: want %s, or ru or en in place of uk", dir, want)
	}
	return errors.Join(faults...)
}

const packFile = "pack.json"

// readPack reads the pack in a folder, which errors call name, and all its sounds; thorough decodes
// them, too.
func readPack(folder fs.FS, name string, thorough bool) (Pack, error) {
	file := path.Join(name, packFile)
	data, err := fs.ReadFile(folder, packFile)
	if err != nil {
		return Pack{}, fmt.Errorf("voice: %w", err)
	}
	var p Pack
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return Pack{}, fmt.Errorf("voice: %s: %w", lineOfFault(file, data, dec, err), err)
	}
	var faults []error
	bad := func(format string, args ...any) {
		faults = append(faults, fmt.Errorf("voice: %s: "+format, append([]any{file}, args...)...))
	}
	if want := path.Base(name); p.Language != want {
		bad("language is %q, but the folder is that of %s", p.Language, want)
	}
	p.checkPhrases(bad)
	p.checkParts(bad)
	for i := range p.Phrases {
		if p.Phrases[i].Sound, err = loadSound(folder, p.Phrases[i].File, thorough); err != nil {
			bad("phrase %q: %w", p.Phrases[i].ID, err)
		}
	}
	for i := range p.Parts {
		if p.Parts[i].Sound, err = loadSound(folder, p.Parts[i].File, thorough); err != nil {
			bad("part %q: %w", p.Parts[i].Name, err)
		}
	}
	p.checkRates(bad)
	return p, errors.Join(faults...)
}

// lineOfFault returns where a fault is in a JSON file, as file:line.
func lineOfFault(file string, data []byte, dec *json.Decoder, err error) string {
	at := dec.InputOffset()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	}
	return fmt.Sprintf("%s:%d", file, 1+bytes.Count(data[:min(at, int64(len(data)))], []byte("\n")))
}

// checkPhrases compares the words of the phrases with the lists of what there is.
func (p Pack) checkPhrases(bad func(format string, args ...any)) {
	if len(p.Phrases) == 0 {
		bad("there are no phrases")
	}
	ids := map[string]bool{}
	for i, ph := range p.Phrases {
		name := fmt.Sprintf("phrase %q", ph.ID)
		if ph.ID == "" {
			name = fmt.Sprintf("phrase %d", i+1)
			bad("%s has no id", name)
		} else if ids[ph.ID] {
			bad("%s is there twice: each needs an id of its own", name)
		}
		ids[ph.ID] = true
		checkWord(bad, name, "event", ph.Event, eventNames())
		if ph.Attitude != "" {
			checkWord(bad, name, "attitude", ph.Attitude, []face.Attitude{face.Positive, face.Negative})
		}
		if ph.When != "" {
			checkWord(bad, name, "when", ph.When, []string{whenAhead, whenBehind})
		}
		for _, emotion := range ph.Emotions {
			checkWord(bad, name, "mood", emotion, face.Emotions())
		}
		if strings.TrimSpace(ph.Text) == "" {
			bad("%s has no text", name)
		}
	}
}

const (
	longestSound = 10 * time.Second // a longer phrase would outlast its moment
	largestSound = 1 << 20          // bytes
)

// loadSound reads a sound; thorough decodes it, too.
func loadSound(folder fs.FS, name string, thorough bool) ([]byte, error) {
	if name == "" {
		return nil, errors.New("no file: it names the sound, Ogg Vorbis beside the pack.json")
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, largestSound+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > largestSound:
		return nil, fmt.Errorf("%s is larger than a megabyte", name)
	case !thorough:
		return data, nil
	}
	s, err := decodeVorbis(data, 100)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if length := s.duration(); length <= 0 || length > longestSound {
		length = length.Round(time.Millisecond)
		return nil, fmt.Errorf("%s lasts %v; want more than none and at most %v", name, length, longestSound)
	}
	return data, nil
}

// checkWord reports a word that is none of the known ones.
func checkWord[S ~string](bad func(format string, args ...any), owner, what string, word S, known []S) {
	if slices.Contains(known, word) {
		return
	}
	var words []string
	for _, k := range known {
		words = append(words, string(k))
	}
	bad("%s: no %s %q; there are %s", owner, what, string(word), strings.Join(words, " "))
}
