package config

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// An option is a value in the file: its path, tags and default.
type option struct {
	path  string
	tags  optionTags
	value reflect.Value
}

// allOptions returns every option that is one value and not an item of a list.
func allOptions(v reflect.Value, path string, t optionTags) []option {
	switch v.Kind() {
	case reflect.Struct:
		var out []option
		for i := range v.NumField() {
			if name := optionName(v.Type().Field(i)); name != "" {
				out = append(out, allOptions(v.Field(i), joinPath(path, name), readTags(v.Type().Field(i)))...)
			}
		}
		return out
	case reflect.Map:
		var out []option
		for _, k := range sortedKeys(v) {
			out = append(out, allOptions(v.MapIndex(k), joinPath(path, k.String()), optionTags{})...)
		}
		return out
	case reflect.Slice, reflect.Array:
		return nil
	}
	return []option{{path, t, v}}
}

// textWith returns a file in which an option has a value.
func textWith(path, value string) string {
	var out strings.Builder
	names := strings.Split(path, ".")
	for i, name := range names {
		out.WriteString(strings.Repeat("  ", i) + name + ":")
		if i < len(names)-1 {
			out.WriteString("\n")
		}
	}
	return out.String() + " " + value + "\n"
}

// faultOf returns the fault of an option when it is written in a way; nil if it is understood.
func faultOf(t *testing.T, path, value string) *Fault {
	t.Helper()
	_, err := Parse([]byte(textWith(path, value)))
	var fs Faults
	if err != nil && !errors.As(err, &fs) {
		t.Fatalf("%s: %s: %v", path, value, err)
	}
	for i := range fs {
		if fs[i].Path == path || strings.HasPrefix(path, fs[i].Path) {
			return &fs[i]
		}
	}
	return nil
}

var writeThis = regexp.MustCompile(`write (.+?)\)?$`)

// A number may be written in every way that people have of writing it: it is understood, or the fault says what to
// write, and that is understood.
func TestNumbersAsPeopleWriteThem(t *testing.T) {
	for _, o := range allOptions(reflect.ValueOf(Default()), "", optionTags{}) {
		whole := o.value.Kind() == reflect.Int
		var x float64
		switch o.value.Kind() {
		case reflect.Int:
			x = float64(o.value.Int())
		case reflect.Float64:
			x = math.Trunc(o.value.Float())
		default:
			continue
		}
		plain := strconv.FormatFloat(x, 'f', -1, 64)
		if low, high := parseBound(o.tags.min, math.Inf(-1)), parseBound(o.tags.max, math.Inf(1)); x < low || x > high {
			continue // a fraction between 0 and 1
		}
		ways := []string{
			"'" + plain + "'", `"` + plain + `"`, "“" + plain + "”", "«" + plain + "»", plain + "\u00a0", "\u200b" + plain,
			plain + ".0", strings.Replace(plain, "-", "−", 1),
		}
		if !strings.HasPrefix(plain, "-") {
			ways = append(ways, "+"+plain, "0"+plain)
		}
		if o.tags.unit != "1/°" { // as a unit it is nothing that anybody writes
			ways = append(ways, plain+" "+o.tags.unit, plain+o.tags.unit)
		}
		if len(plain) > 4 {
			ways = append(ways, plain[:len(plain)-3]+" "+plain[len(plain)-3:], plain[:len(plain)-3]+"\u202f"+plain[len(plain)-3:])
		}
		if !whole {
			ways = append(ways, plain+",0")
		}
		for _, way := range ways {
			f := faultOf(t, o.path, way)
			written := way
			if f != nil {
				m := writeThis.FindStringSubmatch(f.String())
				if m == nil {
					t.Errorf("%s: %q: no cure in: %s", o.path, way, f)
					continue
				}
				written = m[1]
				if again := faultOf(t, o.path, written); again != nil && strings.Contains(again.Problem, "wanted a") {
					t.Errorf("%s: %q: the cure %q is refused: %s", o.path, way, written, again)
				}
			}
			if got, err := strconv.ParseFloat(strings.TrimSpace(written), 64); err != nil || got != x {
				t.Errorf("%s: %q is taken for %q", o.path, way, written)
			}
		}
	}
}

// A switch and a choice have their usual spellings.
func TestWordsAsPeopleWriteThem(t *testing.T) {
	for _, o := range allOptions(reflect.ValueOf(Default()), "", optionTags{}) {
		var ways map[string]string // what is written → what it is, or what the cure says
		switch {
		case o.value.Kind() == reflect.Bool:
			ways = map[string]string{
				"yes": "", "On": "", "TRUE": "", "no": "", "off": "", "'true'": "true", "“yes”": "true", "1": "true", "0": "false",
				"так": "true", "нет": "false", "true\u00a0": "true", "enabled": "true",
			}
		case o.tags.oneof != "":
			word := o.value.String()
			ways = map[string]string{
				strings.ToUpper(word): "", "“" + word + "”": "", word + "\u00a0": "", "' " + word + " '": "",
				word + "x": "did you mean " + word + "?",
			}
		default:
			continue
		}
		for way, cure := range ways {
			f := faultOf(t, o.path, way)
			if cure == "" && f != nil {
				t.Errorf("%s: %q is not understood: %s", o.path, way, f)
			}
			if cure != "" && (f == nil || !strings.HasSuffix(f.Hint, cure)) {
				t.Errorf("%s: %q: got %v, wanted the cure %q", o.path, way, f, cure)
			}
		}
	}
}

// Each option that names a folder understands a home folder, and refuses what would make an odd one.
func TestFoldersAsPeopleWriteThem(t *testing.T) {
	t.Setenv("HOME", "/home/anna")
	t.Setenv("USERPROFILE", "/home/anna")
	t.Setenv("ROBOT", "/srv/robot")
	folders := 0
	for _, o := range allOptions(reflect.ValueOf(Default()), "", optionTags{}) {
		if o.tags.kind != kindFolder {
			continue
		}
		folders++
		for way, cure := range map[string]string{
			`"D:\robot\new"`: `write 'D:\robot\new'`, `"D:\temp\bot\0\einz"`: `write 'D:\temp\bot\0\einz'`,
			"“/srv/robot”": "write /srv/robot", "' /srv/robot '": "write /srv/robot", "/srv/robot\u00a0": "write /srv/robot",
			"$ROBOT/data": "write /srv/robot/data", "${ROBOT}/data": "write /srv/robot/data", "'%ROBOT%/data'": "write /srv/robot/data",
			"%ROBOT%/data":  "in single quotes",
			"$NOWHERE/data": "write the folder in full", "file:///srv/robot": "write /srv/robot",
			"http://robot/data": "not a URL", "~anna/robot": "/home/anna/robot", "~": "write ~/crownhead",
			"[/srv/robot]": "behind the colon", `"D:\users"`: "in single quotes",
		} {
			if f := faultOf(t, o.path, way); f == nil || !strings.Contains(f.String(), cure) {
				t.Errorf("%s: %s: got %v, wanted %q", o.path, way, f, cure)
			}
		}
		if f := faultOf(t, o.path, `'D:\robot\new'`); runtime.GOOS != "windows" && (f == nil || !strings.Contains(f.Problem, "Windows")) {
			t.Errorf("%s: a folder of Windows: %v", o.path, f)
		}
	}
	if folders < 4 {
		t.Errorf("%d options name folders", folders)
	}
	for _, way := range []string{"~/robot", "'~/robot'", `'~\robot'`, "~/./robot/"} {
		c, err := Parse([]byte("data: " + way + "\n"))
		if want := filepath.Join("/home/anna", "robot"); err != nil || c.Data != want {
			t.Errorf("data: %s is %q, %v; wanted %q", way, c.Data, err, want)
		}
	}
	if _, err := os.Stat("~"); err == nil {
		t.Error("a folder named ~ was made")
	}
}

// Addresses, names, ports, ids and times of day say what to write instead.
func TestAddressesAsPeopleWriteThem(t *testing.T) {
	for _, tc := range []struct{ path, value, want string }{
		{"web.listen", "8080", "write 127.0.0.1:8080 for this machine only"},
		{"web.listen", "'8080'", "write 127.0.0.1:8080 for this machine only"},
		{"web.listen", "robot.local", "write robot.local:8080"},
		{"web.listen", "192.168.1.5", "write 192.168.1.5:8080"},
		{"web.listen", "http://127.0.0.1:8102/", "write 127.0.0.1:8102"},
		{"web.listen", "https://robot.local", "write robot.local:8080"},
		{"web.listen", "'*:8080'", "write 0.0.0.0:8080"},
		{"web.listen", "::1:8080", "write '[::1]:8080'"},
		{"web.listen", "[::1]:8080", "is put in single quotes"},
		{"web.listen", "0.0.0.0:http", "must be a number from 0 to 65535"},
		{"web.listen", "“:8080”", "write :8080"},
		{"web.listen", "127.0.0.1 8080", "must be an address and a port, like 127.0.0.1:8080"},
		{"web.listen", ":8080", ""},
		{"web.listen", "'[::1]:8080'", ""},
		{"web.listen", "localhost:0", ""},
		{"web.hosts", "robot.local", "write ['robot.local']"},
		{"web.hosts", "['robot.local:8102']", "hosts[0]: \"robot.local:8102\" is more than a name; write robot.local"},
		{"web.hosts", "['http://x']", "write x"},
		{"web.hosts", "['https://robot.local:80/visitor']", "write robot.local"},
		{"web.hosts", "['y ']", "write y"},
		{"web.hosts", "['a b']", "no name that a browser asks for"},
		{"web.hosts", "['*.local']", "each name by itself"},
		{"web.hosts", "['робот.local']", "in Latin letters"},
		{"web.hosts", "[robot.local., my_robot, 10.0.0.7, '[::1]', xn--90azch.local]", ""},
		{"data", "2026", "write '2026'"},
		{"web.token", "123456789012", "write '123456789012'"},
		{"web.token", "0123", "at least 12"},
		{"link.port", "3", "write COM3 on Windows"},
		{"link.port", "ttyACM0", "write /dev/ttyACM0"},
		{"link.port", "AUTO", "write auto"},
		{"link.port", "2341:0042", "write auto"},
		{"link.port", "“COM3”", "write COM3"},
		{"link.usb", "2341:0042", "write ['2341:0042']"},
		{"link.usb", "['0x2341:0x0042']", "write '2341:0042'"},
		{"link.usb", `['USB\VID_2341&PID_0042\7']`, "write '2341:0042'"},
		{"link.usb", "[2341 0042]", "write '2341:0042'"},
		{"link.usb", "['2341-0042']", "write '2341:0042'"},
		{"voice.quiet_from", "22", `write "22:00"`},
		{"voice.quiet_from", "22.30", `write "22:30"`},
		{"voice.quiet_from", "10 pm", `write "22:00"`},
		{"voice.quiet_from", "24:00", `write "00:00"`},
		{"voice.quiet_from", "22h", `write "22:00"`},
		{"voice.quiet_from", "evening", `write one like "22:00"`},
		{"game.ask", "0120", "write 120"},
		{"game.ask", "2 min", "write 120"},
		{"game.ask", "60000 ms", "write 60"},
		{"arm.board.yaw", "0,4", "write 0.4"},
		{"arm.board.yaw", "0.4 deg", "write 0.4"},
		{"arm.board.centre_x", "22 cm", "write 220"},
		{"arm.board.centre_x", "22 yards", "write the number alone"},
		{"arm.board.centre_x", "{mm: 220}", "write one value behind the colon"},
		{"arm.tray.trophies", "{x: 120, y: 107}", "want a list such as [{x: 120, y: 107}"},
		{"game.language", "ua", "did you mean uk?"},
		{"game.level", "3", "is not one of child"},
	} {
		_, err := Parse([]byte(strings.Replace(textWith(tc.path, tc.value), "quiet_from:", "quiet_to: '08:00'\n  quiet_from:", 1)))
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: %s\ngot    %v\nwanted %s", tc.path, tc.value, err, tc.want)
		}
	}
}

// The names of options have their own mistakes.
func TestNamesAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"Game:\n  level: child\n":                               "line 1, column 1: Game: no such option (did you mean game?)",
		"game:\n  LEVEL: child\n":                               "did you mean level?",
		"game: {level:child}\n":                                 "write a colon and a space: level: child",
		"game:\n  level=child\n  ask: 60\n":                     "line",
		"game:\n\u00a0\u00a0level: child\n":                     "line 2, column 1",
		"game:\n  level:\u00a0child\n":                          "game",
		"arm: {watch: {lead: 0,5}}\n":                           "decimals begin with a point: 0.5",
		"arm: {park: {x:-300}}\n":                               "write a colon and a space: x: -300",
		"game:\n  level: hard\narm: {board: {centre_x: 300}}\n": "16 squares are out of the arm's reach",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q\ngot    %v\nwanted %s", text, err, want)
		}
	}
}
