package web_test

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

type pair struct {
	front, ground string
	least         float64
}

// pairs are what is read, or must be told apart, on which ground. Text wants a contrast of 4.5
// (WCAG 2.2, AA), marks on the board want 3.
var pairs = []pair{
	{"ink", "wall", 4.5},
	{"ink", "card", 4.5},
	{"card", "ink", 4.5}, // the language that is chosen
	{"soft", "card", 4.5},
	{"soft", "wall", 4.5},
	{"good", "card", 4.5},
	{"bad", "card", 4.5},
	{"busy", "card", 3},
	{"poor", "card", 3},
	{"edge", "wall", 3}, // the outline of a control
	{"accent", "card", 4.5},
	{"card", "accent", 4.5}, // a button that asks again
	{"frame-ink", "frame", 4.5},
	{"frame-ink", "dark-square", 4.5},
	{"hue-ink", "hue-1", 4.5},
	{"hue-ink", "hue-2", 4.5},
	{"hue-ink", "hue-3", 4.5},
	{"hue-ink", "hue-4", 4.5},
	{"warn-ink", "warn", 4.5},
	{"red-ink", "red-light", 4.5},
	{"red-ink", "red", 4.5},
	{"red-ink", "red-dark", 4.5},
	{"hue-1", "dark-square", 3},
	{"hue-2", "dark-square", 3},
	{"hue-3", "dark-square", 3},
	{"hue-4", "dark-square", 3},
	{"odd", "dark-square", 3},
	{"led", "led-off", 3},
}

func TestContrast(t *testing.T) {
	for scheme, colours := range readColours(t) {
		for _, p := range pairs {
			front, known := colours[p.front]
			ground, alsoKnown := colours[p.ground]
			if !known || !alsoKnown {
				t.Errorf("colours.css has no %s or no %s", p.front, p.ground)
				continue
			}
			if c := contrast(front, ground); c < p.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", scheme, p.front, p.ground, c, p.least)
			}
		}
	}
}

// What colours text is one of the inks whose contrast is tested.
func TestInksAreTested(t *testing.T) {
	ink := regexp.MustCompile(`[^-]color: ([^;]+);`)
	name := regexp.MustCompile(`^var\(--([a-z0-9-]+)\)$`)
	sheets, _ := filepath.Glob("static/*.css")
	operators, _ := filepath.Glob("operator/static/*.css")
	if len(sheets) == 0 || len(operators) == 0 {
		t.Fatalf("style sheets %v, %v", sheets, operators)
	}
	sheets = append(sheets, operators...)
	found := 0
	for _, sheet := range sheets {
		for _, m := range ink.FindAllStringSubmatch(readFile(t, sheet), -1) {
			found++
			v := name.FindStringSubmatch(m[1])
			if v == nil || !slices.ContainsFunc(pairs, func(p pair) bool { return p.front == v[1] && p.least == 4.5 }) {
				t.Errorf("%s: color: %s is in no tested pair", sheet, m[1])
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d colours of text found", found)
	}
}

func readFile(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// readColours are the colours by name, in the light and in the dark scheme.
func readColours(t *testing.T) map[string]map[string]uint32 {
	t.Helper()
	line := regexp.MustCompile(`--([a-z0-9-]+): (?:light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)|#([0-9a-f]{6}));`)
	light, dark := map[string]uint32{}, map[string]uint32{}
	for _, m := range line.FindAllStringSubmatch(readFile(t, "static/colours.css"), -1) {
		light[m[1]], dark[m[1]] = rgb(t, cmp.Or(m[2], m[4])), rgb(t, cmp.Or(m[3], m[4]))
	}
	return map[string]map[string]uint32{"light": light, "dark": dark}
}

func rgb(t *testing.T, hex string) uint32 {
	t.Helper()
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(v)
}

// contrast is the contrast ratio of WCAG 2.2, 1…21.
func contrast(a, b uint32) float64 {
	low, high := luminance(a), luminance(b)
	if low > high {
		low, high = high, low
	}
	return (high + 0.05) / (low + 0.05)
}

func luminance(rgb uint32) float64 {
	channel := func(shift uint) float64 {
		c := float64(rgb>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}
