package config

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// A walker fills a Config from YAML nodes and collects faults. It walks by itself, rather than through yaml's decoder,
// because every fault must carry line, column and path, and one fault must not hide the next.
type walker struct {
	faults Faults
	places map[string]*yaml.Node // path → the value's node
}

func (w *walker) fault(n *yaml.Node, path, hint, problem string, args ...any) {
	w.faults = append(w.faults, at(n, path, fmt.Sprintf(problem, args...), hint))
}

// value fills v from n.
func (w *walker) value(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	w.places[path] = n
	switch v.Kind() {
	case reflect.Struct:
		w.structure(n, v, path)
	case reflect.Map:
		w.mapping(n, v, path)
	case reflect.Slice, reflect.Array:
		w.sequence(n, v, path)
	default:
		w.scalar(n, v, path)
	}
}

func (w *walker) structure(n *yaml.Node, v reflect.Value, path string) {
	w.pairs(n, path, func(key, val *yaml.Node) {
		field, ok := fieldByName(v, key.Value)
		if !ok {
			w.fault(key, join(path, key.Value), suggestion(key.Value, names(v.Type())), "no such option")
			return
		}
		w.value(val, field, join(path, key.Value))
	})
}

// mapping fills a map; its entries replace the default ones of the same name.
func (w *walker) mapping(n *yaml.Node, v reflect.Value, path string) {
	filled := reflect.MakeMap(v.Type())
	for _, k := range v.MapKeys() {
		filled.SetMapIndex(k, v.MapIndex(k))
	}
	w.pairs(n, path, func(key, val *yaml.Node) {
		k := reflect.ValueOf(key.Value).Convert(v.Type().Key())
		elem := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(k); old.IsValid() {
			elem.Set(old)
		}
		w.value(val, elem, join(path, key.Value))
		filled.SetMapIndex(k, elem)
	})
	v.Set(filled)
}

// pairs visits the keys of a mapping and reports doubled ones.
func (w *walker) pairs(n *yaml.Node, path string, visit func(key, val *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		hint := "wanted indented lines 'name: value'"
		if n.Tag == "!!null" {
			hint = "write indented lines 'name: value' below it, or take the line out"
		}
		w.fault(n, path, hint, "got %s", describe(n))
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if line, doubled := seen[key.Value]; doubled {
			w.fault(key, join(path, key.Value), "take one of them out", "stands already in line %d", line)
			continue
		}
		seen[key.Value] = key.Line
		visit(key, n.Content[i+1])
	}
}

func (w *walker) sequence(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind != yaml.SequenceNode {
		w.fault(n, path, "wanted a list like [1, 2, 3]", "got %s", describe(n))
		return
	}
	if v.Kind() == reflect.Array && len(n.Content) != v.Len() {
		w.fault(n, path, "write as many values as there are", "a list of %d values, wanted %d", len(n.Content), v.Len())
		return
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	}
	for i, item := range n.Content {
		w.value(item, v.Index(i), fmt.Sprintf("%s[%d]", path, i))
	}
}

func (w *walker) scalar(n *yaml.Node, v reflect.Value, path string) {
	want := map[reflect.Kind]string{
		reflect.Bool: "true or false", reflect.String: "a word", reflect.Float64: "a number", reflect.Int: "a whole number",
	}[v.Kind()]
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || (v.Kind() == reflect.String) != (n.Tag == "!!str") {
		w.fault(n, path, unitHint(n, v), "got %s, wanted %s", describe(n), want)
		return
	}
	if err := decode(n, v); err != nil {
		w.fault(n, path, unitHint(n, v), "got %s, wanted %s", describe(n), want)
	}
}

// decode reads one value. YAML's own decoder would cut 1.5 down to 1 for a whole number.
func decode(n *yaml.Node, v reflect.Value) error {
	if v.Kind() == reflect.Int {
		var x float64
		if err := n.Decode(&x); err != nil || x != math.Trunc(x) || math.Abs(x) > 1<<53 {
			return errNotWhole
		}
	}
	return n.Decode(v.Addr().Interface())
}

var errNotWhole = errors.New("not a whole number")

// unitHint recognises a value left out, and a number written with its unit.
func unitHint(n *yaml.Node, v reflect.Value) string {
	if n.Tag == "!!null" {
		return "write a value, or take the line out"
	}
	digit := strings.IndexAny(n.Value, "0123456789")
	if v.Kind() != reflect.String && n.Tag == "!!str" && digit >= 0 && digit <= 1 {
		return "write the number alone, without a unit"
	}
	if v.Kind() == reflect.String && n.Kind == yaml.ScalarNode {
		return "put it into quotes"
	}
	return ""
}

func describe(n *yaml.Node) string {
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

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
