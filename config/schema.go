package config

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
)

// A schema is one node of a JSON Schema, draft 2020-12, made from the tags that the reader goes by.
type schema struct {
	Draft       string     `json:"$schema,omitempty"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Type        string     `json:"type,omitempty"`
	Enum        []string   `json:"enum,omitempty"`
	Pattern     string     `json:"pattern,omitempty"`
	AnyOf       []schema   `json:"anyOf,omitempty"`
	Minimum     *float64   `json:"minimum,omitempty"`
	Maximum     *float64   `json:"maximum,omitempty"`
	Unit        string     `json:"unit,omitempty"` // for people; validators pass over it
	Default     any        `json:"default,omitempty"`
	Properties  properties `json:"properties,omitempty"`
	Additional  *bool      `json:"additionalProperties,omitempty"`
	Items       *schema    `json:"items,omitempty"`
	Least       *int       `json:"minItems,omitempty"`
	Most        *int       `json:"maxItems,omitempty"`
}

// properties are the options of a group in the order of the file.
type properties []property

type property struct {
	name string
	of   schema
}

// MarshalJSON writes an object that keeps the order.
func (p properties) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	for i, f := range p {
		sep := ","
		if i == 0 {
			sep = "{"
		}
		name, err := json.Marshal(f.name)
		if err != nil {
			return nil, err
		}
		of, err := json.Marshal(f.of)
		if err != nil {
			return nil, err
		}
		out.WriteString(sep + string(name) + ":" + string(of))
	}
	return append(out.Bytes(), '}'), nil
}

// Schema is the JSON Schema of the file, for editors and other programs. It knows names, types, bounds and choices; rules
// that cross options, and what is in the arm's reach, only Parse knows.
func Schema() ([]byte, error) {
	s := schemaOf(reflect.ValueOf(Default()), tags{doc: "Options left out keep their default. Rules that cross options are checked by crownhead config check."})
	s.Draft, s.Title = "https://json-schema.org/draft/2020-12/schema", "crownhead's configuration"
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(s)
	return out.Bytes(), err
}

// schemaOf describes a value and gives it as the default.
func schemaOf(v reflect.Value, t tags) schema {
	s := schema{Description: t.comment(), Unit: t.unit}
	switch v.Kind() {
	case reflect.Struct:
		s.group()
		for i := range v.NumField() {
			if name := nameOf(v.Type().Field(i)); name != "" {
				s.Properties = append(s.Properties, property{name, schemaOf(v.Field(i), tagsOf(v.Type().Field(i)))})
			}
		}
		return s
	case reflect.Map:
		s.group()
		for _, k := range sortedKeys(v) {
			s.Properties = append(s.Properties, property{k.String(), schemaOf(v.MapIndex(k), tags{})})
		}
		return s
	case reflect.Slice, reflect.Array:
		s.list(v)
	case reflect.String:
		s.Type = "string"
		if t.oneof != "" {
			s.choose(t.choices())
		}
	case reflect.Bool:
		s.Type = "boolean"
	case reflect.Int:
		s.Type = "integer"
		s.Minimum, s.Maximum = number(t.min), number(t.max)
	default:
		s.Type = "number"
		s.Minimum, s.Maximum = number(t.min), number(t.max)
	}
	s.Default = plain(v)
	return s
}

// choose allows words, and series of them that end in a number.
func (s *schema) choose(words, series []string) {
	if len(series) == 0 {
		s.Enum = words
		return
	}
	s.AnyOf = []schema{{Enum: words}}
	for _, prefix := range series {
		s.AnyOf = append(s.AnyOf, schema{Pattern: "^" + regexp.QuoteMeta(prefix) + "[1-9][0-9]*$"})
	}
}

// group makes the node a mapping with known names.
func (s *schema) group() {
	none := false
	s.Type, s.Additional = "object", &none
}

// list makes the node a list. Its items have no default of their own.
func (s *schema) list(v reflect.Value) {
	s.Type = "array"
	item := schemaOf(reflect.New(v.Type().Elem()).Elem(), tags{})
	item.bare()
	s.Items = &item
	if v.Kind() == reflect.Array {
		n := v.Len()
		s.Least, s.Most = &n, &n
	}
}

// bare takes the defaults out.
func (s *schema) bare() {
	s.Default = nil
	for i := range s.Properties {
		s.Properties[i].of.bare()
	}
}

func number(text string) *float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &x
}
