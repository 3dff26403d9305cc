package config

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// A validator is a Config with rules across its fields. It calls bad with a path below it and what is wrong there.
type validator interface {
	Validate(bad func(path, problem string))
}

// validate checks v against its tags and rules.
func (w *decoder) validate(v reflect.Value, path string, t optionTags) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if name := optionName(v.Type().Field(i)); name != "" {
				w.validate(v.Field(i), joinPath(path, name), readTags(v.Type().Field(i)))
			}
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			w.validate(v.MapIndex(k), joinPath(path, k.String()), t)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.validate(v.Index(i), fmt.Sprintf("%s[%d]", path, i), t)
		}
	case reflect.Float64:
		w.checkBounds(v.Float(), path, t)
	case reflect.Int:
		w.checkBounds(float64(v.Int()), path, t)
	case reflect.String:
		if t.oneof != "" && !t.allowsWord(v.String()) {
			words, _ := t.splitChoices()
			w.addProblemWithHint(path, fmt.Sprintf("%q is not one of %s", v.String(), t.describeBounds()), suggestWord(v.String(), words))
		}
	}
	if val, ok := v.Interface().(validator); ok {
		val.Validate(func(sub, problem string) { w.addProblem(joinPath(path, sub), problem) })
	}
}

// suggestWord returns a hint with the choice that was probably meant; "" if none is near.
func suggestWord(wrong string, words []string) string {
	if hint := suggestName(wrong, words); strings.HasPrefix(hint, didYouMean) {
		return hint
	}
	return ""
}

func (w *decoder) checkBounds(x float64, path string, t optionTags) {
	low, high := parseBound(t.min, math.Inf(-1)), parseBound(t.max, math.Inf(1))
	if math.IsNaN(x) || math.IsInf(x, 0) || x < low || x > high {
		problem := strings.TrimSpace(fmt.Sprintf("%v is outside %s %s", x, t.describeBounds(), t.unit))
		w.addProblemWithHint(path, problem, guessUnit(x, low, high, t.unit))
	}
}

// unitMistakes holds, by unit, the units that people write instead, and how many of the right unit each is.
var unitMistakes = map[string][]struct {
	name string
	is   float64
}{
	"mm": {{"cm", 10}, {"m", 1000}}, "mm/s": {{"cm/s", 10}, {"m/s", 1000}},
	"s": {{"ms", 0.001}, {"min", 60}, {"h", 3600}}, "ms": {{"s", 1000}}, "µs": {{"ms", 1000}},
	"°": {{"rad", 180 / math.Pi}}, "°/s": {{"rad/s", 180 / math.Pi}},
}

// guessUnit returns a hint if a number out of bounds would fit in another unit.
func guessUnit(x, low, high float64, unit string) string {
	for _, other := range unitMistakes[unit] {
		if meant := x * other.is; x != 0 && meant >= low && meant <= high {
			return fmt.Sprintf("the unit is %s: %v %s are %.4g", unit, x, other.name, meant)
		}
	}
	return ""
}
