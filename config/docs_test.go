package config

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/config.md anew")

// docsHead has ~ for the backquotes that no raw string can hold, and § for a tilde.
const docsHead = `# The configuration file

The configuration is one YAML file, given with ~--config F~. An option that is left out keeps the default shown here, so
a file needs only the lines that differ. ~crownhead config check F~ names every fault at once, with line, column, path
and what to do. ~crownhead config print F~ shows what the daemon would use. An editor that knows JSON Schema helps with
[config.schema.json](config.schema.json), which ~crownhead config schema~ prints. A relative path of a folder begins
where crownhead is started; § at its beginning is your home folder.

A file for real hardware may be as short as this; ~crownhead calibrate corners~ fills in the place of the board:

~~~yaml
` + docsExample + `~~~

## All options

In brackets: bounds and unit.

~~~yaml
`

const docsExample = `# yaml-language-server: $schema=config.schema.json
calibrated: false       # calibrate sets it; until then real hardware does not move
game:
  language: en
link:
  port: auto            # or /dev/ttyACM0, COM3
arm:
  board:
    centre_x: 221.5
    yaw: 0.4
`

// docs/config.md shows every option with its default and bounds, and is current.
func TestDocsAreCurrent(t *testing.T) {
	text, err := Default().YAML()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("~", "`", "§", "`~`").Replace(docsHead) + string(text) + "```\n"
	const file = "../docs/config.md"
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s is not current (%v): go test ./config -update writes it", file, err)
	}
}

// The example is a configuration without a fault.
func TestDocsExample(t *testing.T) {
	if c, err := Parse([]byte(docsExample)); err != nil || c.Arm.Board.CentreX == Default().Arm.Board.CentreX {
		t.Error(err)
	}
}

// Every option says what it is; numbers say their bounds.
func TestEveryOptionIsDocumented(t *testing.T) {
	var see func(typ reflect.Type, path string)
	see = func(typ reflect.Type, path string) {
		if typ.Kind() != reflect.Struct {
			return
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			p := joinPath(path, optionName(f))
			if optionName(f) == "" {
				t.Errorf("%s.%s has no yaml name", path, f.Name)
			}
			tg := readTags(f)
			if tg.doc == "" {
				t.Errorf("%s has no doc", p)
			}
			if k := f.Type.Kind(); (k == reflect.Float64 || k == reflect.Int) && (tg.min == "" || tg.max == "") {
				t.Errorf("%s is a number without bounds", p)
			}
			if strings.Contains(tg.doc, "\n") {
				t.Errorf("%s: doc of several lines", p)
			}
			see(f.Type, p)
		}
	}
	see(reflect.TypeFor[Config](), "")
}
