package config

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each kind of wrong file is told with its place and a hint.
func TestFaults(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"empty":          {"", "line 1, column 1: the file is empty (crownhead config print shows a whole one)"},
		"only a comment": {"# nothing\n", "line 1, column 1: the file is empty"},
		"scalar":         {"hello\n", "line 1, column 1: the file holds no options"},
		"tab":            {"game:\n\tlevel: child\n", "line 2, column 1: a tab in the indentation (indent with spaces)"},
		"syntax":         {"game: [1\nlevel: x\n", "line 1"},
		"unknown": {
			"game:\n  levle: child\n", "line 2, column 3: game.levle: no such option (did you mean level?)",
		},
		"unknown, far": {
			"game:\n  zzzzzzzz: 1\n",
			"known here: visitor, level, levels, generations, endings, draws, language",
		},
		"doubled": {
			"calibrated: true\ncalibrated: false\n",
			"line 2, column 1: calibrated: is already given in line 1",
		},
		"centimetres": {
			"arm:\n  board:\n    centre_x: 22\n",
			"line 3, column 15: arm.board.centre_x: 22 is outside 100 … 400 mm (the unit is mm: 22 cm are 220)",
		},
		"milliseconds": {
			"game: {ask: 60000}\n",
			"line 1, column 13: game.ask: 60000 is outside 10 … 3600 s (the unit is s: 60000 ms are 60)",
		},
		"seconds": {
			"link: {silence: 0.5}\n", "line 1, column 17: link.silence: got \"0.5\", wanted a whole number",
		},
		"empty group": {
			"game:\nlink:\n",
			"line 1, column 6: game: got nothing (write indented lines 'name: value' below it, or remove the line)",
		},
		"two empty documents": {"---\n---\n", "the file holds no options"},
		"tab in Notepad": {
			"\ufeffgame:\r\n\tlevel: child\r\n",
			"line 2, column 1: a tab in the indentation (indent with spaces)",
		},
		"unknown in Notepad": {"\ufeffgame:\r\n  levle: child\r\n", "line 2, column 3: game.levle: no such option"},
		"group":              {"game: 3\n", `line 1, column 7: game: got "3" (want indented lines 'name: value')`},
		"null": {
			"game:\n  level:\n", "game.level: got nothing, wanted a word (write a value, or remove the line)",
		},
		"wrong word": {
			"game:\n  level: hard\n",
			`line 2, column 10: game.level: "hard" is not one of child, beginner, learner, amateur, club, strong, candidate, master`,
		},
		"yes for a bool":  {"calibrated: maybe\n", `calibrated: got "maybe", wanted true or false`},
		"number for word": {"data: 12\n", `data: got "12", wanted a word (write '12')`},
		"two documents": {
			"calibrated: true\n---\ncalibrated: false\n",
			"a second document begins here (remove the line '---')",
		},
		"unit": {
			"arm:\n  links:\n    upper: 135 mm\n",
			"line 3, column 12: arm.links.upper: got \"135 mm\", wanted a number (write 135)",
		},
		"out of bounds":    {"arm:\n  links:\n    upper: 9000\n", "line 3, column 12: arm.links.upper: 9000 is outside"},
		"not a number":     {"arm:\n  links:\n    upper: .nan\n", "arm.links.upper: NaN is outside"},
		"list for a group": {"arm: [1, 2]\n", "line 1, column 6: arm: got a list"},
		"half of an int":   {"game:\n  ask: 120.5\n", `line 2, column 8: game.ask: got "120.5", wanted a whole number`},
		"infinite int":     {"game:\n  ask: -.inf\n", `line 2, column 8: game.ask: got "-.inf", wanted a whole number`},
		"endless int": {
			"game:\n  ask: 99999999999999999999\n",
			`game.ask: got "99999999999999999999", wanted a whole number`,
		},
		"not UTF-8": {
			"game:\n  level: \xff\xfe\n",
			"line 2, column 10: invalid leading UTF-8 octet (save the file as UTF-8 text)",
		},
		"zeros":          {"game:\n  level: child\n\x00\x00", "line 3, column 1: control characters are not allowed"},
		"unknown anchor": {"calibrated: true\ngame: *none\n", "line 2, column 7: unknown anchor 'none' referenced"},
		"too long":       {strings.Repeat("# no end\n", 1<<17), "longer than a megabyte"},
		"out of reach": {
			"arm:\n  board:\n    centre_x: 300\n",
			"line 3, column 5: arm.board: 16 squares are out of the arm's reach, the worst a1 when the visitor plays white (34 mm too far), ",
		},
		"slot out of reach": {
			"arm:\n  tray:\n    trophies: [{x: 330, y: 107}, {x: 120, y: 107}]\n",
			"line 3, column 16: arm.tray.trophies[0]: out of the arm's reach: tray1 (11 mm too far) at height 64 mm: kinematics: ",
		},
		"too near": {
			"arm: {board: {centre_x: 150}}\n",
			"22 squares are out of the arm's reach, the worst e1 when the visitor plays black (50 mm too near), d8 when the visitor plays white (50 mm too near), c1 ",
		},
		"turned away": {
			"arm: {park: {x: -300}}\n",
			"line 1, column 13: arm.park: out of the arm's reach: the parking place (outside the range of the base's turn)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse([]byte(tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// All faults of a file come at once, in the order of the lines.
func TestAllFaultsAtOnce(t *testing.T) {
	_, err := Parse([]byte("gmae: 1\ngame:\n  level: hard\n  draws: none\ncalibrated: 3\n"))
	var fs Faults
	if !errors.As(err, &fs) || len(fs) != 4 {
		t.Fatalf("got %v", err)
	}
	for i, line := range []int{1, 3, 4, 5} {
		if fs[i].Line != line {
			t.Errorf("fault %d stands in line %d, wanted %d: %s", i, fs[i].Line, line, fs[i])
		}
	}
}

// Notepad's byte order mark and line ends are no fault; what is left out keeps its default.
func TestReads(t *testing.T) {
	c, err := Parse([]byte("\ufeffgame:\r\n  level: child\r\ncalibrated: true\r\n"))
	want := Default()
	want.Game.Level, want.Calibrated = "child", true
	if err != nil || c.Game != want.Game || !c.Calibrated || c.Arm.Links != want.Arm.Links {
		t.Fatalf("got %+v, %v", c.Game, err)
	}
}

// What is printed reads back as the same configuration.
func TestPrintReadsBack(t *testing.T) {
	text, err := Default().YAML()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.YAML()
	if err != nil || string(again) != string(text) {
		t.Errorf("printed, read and printed again it differs: %v", err)
	}
}

// As JSON every option has the name that it has in the file, and lists are never null.
func TestPlain(t *testing.T) {
	data, err := json.Marshal(Default().Plain())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"trophies":[{"x":120,"y":107},`, `"hosts":[]`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in %s", want, data)
		}
	}
}

func TestMissingFile(t *testing.T) {
	_, err := Read(filepath.Join(t.TempDir(), "none.yaml"))
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	text, _ := Default().YAML()
	f.Add(text)
	f.Add([]byte("a: &x [*x]\n"))
	f.Add([]byte("game: {level: child}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Parse(data); err != nil && err.Error() == "" {
			t.Error("a fault without words")
		}
	})
}
