package say

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// full fills every placeholder, with the longest values that a game brings.
var full = Args{Squares: []string{"d4", "f6", "h8"}, Move: "f4:h6:f8:c5:g1", Number: "2400"}

// keyConstants reads the keys from the source: a sentence without a constant, or the other way round,
// is a fault.
func keyConstants(t *testing.T) []Key {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "keys.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var keys []Key
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			s, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, Key(s))
		}
		return true
	})
	return keys
}

func TestEachConstantHasASentenceAndBack(t *testing.T) {
	want := keyConstants(t)
	slices.Sort(want)
	if dup := slices.Compact(slices.Clone(want)); len(dup) != len(want) {
		t.Errorf("a key is named by two constants")
	}
	if got := Keys(); !slices.Equal(got, want) {
		t.Errorf("files hold %d keys, keys.go %d:\nfiles %v\nkeys  %v", len(got), len(want), got, want)
	}
}

// sourceTexts returns the source texts of a language: one for each key, or one for each plural form.
func sourceTexts(t *testing.T, l Lang) map[string]any {
	t.Helper()
	data, err := files.ReadFile("active." + string(l) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]any
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

func pluralForms(v any) []string {
	if s, ok := v.(string); ok {
		return []string{s}
	}
	var all []string
	for _, s := range v.(map[string]any) {
		all = append(all, s.(string))
	}
	return all
}

var placeholder = regexp.MustCompile(`{{\.(\w+)}}`)

func TestLanguagesUseTheSamePlaceholders(t *testing.T) {
	uk := sourceTexts(t, Ukrainian)
	for _, l := range Langs() {
		for key, v := range sourceTexts(t, l) {
			if uk[key] == nil {
				t.Errorf("%s: %s is not in Ukrainian", l, key)
				continue
			}
			want := placeholderNames(pluralForms(uk[key])[0])
			for _, form := range pluralForms(v) {
				if got := placeholderNames(form); !slices.Equal(got, want) {
					t.Errorf("%s %s: placeholders %v, in Ukrainian %v", l, key, got, want)
				}
			}
		}
	}
}

func placeholderNames(s string) []string {
	var names []string
	for _, m := range placeholder.FindAllStringSubmatch(s, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return names
}

func TestEverySentenceRenders(t *testing.T) {
	broken := regexp.MustCompile(`<no value>|{{|}}|\[|  | [.,!?]|%!`)
	for _, l := range Langs() {
		for _, k := range Keys() {
			text, err := Render(l, k, full)
			if err != nil {
				t.Errorf("%s %s: %v", l, k, err)
			}
			if text == "" || text != strings.TrimSpace(text) || broken.MatchString(text) {
				t.Errorf("%s %s: %q is not a clean sentence", l, k, text)
			}
			if n := utf8.RuneCountInString(text); n > 90 {
				t.Errorf("%s %s: %d characters do not fit the screen: %q", l, k, n, text)
			}
			if !isWord(k) && !strings.ContainsAny(text[len(text)-1:], ".!?") && !strings.HasSuffix(text, "…") {
				t.Errorf("%s %s: %q has no end", l, k, text)
			}
			if first, _ := utf8.DecodeRuneInString(text); !unicode.IsUpper(first) && !unicode.IsDigit(first) {
				t.Errorf("%s %s: %q does not begin with a capital", l, k, text)
			}
		}
	}
}

// isWord reports whether a key names a label and no sentence.
func isWord(k Key) bool {
	for _, prefix := range []string{"ui_", "bar_", "level_", "lang_"} {
		if strings.HasPrefix(string(k), prefix) {
			return true
		}
	}
	return false
}

// latin is what every language writes in Latin letters: keys of a keyboard, a name.
var latin = regexp.MustCompile(`\b(T|Delete|JavaScript)\b`)

// Letters of one language in the text of the other are the commonest slip of copy and paste.
func TestLettersBelongToTheLanguage(t *testing.T) {
	foreign := map[Lang]string{
		Ukrainian: "ыэъёЫЭЪЁ'",
		Russian:   "іїєґІЇЄҐ'’",
		English:   "'",
	}
	for _, l := range Langs() {
		for _, k := range Keys() {
			if strings.HasPrefix(string(k), "lang_") {
				continue
			}
			text := placeholder.ReplaceAllString(strings.Join(pluralForms(sourceTexts(t, l)[string(k)]), " "), "")
			if strings.ContainsAny(text, foreign[l]) {
				t.Errorf("%s %s: foreign letter in %q", l, k, text)
			}
			for _, r := range latin.ReplaceAllString(text, "") {
				if isLatin := unicode.Is(unicode.Latin, r); unicode.IsLetter(r) && isLatin != (l == English) {
					t.Errorf("%s %s: %q is of another alphabet: %q", l, k, r, text)
				}
			}
		}
	}
}

func TestArgumentsLandInTheirPlaces(t *testing.T) {
	for _, c := range []struct {
		lang Lang
		key  Key
		args Args
		want string
	}{
		{Ukrainian, CaptureGoesOn, full, "Можна бити далі: з d4 на f6!"},
		{Russian, HelpPick, full, "Не могу взять шашку. Перенесите её с d4 на f6."},
		{English, MyMove, Args{Move: "c3-d4"}, "My move: c3-d4."},
		{English, PutBack, Args{}, "Put your checker back on …."},
		{English, "no_such_key", Args{}, "[no_such_key]"},
		{"de", YourTurn, Args{}, "[your_turn]"},
	} {
		if got := Text(c.lang, c.key, c.args); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.lang, c.key, got, c.want)
		}
	}
}

func TestRenderTellsWhy(t *testing.T) {
	if _, err := Render(English, "no_such_key", Args{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("unknown key: %v", err)
	}
	if _, err := Render("de", YourTurn, Args{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("unknown language: %v", err)
	}
	if _, err := Render(English, HelpPick, Args{Squares: []string{"d4"}}); !errors.Is(err, ErrArgs) {
		t.Errorf("second square missing: %v", err)
	}
	if Has("no_such_key") || !Has(YourTurn) {
		t.Errorf("Has does not tell sentences apart")
	}
}

func TestParseLang(t *testing.T) {
	for _, l := range Langs() {
		if got, err := ParseLang(string(l)); err != nil || got != l {
			t.Errorf("ParseLang(%q) = %q, %v", l, got, err)
		}
	}
	if _, err := ParseLang("ua"); err == nil {
		t.Errorf("ParseLang accepts ua")
	}
}

// Whatever a caller hands in, the visitor sees something.
func TestTextIsNeverEmpty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Lang(rapid.OneOf(rapid.SampledFrom([]string{"uk", "ru", "en"}), rapid.String()).Draw(t, "lang"))
		k := Key(rapid.OneOf(rapid.SampledFrom([]string{"help_pick", "my_move"}), rapid.String()).Draw(t, "key"))
		args := Args{
			Squares: rapid.SliceOf(rapid.String()).Draw(t, "squares"),
			Move:    rapid.String().Draw(t, "move"),
		}
		if Text(l, k, args) == "" {
			t.Fatalf("no text for %q in %q", k, l)
		}
	})
}

func TestTextFromManyGoroutines(t *testing.T) {
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for _, k := range Keys() {
				Text(Ukrainian, k, full)
			}
		})
	}
	wait.Wait()
}

func BenchmarkText(b *testing.B) {
	for b.Loop() {
		Text(Ukrainian, HelpPick, full)
	}
}
