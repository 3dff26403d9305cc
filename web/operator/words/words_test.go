package words

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"crownhead/face/say"
)

// Each sentence is there once, in all three languages, filled by the same things.
func TestSentencesAreComplete(t *testing.T) {
	all, err := parseSentences(source)
	if err != nil {
		t.Fatal(err)
	}
	for english, s := range all.byText {
		want := namesIn(english)
		for _, l := range say.Langs() {
			if got := namesIn(s.texts[l]); !slices.Equal(got, want) {
				t.Errorf("%s of %q is filled by %v, not by %v", l, english, got, want)
			}
			forms := map[say.Lang]int{say.English: 2, say.Ukrainian: 3, say.Russian: 3}[l]
			for _, p := range placeholder.FindAllStringSubmatch(s.texts[l], -1) {
				if p[2] != "" && len(strings.Split(p[2], "|")) != forms {
					t.Errorf("%s of %q: %s has not %d forms", l, english, p[0], forms)
				}
			}
		}
	}
	if _, err := parseSentences("en: a\nuk: б"); err == nil {
		t.Error("a sentence without a language is read")
	}
	if _, err := parseSentences("en: a\nuk: б\nru: б\n\nen: a\nuk: б\nru: б"); err == nil {
		t.Error("a sentence that is there twice is read")
	}
}

func namesIn(text string) []string {
	var names []string
	for _, p := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, p[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// What every language writes in Latin letters: names of programs, options, keys.
var latinNames = regexp.MustCompile(`\{[^}]*\}|W:Wa1,Kb2:Bc3|a1-h8|\b[WB]\b|--[a-z]+( F)?|make build|make -C firmware flash( PORT=)?|\b(JavaScript|Page Up|Down|FEN|USB|ModemManager|sudo (fuser -v|usermod -aG)|` +
	`crownhead( (run|doctor|calibrate corners))?|[a-z]+\.[a-z_]+(\.[a-z]+)?(: auto)?|libasound2-dev|C|x|y|Authorization: Bearer TOKEN|web\.token|/operator)\b|/operator`)

// Letters of one language in another's text are the commonest slip of copy and paste.
func TestLettersBelongToTheLanguage(t *testing.T) {
	foreign := map[say.Lang]string{say.Ukrainian: "ыэъёЫЭЪЁ'", say.Russian: "іїєґІЇЄҐ'’", say.English: ""}
	all, _ := parseSentences(source)
	for english, s := range all.byText {
		for l, text := range s.texts {
			if strings.ContainsAny(text, foreign[l]) {
				t.Errorf("%s: foreign letter in %q", l, text)
			}
			plain := text
			if l != say.English {
				plain = latinNames.ReplaceAllString(text, "")
			}
			for _, r := range plain {
				if unicode.IsLetter(r) && unicode.Is(unicode.Latin, r) != (l == say.English) && r != 'π' {
					t.Errorf("%s of %q: %q is of another alphabet in %q", l, english, r, plain)
					break
				}
			}
		}
	}
}

func TestTranslate(t *testing.T) {
	for _, c := range []struct {
		lang     say.Lang
		in, want string
	}{
		{say.English, "link up", "link up"},
		{say.Ukrainian, "link up", "зв’язок є"},
		{say.Ukrainian, "", ""},
		{say.Ukrainian, "what nobody has translated", "what nobody has translated"},
		{say.Russian, "faulty: c3 dead, f6 flicker; masked: a1, b2", "неисправны: c3 мёртв, f6 мигает; не учитываются: a1, b2"},
		{say.Russian, "robot: not now: arm: out of reach: 7.0 mm below the table", "сейчас нет: рука туда не достаёт: 7.0 мм ниже стола"},
		{say.Ukrainian, "Touch at least one slot of each plate of the tray, too.", "Торкніться також хоча б одного гнізда на кожній пластині лотка."},
		{say.Ukrainian, "read as the game has it · 1 change in the last minute", "показують те саме, що й партія · 1 зміна за останню хвилину"},
		{say.Ukrainian, "read as the game has it · 22 changes in the last minute", "показують те саме, що й партія · 22 зміни за останню хвилину"},
		{say.Russian, "112 changes in the last minute", "112 изменений за последнюю минуту"},
		{say.Russian, "21 changes in the last minute", "21 изменение за последнюю минуту"},
		{say.Russian, "12 of 12 captured, 3 of 3 spare kings", "побитых 12 из 12, запасных дамок 3 из 3"},
		{say.Ukrainian, "moving, move c3 slot 4", "рухається, хід c3 → гніздо 4"},
	} {
		for range 2 { // the second is remembered
			if got := Translate(c.lang, c.in); got != c.want {
				t.Errorf("%s: %q is %q, not %q", c.lang, c.in, got, c.want)
			}
		}
	}
	if got := Fill(say.English, "{n} {n:change|changes} in the last minute", "n", 1); got != "1 change in the last minute" {
		t.Errorf("one change: %q", got)
	}
	for i := range 2 * mostRemembered {
		Translate(say.Russian, strconv.Itoa(i))
	}
	if n := len(remembered.words); n > mostRemembered {
		t.Errorf("%d translations are remembered", n)
	}
}

// Whatever text comes, the page shows something, and the same for English.
func FuzzTranslate(f *testing.F) {
	f.Add("faulty: c3 dead; masked: a1")
	f.Add(": ; ·, .")
	f.Fuzz(func(t *testing.T, text string) {
		if (Translate(say.Ukrainian, text) == "") != (text == "") {
			t.Errorf("%q becomes nothing, or the other way round", text)
		}
	})
}
