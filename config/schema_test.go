package config

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

const schemaFile = "../docs/config.schema.json"

// docs/config.schema.json is what the code says.
func TestSchemaIsCurrentDocs(t *testing.T) {
	want, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not current (%v): go test ./config -update writes it", schemaFile, err)
	}
}

// compiled is the schema as another program reads it.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON is a YAML file as a validator sees it.
func asJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The defaults hold against the schema, and their defaults in it are they.
func TestSchemaTakesTheDefaults(t *testing.T) {
	text, err := Default().YAML()
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled(t).Validate(asJSON(t, string(text))); err != nil {
		t.Error(err)
	}
}

// Schema and config check agree, but for rules across options, which are the latter's alone.
func TestSchemaAgreesWithCheck(t *testing.T) {
	s := compiled(t)
	for _, c := range []struct {
		text   string
		schema bool // the schema takes it
		check  bool // config check takes it
	}{
		{"calibrated: true", true, true},
		{"{}", true, true},
		{"game: {level: child, visitor: alternate}", true, true},
		{"game: {ask: 10}\narm: {board: {yaw: -15}}", true, true},
		{"arm: {tray: {kings: []}}", true, true},
		{"arm: {tray: {trophies: [{x: 120, y: 107}]}}", true, true},
		{"link: {usb: ['2341:0042'], port: COM3}", true, true},
		{"web: {hosts: [robot.example]}", true, true},
		{"face: {moods: {positive: {ahead: happy}}}", true, true},

		{"gmae: {}", false, false},
		{"game: {levle: child}", false, false},
		{"game: {level: hard}", false, false},
		{"game: {level: generation-0}", false, false},
		{"game: {level: generation-07}", false, false},
		{"game: {level: generation-N}", false, false},
		{"game: {levels: nets}", false, false},
		{"game: {ask: 120.5}", false, false},
		{"game: {ask: 9}", false, false},
		{"game: {ask: 3601}", false, false},
		{"game: {ask: '120'}", false, false},
		{"game: 3", false, false},
		{"game:", false, false},
		{"game: {level: }", false, false},
		{"calibrated: maybe", false, false},
		{"calibrated: 1", false, false},
		{"data: 12", false, false},
		{"arm: {links: {upper: 135 mm}}", false, false},
		{"arm: {links: {upper: 9000}}", false, false},
		{"arm: [1, 2]", false, false},
		{"arm: {tray: {trophies: [{x: 120, z: 107}]}}", false, false},
		{"arm: {tray: {trophies: [{x: 900, y: 107}]}}", false, false},
		{"arm: {tray: {trophies: 12}}", false, false},
		{"link: {usb: 2341}", false, false},
		{"face: {moods: {kind: {ahead: happy}}}", false, false},
		{"face: {moods: {positive: {sleepy: happy}}}", false, false},
		{"hello", false, false},
		{"", false, false},

		{"face: {dwell: 8, hold: 4}", true, false},
		{"game: {level: generation-1}", true, false},
		{"game: {levels: generations, level: generation-9999}", true, false},
		{"link: {port: ''}", true, false},
		{"link: {usb: [Arduino]}", true, false},
		{"arm: {park: {z: 50}}", true, false},
		{"arm: {board: {centre_x: 300}}", true, false},
	} {
		if err := s.Validate(asJSON(t, c.text)); (err == nil) != c.schema {
			t.Errorf("%s: the schema says %v", c.text, err)
		}
		if _, err := Parse([]byte(c.text)); (err == nil) != c.check {
			t.Errorf("%s: config check says %v", c.text, err)
		}
	}
}
