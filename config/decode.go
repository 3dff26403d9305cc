package config

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// A decoder fills a Config from YAML nodes and collects faults. It doesn't use the decoder of the yaml package,
// because every fault must carry line, column and path, and one fault must not hide the next.
type decoder struct {
	faults Faults
	places map[string]*yaml.Node // path → node of the value
}

// decodeValue fills v from n.
func (w *decoder) decodeValue(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	w.places[path] = n
	switch v.Kind() {
	case reflect.Struct:
		w.decodeStruct(n, v, path)
	case reflect.Map:
		w.decodeMap(n, v, path)
	case reflect.Slice, reflect.Array:
		w.decodeList(n, v, path)
	default:
		w.decodeScalar(n, v, path)
	}
}

func (w *decoder) decodeStruct(n *yaml.Node, v reflect.Value, path string) {
	w.visitPairs(n, path, func(key, val *yaml.Node) {
		field, ok := optionField(v, key.Value)
		if !ok {
			w.addFaultAt(key, joinPath(path, key.Value), suggestName(key.Value, optionNames(v.Type())), "no such option")
			return
		}
		w.decodeValue(val, field, joinPath(path, key.Value))
	})
}

// decodeMap fills a map; its entries replace the default ones with the same name.
func (w *decoder) decodeMap(n *yaml.Node, v reflect.Value, path string) {
	filled := reflect.MakeMap(v.Type())
	for _, k := range v.MapKeys() {
		filled.SetMapIndex(k, v.MapIndex(k))
	}
	w.visitPairs(n, path, func(key, val *yaml.Node) {
		k := reflect.ValueOf(key.Value).Convert(v.Type().Key())
		elem := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(k); old.IsValid() {
			elem.Set(old)
		}
		w.decodeValue(val, elem, joinPath(path, key.Value))
		filled.SetMapIndex(k, elem)
	})
	v.Set(filled)
}

// visitPairs visits the pairs of a mapping and reports keys that are given twice.
func (w *decoder) visitPairs(n *yaml.Node, path string, visit func(key, val *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		hint := "want indented lines 'name: value'"
		if n.Tag == "!!null" {
			hint = "write indented lines 'name: value' below it, or remove the line"
		}
		w.addFaultAt(n, path, hint, "got %s", describeNode(n))
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if line, doubled := seen[key.Value]; doubled {
			w.addFaultAt(key, joinPath(path, key.Value), "remove one of the two", "is already given in line %d", line)
			continue
		}
		seen[key.Value] = key.Line
		visit(key, n.Content[i+1])
	}
}

func (w *decoder) decodeList(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind != yaml.SequenceNode {
		w.addFaultAt(n, path, "want a list such as [1, 2, 3]", "got %s", describeNode(n))
		return
	}
	if v.Kind() == reflect.Array && len(n.Content) != v.Len() {
		w.addFaultAt(n, path, "write exactly that many values", "a list of %d values, wanted %d", len(n.Content), v.Len())
		return
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	}
	for i, item := range n.Content {
		w.decodeValue(item, v.Index(i), fmt.Sprintf("%s[%d]", path, i))
	}
}

func (w *decoder) decodeScalar(n *yaml.Node, v reflect.Value, path string) {
	want := map[reflect.Kind]string{
		reflect.Bool: "true or false", reflect.String: "a word", reflect.Float64: "a number", reflect.Int: "a whole number",
	}[v.Kind()]
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || (v.Kind() == reflect.String) != (n.Tag == "!!str") {
		w.addFaultAt(n, path, valueHint(n, v), "got %s, wanted %s", describeNode(n), want)
		return
	}
	if err := decodeExactly(n, v); err != nil {
		w.addFaultAt(n, path, valueHint(n, v), "got %s, wanted %s", describeNode(n), want)
	}
}

// decodeExactly decodes one value. The yaml package would round 1.5 down to 1 for a whole number.
func decodeExactly(n *yaml.Node, v reflect.Value) error {
	if v.Kind() == reflect.Int {
		var x float64
		if err := n.Decode(&x); err != nil || x != math.Trunc(x) || math.Abs(x) > 1<<53 {
			return errNotWhole
		}
	}
	return n.Decode(v.Addr().Interface())
}

var errNotWhole = errors.New("not a whole number")

// valueHint returns a hint for a missing value, for a number with its unit, and for a word that needs quotes.
func valueHint(n *yaml.Node, v reflect.Value) string {
	if n.Tag == "!!null" {
		return "write a value, or remove the line"
	}
	digit := strings.IndexAny(n.Value, "0123456789")
	if v.Kind() != reflect.String && n.Tag == "!!str" && digit >= 0 && digit <= 1 {
		return "write the number alone, without a unit"
	}
	if v.Kind() == reflect.String && n.Kind == yaml.ScalarNode {
		return "put it in quotes"
	}
	return ""
}

func describeNode(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a group of options"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "nothing"
	default:
		return fmt.Sprintf("%q", n.Value)
	}
}

func (w *decoder) addFaultAt(n *yaml.Node, path, hint, problem string, args ...any) {
	w.faults = append(w.faults, newFault(n, path, fmt.Sprintf(problem, args...), hint))
}

// addProblem adds a fault at the nearest place in the file: the option itself, or the group that holds it.
func (w *decoder) addProblem(path, problem string) { w.addProblemWithHint(path, problem, "") }

func (w *decoder) addProblemWithHint(path, problem, hint string) {
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

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
