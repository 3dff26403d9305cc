// Package words holds what the operator's page says, in Ukrainian, Russian and English.
//
// Everything behind the page speaks English: its log, its faults and what to do about them. The page translates at
// its edge. The English text is the key, so that whoever words a hint or a line of the log writes it once, where it
// belongs; the file sentences.txt has it in the other languages. Translate finds the sentence that a text was made
// from: {name} in it stands for any words, which are translated in their turn, and {name:one|few|many} for the form
// of a word that the number calls for. What visitors see and hear is in face/say.
//
// All functions may be called from any goroutine.
package words

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"crownhead/face/say"
)

//go:embed sentences.txt
var source string

// A sentence is one text in all languages, with its placeholders.
type sentence struct {
	texts   map[say.Lang]string
	pattern *regexp.Regexp // of the English text; nil if it has no placeholder
	names   []string       // of the placeholders, as the pattern's groups have them
	literal int            // letters that are no placeholder: of two patterns that match, the one with more is meant
}

// A catalogue is all sentences: by their English text, and those with placeholders, the most definite first.
type catalogue struct {
	byText   map[string]*sentence
	patterns []*sentence
}

// sentences reads the catalogue at its first call. A test reads it, too, so that it is no fault of a running robot.
var sentences = sync.OnceValue(func() catalogue {
	all, _ := parseSentences(source)
	return all
})

var placeholder = regexp.MustCompile(`\{(\w+)(?::([^}]*))?\}`)

// parseSentences reads blocks of three lines, "en: …", "uk: …" and "ru: …", which empty lines separate. A line with #
// is a comment.
func parseSentences(text string) (catalogue, error) {
	all := catalogue{byText: map[string]*sentence{}}
	for block := range strings.SplitSeq(text, "\n\n") {
		s := &sentence{texts: map[say.Lang]string{}}
		for line := range strings.Lines(block) {
			line = strings.TrimRight(line, "\n")
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			lang, words, found := strings.Cut(line, ": ")
			if _, err := say.ParseLang(lang); err != nil || !found || words == "" {
				return all, fmt.Errorf("words: %q is no text of a language", line)
			}
			if _, twice := s.texts[say.Lang(lang)]; twice {
				return all, fmt.Errorf("words: two texts of %s: %q", lang, line)
			}
			s.texts[say.Lang(lang)] = words
		}
		if len(s.texts) == 0 {
			continue
		}
		english := s.texts[say.English]
		if len(s.texts) != len(say.Langs()) {
			return all, fmt.Errorf("words: a language of %q is missing", english)
		}
		if all.byText[english] != nil {
			return all, fmt.Errorf("words: %q is there twice", english)
		}
		all.byText[english] = s
		if placeholder.MatchString(english) {
			s.compilePattern()
			all.patterns = append(all.patterns, s)
		}
	}
	slices.SortStableFunc(all.patterns, func(a, b *sentence) int { return b.literal - a.literal })
	return all, nil
}

// compilePattern makes the pattern that finds texts made from the English sentence.
func (s *sentence) compilePattern() {
	english, end := s.texts[say.English], 0
	var p strings.Builder
	p.WriteString("^")
	for _, at := range placeholder.FindAllStringSubmatchIndex(english, -1) {
		p.WriteString(regexp.QuoteMeta(english[end:at[0]]))
		s.literal += at[0] - end
		if end = at[1]; at[4] >= 0 {
			forms := strings.Split(english[at[4]:at[5]], "|")
			for i := range forms {
				forms[i] = regexp.QuoteMeta(forms[i])
			}
			p.WriteString("(?:" + strings.Join(forms, "|") + ")")
			continue
		}
		name := english[at[2]:at[3]]
		s.names = append(s.names, name)
		if strings.Contains(english, "{"+name+":") {
			p.WriteString(`(\d+)`)
		} else {
			p.WriteString("(.+?)")
		}
	}
	p.WriteString(regexp.QuoteMeta(english[end:]) + "$")
	s.literal += len(english) - end
	s.pattern = regexp.MustCompile(p.String())
}

// Sentence returns the sentence of an English text with its placeholders, for a script to fill. A text that is not in
// the catalogue stays English.
func Sentence(l say.Lang, english string) string {
	if s := sentences().byText[english]; s != nil && s.texts[l] != "" {
		return s.texts[l]
	}
	return english
}

// Fill returns the sentence of an English text in a language. Names and values of its placeholders alternate; values
// stand as they are. A text that is not in the catalogue stays English.
func Fill(l say.Lang, english string, args ...any) string {
	values := map[string]string{}
	for i := 0; i+1 < len(args); i += 2 {
		values[fmt.Sprint(args[i])] = fmt.Sprint(args[i+1])
	}
	return fillPlaceholders(l, Sentence(l, english), values)
}

func fillPlaceholders(l say.Lang, text string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(text, func(at string) string {
		parts := placeholder.FindStringSubmatch(at)
		if parts[2] == "" {
			return values[parts[1]]
		}
		forms := strings.Split(parts[2], "|")
		return forms[min(pluralForm(l, values[parts[1]]), len(forms)-1)]
	})
}

// pluralForm is which form of a word a number calls for: "one", "few" or "many" of Ukrainian and Russian, "one" or
// "other" of English. A fraction takes the second.
func pluralForm(l say.Lang, number string) int {
	n, err := strconv.Atoi(number)
	switch ten, hundred := n%10, n%100; {
	case err != nil:
		return 1
	case l == say.English && n == 1, l != say.English && ten == 1 && hundred != 11:
		return 0
	case l == say.English, ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14):
		return 1
	}
	return 2
}

// Translate returns a text of the program in a language. What has no sentence in the catalogue, such as a name or what
// the operating system says, stays as it is.
func Translate(l say.Lang, text string) string {
	if l == say.English || text == "" {
		return text
	}
	remembered.mu.Lock()
	defer remembered.mu.Unlock()
	key := langText{l, text}
	words, known := remembered.words[key]
	if !known {
		if len(remembered.words) >= mostRemembered {
			clear(remembered.words)
		}
		words, _ = translateText(l, text)
		remembered.words[key] = words
	}
	return words
}

// A langText is a text, and the language that it is wanted in.
type langText struct {
	lang say.Lang
	text string
}

// mostRemembered bounds what figures that change all the time would fill.
const mostRemembered = 4096

// remembered are the last translations: the page asks for nearly the same ones five times a second.
var remembered = struct {
	mu    sync.Mutex
	words map[langText]string
}{words: map[langText]string{}}

// Knows reports whether a text is made from sentences of the catalogue alone.
func Knows(text string) bool {
	_, known := translateText(say.Ukrainian, text)
	return known
}

// figures stands between groups of figures, never in a sentence.
const figures = " · "

// separators stand between texts that were put together, the loosest first.
var separators = []string{"; ", ": ", ", "}

// packageNames begin the errors of a package; they mean nothing to the operator.
var packageNames = regexp.MustCompile(`^(robot|arm|link|calibrate|kinematics|journal|voice|filelock|command|board|config)$`)

// translateText translates a text that is made from one sentence, or put together from several. It reports whether all of
// it is in the catalogue; if not, the rest stays English.
func translateText(l say.Lang, text string) (words string, known bool) {
	if before, after, cut := strings.Cut(text, figures); cut {
		first, knowsFirst := translateText(l, before)
		rest, knowsRest := translateText(l, after)
		return first + figures + rest, knowsFirst && knowsRest
	}
	best, known := translateSentence(l, text)
	if known {
		return best, true
	}
	for _, sep := range separators {
		for end := strings.Index(text, sep); end >= 0; {
			before, after := text[:end], text[end+len(sep):]
			if sep == ": " && packageNames.MatchString(before) {
				return translateText(l, after)
			}
			first, knowsFirst := translateSentence(l, before)
			rest, knowsRest := translateText(l, after)
			if knowsFirst && knowsRest {
				return first + sep + rest, true
			}
			if best == text && (knowsFirst || knowsRest) {
				best = first + sep + rest
			}
			next := strings.Index(after, sep)
			if next < 0 {
				break
			}
			end += len(sep) + next
		}
	}
	if plain, ended := strings.CutSuffix(text, "."); ended && best == text {
		if words, known := translateText(l, plain); known {
			return words + ".", true
		}
	}
	return best, false
}

// translateSentence translates a text that is made from one sentence. It is not sure of a match in which a
// placeholder stands for several words that are not in the catalogue: the text may be several sentences.
func translateSentence(l say.Lang, text string) (words string, known bool) {
	all := sentences()
	if s := all.byText[text]; s != nil {
		return s.texts[l], true
	}
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return text, true
	}
	if s := all.byText[lowerFirst(text)]; s != nil {
		return upperFirst(s.texts[l]), true
	}
	best := text
	for _, s := range all.patterns {
		found := s.pattern.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		values, sure := map[string]string{}, true
		for i, name := range s.names {
			value, knows := translateText(l, found[i+1])
			values[name] = value
			sure = sure && (knows || !strings.Contains(value, " "))
		}
		if sure {
			return fillPlaceholders(l, s.texts[l], values), true
		}
		if best == text {
			best = fillPlaceholders(l, s.texts[l], values)
		}
	}
	return best, false
}

func lowerFirst(s string) string { return strings.ToLower(s[:min(1, len(s))]) + s[min(1, len(s)):] }

func upperFirst(s string) string {
	for i := range s {
		if i > 0 {
			return strings.ToUpper(s[:i]) + s[i:]
		}
	}
	return strings.ToUpper(s)
}
