package config

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
)

// A schema is one node of a JSON Schema, draft 2020-12, made from the same tags that Parse checks.
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

// Schema returns the JSON Schema of the file, for editors and other programs. It has names, types, bounds and
// choices; only Parse checks rules across options and the arm's reach.
func Schema() ([]byte, error) {
	s := schemaOf(reflect.ValueOf(Default()), optionTags{
		doc: "Options that are left out keep their default. Rules across options are checked by crownhead config check.",
	})
	s.Draft, s.Title = "https://json-schema.org/draft/2020-12/schema", "crownhead's configuration"
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(s)
	return out.Bytes(), err
}

// schemaOf describes a value and gives it as the default.
func schemaOf(v reflect.Value, t optionTags) schema {
	s := schema{Description: t.commentText(), Unit: t.unit}
	switch v.Kind() {
	case reflect.Struct:
		s.makeObject()
		for i := range v.NumField() {
			if name := optionName(v.Type().Field(i)); name != "" {
				s.Properties = append(s.Properties, property{name, schemaOf(v.Field(i), readTags(v.Type().Field(i)))})
			}
		}
		return s
	case reflect.Map:
		s.makeObject()
		for _, k := range sortedKeys(v) {
			s.Properties = append(s.Properties, property{k.String(), schemaOf(v.MapIndex(k), optionTags{})})
		}
		return s
	case reflect.Slice, reflect.Array:
		s.makeList(v)
	case reflect.String:
		s.Type = "string"
		if t.oneof != "" {
			s.allowChoices(t.splitChoices())
		}
	case reflect.Bool:
		s.Type = "boolean"
	case reflect.Int:
		s.Type = "integer"
		s.Minimum, s.Maximum = parseNumber(t.min), parseNumber(t.max)
	default:
		s.Type = "number"
		s.Minimum, s.Maximum = parseNumber(t.min), parseNumber(t.max)
	}
	s.Default = plainValue(v)
	return s
}

// allowChoices allows words, and series of words that end in a number.
func (s *schema) allowChoices(words, series []string) {
	if len(series) == 0 {
		s.Enum = words
		return
	}
	s.AnyOf = []schema{{Enum: words}}
	for _, prefix := range series {
		s.AnyOf = append(s.AnyOf, schema{Pattern: "^" + regexp.QuoteMeta(prefix) + "[1-9][0-9]*$"})
	}
}

// makeObject makes the node a mapping with known names.
func (s *schema) makeObject() {
	none := false
	s.Type, s.Additional = "object", &none
}

// makeList makes the node a list. Its items have no default of their own.
func (s *schema) makeList(v reflect.Value) {
	s.Type = "array"
	item := schemaOf(reflect.New(v.Type().Elem()).Elem(), optionTags{})
	item.dropDefaults()
	s.Items = &item
	if v.Kind() == reflect.Array {
		n := v.Len()
		s.Least, s.Most = &n, &n
	}
}

// dropDefaults takes the defaults out.
func (s *schema) dropDefaults() {
	s.Default = nil
	for i := range s.Properties {
		s.Properties[i].of.dropDefaults()
	}
}

func parseNumber(text string) *float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &x
}
