// Package say holds every sentence that the robot says to a visitor, in Ukrainian, Russian and English, by key.
//
// A sentence names one thing to do, in words for a child, and fits a large line or two of the screen. The robot speaks as
// "I" without a gender; the visitor is addressed politely and never blamed. Squares are written like d4, moves like c3-d4
// and f4:h6:f8.
//
// The texts are the files active.*.json, built into the program; keys.go names their keys. All functions may be called
// from any goroutine. The package decides nothing: who says what, and when, is the caller's.
package say

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// A Lang is a language by its ISO 639-1 code.
type Lang string

// The languages of the robot.
const (
	Ukrainian Lang = "uk"
	Russian   Lang = "ru"
	English   Lang = "en"
)

// Langs returns all languages, in the order in which a screen offers them.
func Langs() []Lang { return []Lang{Ukrainian, Russian, English} }

// ParseLang returns the language of a code.
func ParseLang(code string) (Lang, error) {
	if !slices.Contains(Langs(), Lang(code)) {
		return "", fmt.Errorf("say: no language %q; write uk, ru or en", code)
	}
	return Lang(code), nil
}

// A Key names a sentence.
type Key string

// Args fill a sentence. Squares are in the order in which the sentence uses them.
type Args struct {
	Squares []string
	Move    string
	Number  string
}

// Sentinels of Render.
var (
	ErrUnknown = errors.New("no such sentence")
	ErrArgs    = errors.New("the sentence needs more squares, a move or a number")
)

// ellipsis stands where an argument is missing.
const ellipsis = "…"

// Text returns the sentence of a key. What is missing shows as "…", and a sentence that does not exist as its key in
// square brackets: a visitor must never meet an empty screen.
func Text(l Lang, k Key, a Args) string {
	text, _ := Render(l, k, a)
	if text == "" {
		return "[" + string(k) + "]"
	}
	return text
}

// Render is Text with the reason of a failure: ErrUnknown, or ErrArgs together with the incomplete text.
func Render(l Lang, k Key, a Args) (string, error) {
	set, err := load()
	if err != nil {
		return "", err
	}
	voice, ok := set.voices[l]
	if !ok || !set.has(k) {
		return "", fmt.Errorf("say: %s in %q: %w", k, l, ErrUnknown)
	}
	data := &fields{args: a}
	ask := &i18n.LocalizeConfig{MessageID: string(k), TemplateData: data}
	text, err := voice.Localize(ask)
	if err != nil {
		return "", fmt.Errorf("say: %s in %q: %w: %w", k, l, ErrUnknown, err)
	}
	if data.missing {
		return text, fmt.Errorf("say: %s: %w", k, ErrArgs)
	}
	return text, nil
}

// Keys returns all keys in alphabetical order.
func Keys() []Key {
	set, err := load()
	if err != nil {
		return nil
	}
	return slices.Clone(set.keys)
}

// Has tells whether a sentence exists.
func Has(k Key) bool {
	set, err := load()
	return err == nil && set.has(k)
}

// fields is what a sentence may write between braces.
type fields struct {
	args    Args
	missing bool
}

// Square is the first square, To the second.
func (f *fields) Square() string { return f.nth(0) }
func (f *fields) To() string     { return f.nth(1) }

// Move is a move in notation.
func (f *fields) Move() string { return f.orEllipsis(f.args.Move) }

// Number is a number in digits.
func (f *fields) Number() string { return f.orEllipsis(f.args.Number) }

// Squares is all squares in a row.
func (f *fields) Squares() string { return f.orEllipsis(strings.Join(f.args.Squares, ", ")) }

func (f *fields) nth(i int) string {
	if i >= len(f.args.Squares) {
		return f.orEllipsis("")
	}
	return f.orEllipsis(f.args.Squares[i])
}

func (f *fields) orEllipsis(s string) string {
	if s == "" {
		f.missing = true
		return ellipsis
	}
	return s
}

//go:embed active.*.json
var files embed.FS

// A catalogue is the loaded files.
type catalogue struct {
	voices map[Lang]*i18n.Localizer
	keys   []Key // sorted
}

func (c *catalogue) has(k Key) bool {
	_, ok := slices.BinarySearch(c.keys, k)
	return ok
}

var load = sync.OnceValues(loadFiles)

func loadFiles() (*catalogue, error) {
	bundle := i18n.NewBundle(language.Ukrainian)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	set := &catalogue{voices: map[Lang]*i18n.Localizer{}}
	for _, l := range Langs() {
		file, err := bundle.LoadMessageFileFS(files, "active."+string(l)+".json")
		if err != nil {
			return nil, fmt.Errorf("say: reading the sentences of %s: %w", l, err)
		}
		for _, m := range file.Messages {
			set.keys = append(set.keys, Key(m.ID))
		}
	}
	slices.Sort(set.keys)
	set.keys = slices.Compact(set.keys)
	for _, l := range Langs() {
		set.voices[l] = i18n.NewLocalizer(bundle, string(l))
	}
	return set, nil
}
