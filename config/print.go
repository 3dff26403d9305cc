package config

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// YAML writes the configuration whole, each option under a comment that says what it is, its unit and its bounds.
func (c Config) YAML() ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(node(reflect.ValueOf(c))); err != nil {
		return nil, fmt.Errorf("config: writing: %w", err)
	}
	return out.Bytes(), enc.Close()
}

// node turns a value into YAML, keeping the order of the fields.
func node(v reflect.Value) *yaml.Node {
	switch v.Kind() {
	case reflect.Struct:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if name := nameOf(f); name != "" {
				n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name, HeadComment: tagsOf(f).comment()}, node(v.Field(i)))
			}
		}
		return n
	case reflect.Map:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, k := range sortedKeys(v) {
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: k.String()}, node(v.MapIndex(k)))
		}
		return n
	default:
		n := &yaml.Node{}
		if err := n.Encode(v.Interface()); err != nil {
			return &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint(v.Interface())}
		}
		if n.Kind == yaml.SequenceNode {
			n.Style = yaml.FlowStyle
		}
		return n
	}
}

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

func (t tags) comment() string {
	limits := strings.TrimSpace(t.bounds() + " " + t.unit)
	switch {
	case t.doc == "" || limits == "":
		return t.doc + limits
	default:
		return t.doc + " [" + limits + "]"
	}
}

// Plain returns the configuration as maps, lists and scalars under the names of the file, for JSON.
func (c Config) Plain() any { return plain(reflect.ValueOf(c)) }

func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Struct:
		out := map[string]any{}
		for i := range v.NumField() {
			if name := nameOf(v.Type().Field(i)); name != "" {
				out[name] = plain(v.Field(i))
			}
		}
		return out
	case reflect.Map:
		out := map[string]any{}
		for _, k := range v.MapKeys() {
			out[k.String()] = plain(v.MapIndex(k))
		}
		return out
	case reflect.Slice, reflect.Array:
		out := make([]any, v.Len()) // never null
		for i := range out {
			out[i] = plain(v.Index(i))
		}
		return out
	default:
		return v.Interface()
	}
}
