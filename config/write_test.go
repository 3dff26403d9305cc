package config

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crownhead/arm"
)

// measured is a calibration unlike the default.
func measured() arm.Config {
	c := arm.DefaultConfig()
	c.Board.CentreX, c.Board.CentreY, c.Board.Yaw, c.Board.Surface = 221.35, -2.4, 1.25, 12.9
	c.Board.TiltX, c.Board.TiltY = 0.2, -0.1
	c.Links.Upper, c.Links.Forearm, c.Links.Tool = 135.2, 159.9, 51
	c.Tray.Surface = 0.4
	c.Tray.Kings[2] = arm.Spot{X: 181.5, Y: -111.25}
	return c
}

// written is the file after a calibration.
func written(t *testing.T, before string) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "robot.yaml")
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	err := WriteCalibration(path, measured())
	after, rerr := os.ReadFile(path)
	if rerr != nil {
		t.Fatal(rerr)
	}
	return string(after), err
}

const bench = `# the robot in hall 3
game:
  language: en   # the school's

arm:
  # measured by hand, with a ruler
  board: {centre_x: 219, yaw: 0.5}   # the old board
  tray:
    trophies:
    - {x: 120, y: 107}
    - {x: 120, y: 133}
    kings: [{x: 140, "y": -110}, {x: 160, "y": -110}, {x: 180, "y": -110}]
# the pages
web:
  listen: 127.0.0.1:9090
`

// Each file is written to where it stands: whatever isn't the calibration's stays byte for byte, and what comes
// out is the configuration that was wanted.
func TestWriteCalibration(t *testing.T) {
	whole, err := Default().YAML()
	if err != nil {
		t.Fatal(err)
	}
	for name, before := range map[string]string{
		"a few options":        "game:\n  language: en\n",
		"a comment at the end": "game:\n  language: en\n# that is all\n",
		"no end of line":       "calibrated: false # not yet",
		"Notepad":              "\ufeff" + strings.ReplaceAll(bench12(t), "\n", "\r\n"),
		"by hand":              bench12(t),
		"everything":           string(whole),
		"braces":               "arm: {board: {}, heights: {travel: 66}}\n",
		"an empty line":        "arm:\n  heights:\n    travel: 66\n\n\nweb:\n  hosts:\n  - a\n  - b\n",
	} {
		t.Run(name, func(t *testing.T) {
			after, err := written(t, before)
			if err != nil {
				t.Fatalf("%v\n%s", err, after)
			}
			c, err := Parse([]byte(after))
			if err != nil {
				t.Fatalf("%v\n%s", err, after)
			}
			old, err := Parse([]byte(before))
			if err != nil {
				t.Fatal(err)
			}
			old.Calibrated, old.Arm = true, took(old.Arm)
			if a, b := print(t, c), print(t, old); a != b {
				t.Errorf("reads as\n%s\nnot as\n%s", a, b)
			}
			kept(t, before, after)
		})
	}
}

// bench12 is a file with as many slots as the calibration has.
func bench12(t *testing.T) string {
	t.Helper()
	var slots strings.Builder
	for _, s := range arm.DefaultConfig().Tray.Trophies {
		slots.WriteString("    - {x: " + digits(s.X) + ", y: " + digits(s.Y) + "}\n")
	}
	return strings.Replace(bench, "    - {x: 120, y: 107}\n    - {x: 120, y: 133}\n", slots.String(), 1)
}

func digits(x float64) string { return scalarNode(x).Value }

// took is what a calibration leaves of an arm.
func took(a arm.Config) arm.Config {
	m := measured()
	a.Board.CentreX, a.Board.CentreY, a.Board.Yaw, a.Board.Surface = m.Board.CentreX, m.Board.CentreY, m.Board.Yaw, m.Board.Surface
	a.Board.TiltX, a.Board.TiltY = m.Board.TiltX, m.Board.TiltY
	a.Links.Upper, a.Links.Forearm, a.Links.Tool, a.Tray = m.Links.Upper, m.Links.Forearm, m.Links.Tool, m.Tray
	return a
}

func print(t *testing.T, c Config) string {
	t.Helper()
	text, err := c.YAML()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// kept holds the lines of the file before against those after: comments and every line that no value of the
// calibration stands in are there still, in their order, and line ends are of one kind.
func kept(t *testing.T, before, after string) {
	t.Helper()
	if strings.HasPrefix(before, byteOrderMark) != strings.HasPrefix(after, byteOrderMark) {
		t.Error("the byte order mark comes or goes")
	}
	if strings.Contains(before, "\r\n") && strings.Count(after, "\n") != strings.Count(after, "\r\n") {
		t.Error("line ends are mixed")
	}
	values := []string{"centre_", "yaw", "surface", "tilt_", "upper", "forearm", "tool", "x:", "kings", "calibrated", "board: {}"}
	lines := strings.Split(after, "\n")
	for line := range strings.SplitSeq(before, "\n") {
		code, comment, _ := strings.Cut(line, "#")
		if slices.ContainsFunc(values, func(v string) bool { return strings.Contains(code, v) }) {
			if comment != "" && !strings.Contains(after, "#"+comment) {
				t.Errorf("lost the comment of %q", line)
			}
			continue
		}
		i := slices.Index(lines, line)
		if i < 0 {
			t.Errorf("lost %q in\n%s", line, after)
			return
		}
		lines = lines[i+1:]
	}
}

// The last version stays beside the file, the new one keeps its permissions, and a second calibration changes nothing.
func TestWriteKeepsBackup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "robot.yaml")
	if err := os.WriteFile(path, []byte(bench12(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteCalibration(path, measured()); err != nil {
		t.Fatal(err)
	}
	backup, err := os.ReadFile(path + BackupExt)
	if err != nil || string(backup) != bench12(t) {
		t.Errorf("the last version reads %q, %v", backup, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	once, _ := os.ReadFile(path)
	if err := WriteCalibration(path, measured()); err != nil {
		t.Fatal(err)
	}
	if twice, _ := os.ReadFile(path); !bytes.Equal(once, twice) {
		t.Errorf("the same calibration changes\n%s\nto\n%s", once, twice)
	}
}

// Without a file one is made, with what was measured and nothing else.
func TestWriteNewFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "robot.yaml")
	if err := WriteCalibration(path, measured()); err != nil {
		t.Fatal(err)
	}
	c, err := Read(path)
	if err != nil || !c.Calibrated || c.Arm.Board != measured().Board {
		t.Errorf("%+v, %v", c.Arm.Board, err)
	}
	if text, _ := os.ReadFile(path); strings.Contains(string(text), "motion") {
		t.Errorf("more than was measured:\n%s", text)
	}
}

// A file that can't be written to without changing other things stays as it is, and so does a faulty one.
func TestWriteRefuses(t *testing.T) {
	for name, before := range map[string]string{
		"a fault":    "gam:\n  language: en\n",
		"an alias":   "arm:\n  board: &b {yaw: 1}\n",
		"many slots": bench,
		"two":        "game:\n  language: en\n---\ngame:\n  language: ru\n",
	} {
		after, err := written(t, before)
		if err == nil || after != before {
			t.Errorf("%s: %v; the file reads\n%s", name, err, after)
		}
	}
}
