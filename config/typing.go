package config

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// trimTypography takes off what keyboards, word processors and web pages put around a value: spaces of every width,
// signs without width, and quotes, straight or typographic.
func trimTypography(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`"'“”„‟«»‘’‚‛`+"`", r)
	})
}

// singleQuoted quotes a value for YAML such that every character stands for itself.
func singleQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// quoteValue quotes a value for YAML if it has to be.
func quoteValue(text string) string {
	var n yaml.Node
	if err := yaml.Unmarshal([]byte("a: "+text), &n); err == nil && len(n.Content) == 1 {
		if pair := n.Content[0].Content; len(pair) == 2 && pair[1].Kind == yaml.ScalarNode && pair[1].Value == text {
			return text
		}
	}
	return singleQuoted(text)
}

// suggestNumber returns the number that a person probably means by a text, as they should write it; "" if that can't
// be told. It understands the option's own unit, units that are mistaken for it, a comma for the decimal point,
// spaces between thousands, and typographic signs.
func suggestNumber(text string, whole bool, t optionTags) string {
	text = strings.NewReplacer("−", "-", "–", "-").Replace(trimTypography(text))
	m := numberWithUnit.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	digits := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\'' || r == '_' {
			return -1
		}
		return r
	}, m[1])
	x, err := strconv.ParseFloat(strings.Replace(digits, ",", ".", 1), 64)
	if err != nil {
		return ""
	}
	factor, known := unitFactor(strings.TrimSpace(m[2]), t.unit)
	x *= factor
	if !known || whole && x != math.Trunc(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

var numberWithUnit = regexp.MustCompile(`^([-+]?\d[\d\s\p{Zs}'_]*(?:[.,]\d+)?)(\D*)$`)

// unitFactor returns how many of the unit that is wanted are one of the unit that was written.
func unitFactor(written, wanted string) (float64, bool) {
	if name, ok := unitNames[strings.ToLower(written)]; ok {
		written = name
	}
	if written == "" || strings.EqualFold(written, wanted) {
		return 1, true
	}
	for _, other := range unitMistakes[wanted] {
		if other.name == written {
			return other.is, true
		}
	}
	return 0, false
}

// unitNames holds other names of units, and their names in Ukrainian and Russian.
var unitNames = map[string]string{
	"sec": "s", "secs": "s", "second": "s", "seconds": "s", "с": "s", "сек": "s", "мс": "ms", "msec": "ms",
	"мм": "mm", "см": "cm", "м": "m", "мм/с": "mm/s", "см/с": "cm/s",
	"deg": "°", "degree": "°", "degrees": "°", "град": "°", "deg/s": "°/s", "гц": "Hz", "percent": "%",
	"minute": "min", "minutes": "min", "мин": "min", "хв": "min", "hour": "h", "hours": "h", "us": "µs", "μs": "µs",
	"bd": "baud", "bps": "baud", "бод": "baud",
}

// leadingZero matches whole numbers that YAML takes for octal ones, and people for decimal ones.
var leadingZero = regexp.MustCompile(`^[-+]?0[0-9_]+$`)

// readSwitch returns the bool that an unquoted word of YAML 1.1 stands for.
func readSwitch(n *yaml.Node) (value, ok bool) {
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		return false, false
	}
	switch strings.ToLower(n.Value) {
	case "true", "yes", "on":
		return true, true
	case "false", "no", "off":
		return false, true
	}
	return false, false
}

// suggestSwitch returns true or false for other words that mean them.
func suggestSwitch(text string) string {
	switch strings.ToLower(trimTypography(text)) {
	case "true", "yes", "on", "y", "1", "так", "да", "enabled", "enable", "+":
		return "true"
	case "false", "no", "off", "n", "0", "ні", "нет", "disabled", "disable", "-":
		return "false"
	}
	return ""
}

// scalarHint returns what to write instead of a value that can't be read as what the option wants.
func scalarHint(n *yaml.Node, v reflect.Value, t optionTags) string {
	cure := ""
	switch {
	case n.Tag == "!!null" && n.Value == "~" && t.kind == kindFolder:
		return "~ alone is nothing in YAML; write ~/crownhead"
	case n.Tag == "!!null":
		return "write a value, or remove the line"
	case n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode:
		return "write one value behind the colon"
	case v.Kind() == reflect.Bool:
		cure = suggestSwitch(n.Value)
	case v.Kind() == reflect.Float64 || v.Kind() == reflect.Int:
		if cure = suggestNumber(n.Value, v.Kind() == reflect.Int, t); cure == "" && strings.ContainsAny(n.Value, "0123456789") {
			return "write the number alone, with a point before decimals and without a unit"
		}
	}
	if cure == "" {
		return ""
	}
	return "write " + cure
}

// suggestList returns how to write a list of which somebody wrote only the value.
func suggestList(n *yaml.Node, v reflect.Value) string {
	item := v.Type().Elem().Kind()
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag != "!!null" && item == reflect.String:
		return "write [" + singleQuoted(trimTypography(n.Value)) + "]"
	case item == reflect.Struct:
		return "want a list such as [{x: 120, y: 107}, {x: 120, y: 133}]"
	case item == reflect.String:
		return "want a list such as ['one', 'two']"
	}
	return "want a list such as [1, 2, 3]"
}

// keyHint returns what to write instead of a name that is no option: spaces and signs that can't be seen, a colon
// without a space, capitals, or another name.
func keyHint(key string, known []string) string {
	if at := strings.IndexAny(key, ":="); at > 0 && at < len(key)-1 {
		return fmt.Sprintf("write a colon and a space: %s: %s", key[:at], strings.TrimLeft(key[at+1:], " =:"))
	}
	if plain := trimTypography(key); plain != key {
		return "signs that can't be seen stand around it; type anew " + plain + " and the spaces before it"
	}
	if _, err := strconv.ParseFloat(key, 64); err == nil { // within braces a comma ends the value before it
		return "decimals begin with a point: 0.5"
	}
	return suggestName(key, known)
}
