// Package say holds every sentence that the robot says to a visitor, in Ukrainian, Russian and English,
// by key.
//
// A sentence names one thing to do, in words for a child, and fits one or two large lines of the
// screen. The robot speaks as "I" without a gender; it addresses the visitor politely and never blames
// them. Squares are written like d4, moves like c3-d4 and f4:h6:f8.
//
// The texts are the files active.*.json, built into the program; keys.go names their keys. All
// functions may be called from any goroutine. The package decides nothing: the caller knows what is
// said, and when.
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

// The errors of Render.
var (
	ErrUnknown = errors.New("no such sentence")
	ErrArgs    = errors.New("the sentence needs more squares, a move or a number")
)

// ellipsis stands where an argument is missing.
const ellipsis = "…"

// Text returns the sentence of a key. A missing argument shows as "…", and a sentence that does not
// exist as its key in square brackets: the screen must never be empty.
func Text(l Lang, k Key, a Args) string {
	text, _ := Render(l, k, a)
	if text == "" {
		return "[" + string(k) + "]"
	}
	return text
}

// Render returns the sentence of a key, or why it can't: ErrUnknown, or ErrArgs together with the
// incomplete text.
func Render(l Lang, k Key, a Args) (string, error) {
	sentences, err := loadCatalogue()
	if err != nil {
		return "", err
	}
	localizer, ok := sentences.localizers[l]
	if !ok || !sentences.contains(k) {
		return "", fmt.Errorf("say: %s in %q: %w", k, l, ErrUnknown)
	}
	data := &templateData{args: a}
	text, err := localizer.Localize(&i18n.LocalizeConfig{MessageID: string(k), TemplateData: data})
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
	sentences, err := loadCatalogue()
	if err != nil {
		return nil
	}
	return slices.Clone(sentences.keys)
}

// Has reports whether a sentence exists.
func Has(k Key) bool {
	sentences, err := loadCatalogue()
	return err == nil && sentences.contains(k)
}

// templateData is what a sentence may write between braces.
type templateData struct {
	args    Args
	missing bool
}

// Square is the first square, To the second.
func (d *templateData) Square() string { return d.squareAt(0) }
func (d *templateData) To() string     { return d.squareAt(1) }

// Move is a move in notation.
func (d *templateData) Move() string { return d.orEllipsis(d.args.Move) }

// Number is a number in digits.
func (d *templateData) Number() string { return d.orEllipsis(d.args.Number) }

// Squares is all squares in a row.
func (d *templateData) Squares() string { return d.orEllipsis(strings.Join(d.args.Squares, ", ")) }

func (d *templateData) squareAt(i int) string {
	if i >= len(d.args.Squares) {
		return d.orEllipsis("")
	}
	return d.orEllipsis(d.args.Squares[i])
}

func (d *templateData) orEllipsis(s string) string {
	if s == "" {
		d.missing = true
		return ellipsis
	}
	return s
}

//go:embed active.*.json
var files embed.FS

// A catalogue holds the loaded sentences.
type catalogue struct {
	localizers map[Lang]*i18n.Localizer
	keys       []Key // sorted
}

func (c *catalogue) contains(k Key) bool {
	_, ok := slices.BinarySearch(c.keys, k)
	return ok
}

// loadCatalogue reads the sentences at its first call.
var loadCatalogue = sync.OnceValues(readCatalogue)

func readCatalogue() (*catalogue, error) {
	bundle := i18n.NewBundle(language.Ukrainian)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	sentences := &catalogue{localizers: map[Lang]*i18n.Localizer{}}
	for _, l := range Langs() {
		file, err := bundle.LoadMessageFileFS(files, "active."+string(l)+".json")
		if err != nil {
			return nil, fmt.Errorf("say: reading the sentences of %s: %w", l, err)
		}
		for _, m := range file.Messages {
			sentences.keys = append(sentences.keys, Key(m.ID))
		}
	}
	slices.Sort(sentences.keys)
	sentences.keys = slices.Compact(sentences.keys)
	for _, l := range Langs() {
		sentences.localizers[l] = i18n.NewLocalizer(bundle, string(l))
	}
	return sentences, nil
}
