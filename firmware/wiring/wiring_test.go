package wiring

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the wiring in docs anew")

func parseChanged(t *testing.T, change func(string) string) (*Pins, error) {
	t.Helper()
	text, err := os.ReadFile("../avr/pins.h")
	if err != nil {
		t.Fatal(err)
	}
	changed := string(text)
	if change != nil {
		if changed = change(changed); changed == string(text) {
			t.Fatal("the change changes nothing")
		}
	}
	p, err := ParsePins([]byte(changed))
	return &p, err
}

// compareDocument compares a document with what it should be, or writes it.
func compareDocument(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(kept, want) {
		t.Errorf("%s is not what pins.h says (%v): go test ./firmware/wiring -run Docs -update", file, err)
	}
}

// drawPins is the picture of these pins.
func drawPins(t *testing.T, p *Pins) string {
	t.Helper()
	svg, err := p.Draw()
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

// Each pin that the firmware uses stands in the picture once, and no other does.
func TestPictureHasEveryPin(t *testing.T) {
	p, err := parseChanged(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]int{}
	labels := regexp.MustCompile(`<text class="mega end"[^>]*>([^<]*)</text><text class="note"[^>]*>([^<]*)</text>`)
	for _, label := range labels.FindAllStringSubmatch(drawPins(t, p), -1) {
		drawn[label[1]+" "+label[2]]++
	}
	for _, row := range p.Rows() {
		for _, pin := range row.Pins {
			label := pin.Mega() + " " + pin.String()
			if drawn[label] != 1 {
				t.Errorf("%s of %q is drawn %d times", label, row.What, drawn[label])
			}
			delete(drawn, label)
		}
	}
	if len(drawn) > 0 {
		t.Errorf("drawn, but not used: %v", drawn)
	}
}

// The picture and the table in docs say what the firmware is compiled with.
func TestDocs(t *testing.T) {
	p, err := parseChanged(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	compareDocument(t, "../../docs/wiring.svg", []byte(drawPins(t, p)))
	const page, begin, end = "../../docs/wiring.md", "<!-- pins -->\n", "<!-- end of pins -->"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", page)
	}
	compareDocument(t, page, []byte(before+begin+p.Table()+end+after))
}

// A pin that moves shows in the table and in the picture; one that makes no sense is an error.
func TestPinsMove(t *testing.T) {
	now, err := parseChanged(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, clue string }{
		{"#define LAMP_BIT 7", "#define LAMP_BIT 6", ""},
		{"#define ENABLE_BIT 6", "#define ENABLE_BIT 7", "used for"},
		{"#define STEP_MASK 0x07", "#define STEP_MASK 0x0F", "has 4 bits"},
		{"#define LAMP_PORT PORTL\n", "", "no LAMP_PORT"},
		{"#define LAMP_PORT PORTL", "#define LAMP_PORT PORTD\n#define HORN_BIT 3", "HORN_BIT has no place"},
		{"#define ROW_DDR DDRF", "#define ROW_DDR DDRK", "ROW_DDR has no place"},
		{"#define SETUP_BIT 2", "#define SETUP_BIT 4", "not led out"},
		{"#define RED_BIT 3", "#define RED_BIT three", "RED_BIT"},
	} {
		moved, err := parseChanged(t, func(h string) string { return strings.Replace(h, c.from, c.to, 1) })
		if (err == nil) != (c.clue == "") || err != nil && !strings.Contains(err.Error(), c.clue) {
			t.Errorf("%s: %v", c.to, err)
		}
		if err == nil && (moved.Table() == now.Table() || drawPins(t, moved) == drawPins(t, now)) {
			t.Errorf("%s: nobody sees it", c.to)
		}
	}
}
