package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"gopkg.in/yaml.v3"
)

// YAML writes the configuration whole, each option under a comment that says what it is, its unit and its bounds.
func (c Config) YAML() ([]byte, error) {
	text, err := encodeYAML(toNode(reflect.ValueOf(c)))
	if err != nil {
		return nil, fmt.Errorf("config: writing: %w", err)
	}
	return text, nil
}

// encodeYAML writes a node with the indentation of all files.
func encodeYAML(n *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	err := errors.Join(enc.Encode(n), enc.Close())
	return out.Bytes(), err
}

// toNode turns a value into YAML, keeping the order of the fields.
func toNode(v reflect.Value) *yaml.Node {
	switch v.Kind() {
	case reflect.Struct:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if name := optionName(f); name != "" {
				key := &yaml.Node{Kind: yaml.ScalarNode, Value: name, HeadComment: readTags(f).commentText()}
				n.Content = append(n.Content, key, toNode(v.Field(i)))
			}
		}
		return n
	case reflect.Map:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, k := range sortedKeys(v) {
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: k.String()}, toNode(v.MapIndex(k)))
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

// Plain returns the configuration as maps, lists and scalars under the names of the file, for JSON.
func (c Config) Plain() any { return plainValue(reflect.ValueOf(c)) }

func plainValue(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Struct:
		out := map[string]any{}
		for i := range v.NumField() {
			if name := optionName(v.Type().Field(i)); name != "" {
				out[name] = plainValue(v.Field(i))
			}
		}
		return out
	case reflect.Map:
		out := map[string]any{}
		for _, k := range v.MapKeys() {
			out[k.String()] = plainValue(v.MapIndex(k))
		}
		return out
	case reflect.Slice, reflect.Array:
		out := make([]any, v.Len()) // never null
		for i := range out {
			out[i] = plainValue(v.Index(i))
		}
		return out
	default:
		return v.Interface()
	}
}
