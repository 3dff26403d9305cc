package config

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A decoder fills a Config from YAML nodes and collects faults. It doesn't use the decoder of the yaml package,
// because every fault must carry line, column and path, and one fault must not hide the next.
type decoder struct {
	faults Faults
	places map[string]*yaml.Node // path → node of the value

	unquoted []string // paths of words that YAML takes for numbers or switches
}

// decodeValue fills v from n. The tags are those of the option.
func (w *decoder) decodeValue(n *yaml.Node, v reflect.Value, path string, t optionTags) {
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
		w.decodeScalar(n, v, path, t)
	}
}

func (w *decoder) decodeStruct(n *yaml.Node, v reflect.Value, path string) {
	w.visitPairs(n, path, func(key, val *yaml.Node) {
		field, tags, ok := optionField(v, key.Value)
		if !ok {
			w.addFaultAt(key, joinPath(path, key.Value), keyHint(key.Value, optionNames(v.Type())), "no such option")
			return
		}
		w.decodeValue(val, field, joinPath(path, key.Value), tags)
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
		w.decodeValue(val, elem, joinPath(path, key.Value), optionTags{})
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
		w.addFaultAt(n, path, suggestList(n, v), "got %s", describeNode(n))
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
		w.decodeValue(item, v.Index(i), fmt.Sprintf("%s[%d]", path, i), optionTags{})
	}
}

// decodeScalar reads one value.
func (w *decoder) decodeScalar(n *yaml.Node, v reflect.Value, path string, t optionTags) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		w.addFaultAt(n, path, scalarHint(n, v, t), "got %s, wanted %s", describeNode(n), kindNames[v.Kind()])
		return
	}
	switch v.Kind() {
	case reflect.String:
		w.decodeString(n, v, path, t)
		return
	case reflect.Bool:
		if value, ok := readSwitch(n); ok {
			v.SetBool(value)
			return
		}
	default:
		if n.Tag == "!!int" && leadingZero.MatchString(n.Value) {
			w.addFaultAt(n, path, scalarHint(n, v, t), "got %s: in YAML a zero in front makes a number octal", describeNode(n))
			return
		}
		if n.Tag != "!!str" && decodeExactly(n, v) == nil {
			return
		}
	}
	w.addFaultAt(n, path, scalarHint(n, v, t), "got %s, wanted %s", describeNode(n), kindNames[v.Kind()])
}

var kindNames = map[reflect.Kind]string{
	reflect.Bool: "true or false", reflect.String: "a word", reflect.Float64: "a number", reflect.Int: "a whole number",
}

func (w *decoder) decodeString(n *yaml.Node, v reflect.Value, path string, t optionTags) {
	v.SetString(n.Value)
	if n.Tag != "!!str" {
		w.unquoted = append(w.unquoted, path)
	}
	if t.kind == kindFolder {
		folder, err := ResolveFolder(n.Value)
		if err != nil {
			w.addFaultAt(n, path, "", "got %s: %v", describeNode(n), err)
			return
		}
		v.SetString(folder)
		return
	}
	if word, ok := t.findWord(trimTypography(n.Value)); ok {
		v.SetString(word)
		return
	}
	if cure := trimTypography(n.Value); cure != n.Value {
		w.addFaultAt(n, path, "write "+quoteValue(cure), "got %s, with quotes, spaces or signs around it", describeNode(n))
	}
}

// checkQuotes adds a fault for each word that needs quotes, unless it has another fault: where 8080 is no address,
// '8080' is none either.
func (w *decoder) checkQuotes() {
	for _, path := range w.unquoted {
		if n := w.places[path]; !w.hasFaultIn(path) {
			w.addFaultAt(n, path, "write "+singleQuoted(n.Value), "got %s, wanted a word", describeNode(n))
		}
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

// hasFaultIn reports whether an option of a group, or the group itself, has a fault.
func (w *decoder) hasFaultIn(group string) bool {
	return slices.ContainsFunc(w.faults, func(f Fault) bool {
		return f.Path == group || strings.HasPrefix(f.Path, group+".")
	})
}

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
