package config

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// tags are what a Config field says of itself: yaml, doc, unit, min, max, oneof.
type tags struct{ doc, unit, min, max, oneof string }

func tagsOf(f reflect.StructField) tags {
	return tags{f.Tag.Get("doc"), f.Tag.Get("unit"), f.Tag.Get("min"), f.Tag.Get("max"), f.Tag.Get("oneof")}
}

// numbered ends a choice that stands for many: with any number, from 1, in place of the N.
const numbered = "-N"

// choices are the words that are allowed, and the beginnings of those that end in a number.
func (t tags) choices() (words, series []string) {
	for choice := range strings.SplitSeq(t.oneof, "|") {
		if prefix, many := strings.CutSuffix(choice, numbered); many {
			series = append(series, prefix+"-")
		} else {
			words = append(words, choice)
		}
	}
	return words, series
}

// allows tells whether a word is one of the choices.
func (t tags) allows(word string) bool {
	words, series := t.choices()
	return slices.Contains(words, word) || slices.ContainsFunc(series, func(prefix string) bool {
		digits, found := strings.CutPrefix(word, prefix)
		n, err := strconv.Atoi(digits)
		return found && err == nil && n > 0 && strconv.Itoa(n) == digits
	})
}

// bounds says the limits in words, "" when there are none.
func (t tags) bounds() string {
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

// A validator is a Config with rules across its fields; bad takes a path below it and what is wrong there.
type validator interface {
	Validate(bad func(path, problem string))
}

// check holds v against its tags and rules.
func (w *walker) check(v reflect.Value, path string, t tags) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if name := nameOf(v.Type().Field(i)); name != "" {
				w.check(v.Field(i), join(path, name), tagsOf(v.Type().Field(i)))
			}
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			w.check(v.MapIndex(k), join(path, k.String()), t)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.check(v.Index(i), fmt.Sprintf("%s[%d]", path, i), t)
		}
	case reflect.Float64:
		w.number(v.Float(), path, t)
	case reflect.Int:
		w.number(float64(v.Int()), path, t)
	case reflect.String:
		if t.oneof != "" && !t.allows(v.String()) {
			w.problem(path, fmt.Sprintf("%q is none of %s", v.String(), t.bounds()))
		}
	}
	if val, ok := v.Interface().(validator); ok {
		val.Validate(func(sub, problem string) { w.problem(join(path, sub), problem) })
	}
}

func (w *walker) number(x float64, path string, t tags) {
	low, high := bound(t.min, math.Inf(-1)), bound(t.max, math.Inf(1))
	if math.IsNaN(x) || math.IsInf(x, 0) || x < low || x > high {
		w.hinted(path, strings.TrimSpace(fmt.Sprintf("%v is outside %s %s", x, t.bounds(), t.unit)), otherUnit(x, low, high, t.unit))
	}
}

// otherUnits are what people write instead, and how many of the right unit it is.
var otherUnits = map[string][]struct {
	name string
	is   float64
}{
	"mm": {{"cm", 10}, {"m", 1000}}, "mm/s": {{"cm/s", 10}, {"m/s", 1000}},
	"s": {{"ms", 0.001}}, "ms": {{"s", 1000}}, "µs": {{"ms", 1000}},
	"°": {{"rad", 180 / math.Pi}}, "°/s": {{"rad/s", 180 / math.Pi}},
}

// otherUnit guesses that a number out of bounds was meant in another unit.
func otherUnit(x, low, high float64, unit string) string {
	for _, other := range otherUnits[unit] {
		if meant := x * other.is; x != 0 && meant >= low && meant <= high {
			return fmt.Sprintf("the unit is %s: %v %s are %.4g", unit, x, other.name, meant)
		}
	}
	return ""
}

func bound(s string, none float64) float64 {
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		return x
	}
	return none
}

// problem files a fault under the nearest place in the file: the option itself, else the group that holds it.
func (w *walker) problem(path, problem string) { w.hinted(path, problem, "") }

func (w *walker) hinted(path, problem, hint string) {
	path = strings.TrimSuffix(path, ".")
	f := Fault{Path: path, Problem: problem, Hint: hint}
	for p := path; ; p = p[:max(strings.LastIndexAny(p, ".["), 0)] {
		if n, ok := w.places[p]; ok {
			f.Line, f.Column = n.Line, n.Column
			break
		}
		if p == "" {
			break
		}
	}
	w.faults = append(w.faults, f)
}

func nameOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	if name == "-" {
		return ""
	}
	return name
}

func names(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		if name := nameOf(t.Field(i)); name != "" {
			out = append(out, name)
		}
	}
	return out
}

func fieldByName(v reflect.Value, name string) (reflect.Value, bool) {
	for i := range v.NumField() {
		if n := nameOf(v.Type().Field(i)); n != "" && n == name {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// suggestion names the option that was probably meant, or all that exist here.
func suggestion(wrong string, known []string) string {
	best, least := "", 2+len(wrong)/3
	for _, k := range known {
		if d := distance(wrong, k); d < least {
			best, least = k, d
		}
	}
	if best != "" {
		return "did you mean " + best + "?"
	}
	return "known here: " + strings.Join(known, ", ")
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
