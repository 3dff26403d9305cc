package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors says which packages of this module a package may import, besides the standard library and its own subpackages
// named here. It is the table of folders in ARCHITECTURE.md: the turn goes one way, and nothing reaches around its
// neighbour.
var floors = map[string][]string{
	"board":                 {},
	"board/sensing":         {"board"},
	"kinematics":            {},
	"face":                  {},
	"face/say":              {},
	"face/voice":            {"face"},
	"firmware":              {},
	"firmware/wiring":       {"board"},
	"firmware/link/wire":    {},
	"firmware/firmwaretest": {},
	"firmware/ctest":        {},
	"firmware/link":         {"firmware/link/wire"},
	"firmware/sim":          {},
	"engine":                {"board"},
	"engine/endgame":        {"board"},
	"engine/net":            {"board", "engine/train/adam"},
	"engine/pattern":        {"board", "engine"},
	"engine/search":         {"board", "engine", "engine/endgame", "engine/pattern"},
	"engine/mcts":           {"board", "engine", "engine/net", "engine/endgame"},
	"engine/generations":    {"engine/net"},
	"engine/levels":         {"board", "engine", "engine/endgame", "engine/search", "engine/mcts", "engine/generations"},
	"engine/analysis":       {"board", "engine", "engine/search"},
	"engine/hub":            {"board", "engine"},
	"engine/match":          {"board", "engine", "engine/hub", "engine/endgame", "engine/search", "engine/levels", "engine/pattern", "engine/net", "engine/mcts", "engine/generations"},
	"engine/train/adam":     {},
	"engine/train/store":    {},
	"engine/train/loop":     {"engine/train/store"},
	"engine/train/chart":    {"board"},
	"engine/train/nets":     {"board", "engine", "engine/endgame", "engine/match", "engine/mcts", "engine/net", "engine/train/adam", "engine/train/loop", "engine/train/store", "engine/train/chart", "engine/train/selfplay"},
	"engine/train/patterns": {"board", "engine", "engine/endgame", "engine/pattern", "engine/search", "engine/match", "engine/train/adam", "engine/train/loop", "engine/train/store", "engine/train/chart"},
	"engine/train/selfplay": {"board", "engine", "engine/net", "engine/mcts", "engine/train/store"},
	"arm":                   {"board", "kinematics"},
	"arm/calibrate":         {"board", "kinematics", "arm"},
	"robot/turn":            {"board", "board/sensing", "arm", "face/say"},
	"robot/journal":         {"board", "board/sensing", "robot/turn"},
	"robot/sensors":         {"board", "robot/turn"},
	"robot":                 {"board", "board/sensing", "engine", "arm", "arm/calibrate", "face", "face/say", "firmware/link", "robot/turn", "robot/journal", "robot/sensors"},
	"robot/virtual":         {"robot", "robot/turn", "robot/journal", "robot/sensors"},
	"robot/live":            {"robot", "robot/turn", "robot/journal", "face", "firmware/link"},
	"robot/robottest":       {"robot/journal", "board"},
	"web/sse":               {},
	"web/reply":             {},
	"web/operator":          {"board", "robot", "robot/turn", "robot/journal", "face/say", "web/sse", "web/reply"},
	"web":                   {"board", "engine", "robot", "robot/turn", "face/say", "web/sse", "web/reply", "web/operator"},
	"web/webtest":           {"web", "web/operator", "robot", "robot/turn", "robot/journal", "board"},
	"config":                {"engine/generations", "engine/levels", "arm", "face", "face/voice", "firmware/link", "web", "robot"},

	"engine/generations/generationstest": {"engine/net"},

	"firmware/twin/groundtruth": {"board"},
	"firmware/twin/witness":     {"firmware/twin/groundtruth", "firmware/link/wire"},
	"firmware/twin/world":       {"board", "firmware/twin/groundtruth", "firmware/twin/witness"},
	"firmware/twin/controller":  {"firmware/twin/world", "firmware/twin/witness", "firmware/link/wire"},
	"firmware/twin/rig":         {"firmware/twin/world", "firmware/twin/witness", "firmware/link/wire", "firmware/sim"},
	"firmware/twin":             {"firmware/twin/world", "firmware/twin/groundtruth", "firmware/twin/controller", "firmware/link/wire", "board"},
	"firmware/twin/serve":       {"firmware/twin", "firmware/twin/world", "firmware/twin/groundtruth", "firmware/twin/witness", "firmware/twin/controller", "firmware/twin/rig", "firmware/link/wire", "board", "internal/clock"},
	"firmware/twin/twintest":    {"firmware/twin/world", "firmware/twin/groundtruth", "firmware/link/wire", "board"},

	"internal/atomicfile": {},
	"internal/broadcast":  {},
	"internal/clock":      {},
	"internal/filelock":   {},
}

// utilities know nothing of robots or games; every package may import them.
var utilities = []string{"internal/atomicfile", "internal/broadcast", "internal/clock", "internal/filelock"}

// exclusive names the one package that may import an owner's package.
var exclusive = map[string]string{
	"go.bug.st/serial":           "firmware/link",
	"gopkg.in/yaml.v3":           "config",
	"github.com/faiface/beep":    "face/voice",
	"github.com/nicksnyder":      "face/say",
	"github.com/creack/pty":      "firmware/twin/serve",
	"github.com/chromedp":        "web/webtest",
	"pgregory.net/rapid":         "",
	"go.uber.org/goleak":         "",
	"github.com/rogpeppe":        "",
	"github.com/santhosh-tekuri": "",
	"github.com/jfreymuth":       "face/voice",
	"gonum.org/v1/gonum":         "arm/calibrate",
}

type listed struct {
	ImportPath string
	Imports    []string
}

// Arrows run up the table of folders only.
func TestImportRule(t *testing.T) {
	for _, p := range goList(t) {
		name, inside := strings.CutPrefix(p.ImportPath, "crownhead/")
		if !inside {
			t.Errorf("%s is outside the module", p.ImportPath)
			continue
		}
		checkOwners(t, name, p.Imports)
		if strings.HasPrefix(name, "cmd/") {
			continue // cmd wires everything
		}
		allowed, known := floors[name]
		if !known {
			t.Errorf("%s has no floor in the table", name)
		}
		for _, imp := range p.Imports {
			if up, ours := strings.CutPrefix(imp, "crownhead/"); ours && !slices.Contains(allowed, up) && !slices.Contains(utilities, up) {
				t.Errorf("%s must not import %s", name, up)
			}
		}
	}
}

func checkOwners(t *testing.T, name string, imports []string) {
	t.Helper()
	for _, imp := range imports {
		for prefix, owner := range exclusive {
			if strings.HasPrefix(imp, prefix) && name != owner {
				t.Errorf("%s must not import %s: only %q may", name, imp, owner)
			}
		}
	}
}

func goList(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "crownhead/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
