package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// optionTags holds the tags that describe a field of a Config: doc, unit, min, max, oneof, kind.
type optionTags struct{ doc, unit, min, max, oneof, kind string }

func readTags(f reflect.StructField) optionTags {
	return optionTags{f.Tag.Get("doc"), f.Tag.Get("unit"), f.Tag.Get("min"), f.Tag.Get("max"), f.Tag.Get("oneof"), f.Tag.Get("kind")}
}

// numberedSuffix ends a choice that stands for a series: any number from 1 takes the place of the N.
const numberedSuffix = "-N"

// splitChoices returns the words that are allowed, and the prefixes of words that end in a number.
func (t optionTags) splitChoices() (words, series []string) {
	for choice := range strings.SplitSeq(t.oneof, "|") {
		if prefix, many := strings.CutSuffix(choice, numberedSuffix); many {
			series = append(series, prefix+"-")
		} else {
			words = append(words, choice)
		}
	}
	return words, series
}

// allowsWord reports whether a word is one of the choices.
func (t optionTags) allowsWord(word string) bool {
	words, series := t.splitChoices()
	return slices.Contains(words, word) || slices.ContainsFunc(series, func(prefix string) bool {
		digits, found := strings.CutPrefix(word, prefix)
		n, err := strconv.Atoi(digits)
		return found && err == nil && n > 0 && strconv.Itoa(n) == digits
	})
}

// findWord returns the choice that a word means: its case doesn't matter. Without choices it finds nothing.
func (t optionTags) findWord(word string) (string, bool) {
	if t.oneof == "" {
		return "", false
	}
	lower := strings.ToLower(word)
	return lower, t.allowsWord(lower)
}

// describeBounds describes the bounds or choices in words; "" if there are none.
func (t optionTags) describeBounds() string {
	switch {
	case t.oneof != "":
		return strings.ReplaceAll(t.oneof, "|", ", ")
	case t.min != "" && t.max != "":
		return t.min + " … " + t.max
	case t.min != "":
		return "≥ " + t.min
	case t.max != "":
		return "≤ " + t.max
	}
	return ""
}

func (t optionTags) commentText() string {
	limits := strings.TrimSpace(t.describeBounds() + " " + t.unit)
	switch {
	case t.doc == "" || limits == "":
		return t.doc + limits
	default:
		return t.doc + " [" + limits + "]"
	}
}

func optionName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	if name == "-" {
		return ""
	}
	return name
}

func optionNames(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		if name := optionName(t.Field(i)); name != "" {
			out = append(out, name)
		}
	}
	return out
}

func optionField(v reflect.Value, name string) (reflect.Value, optionTags, bool) {
	for i := range v.NumField() {
		if n := optionName(v.Type().Field(i)); n != "" && n == name {
			return v.Field(i), readTags(v.Type().Field(i)), true
		}
	}
	return reflect.Value{}, optionTags{}, false
}

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

func parseBound(s string, none float64) float64 {
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		return x
	}
	return none
}
