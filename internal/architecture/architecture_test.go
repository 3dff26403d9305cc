package architecture

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

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
	"github.com/spf13":           "cmd/crownhead",
}

// A goPackage is what go list says of a package.
type goPackage struct {
	ImportPath string
	Imports    []string
}

// Each package imports what its floor allows, and that lies above it.
func TestImportRule(t *testing.T) {
	above := map[string]bool{}
	for _, f := range floors {
		for name := range strings.FieldsSeq(f.mayImport) {
			if !above[name] && name != anything {
				t.Errorf("%s may import %s, which is not above it in the table", f.name, name)
			}
		}
		above[f.name] = true
	}
	packages := listPackages(t)
	if len(packages) != len(floors) {
		t.Errorf("%d packages, and %d floors in the table", len(packages), len(floors))
	}
	for _, p := range packages {
		name, inside := strings.CutPrefix(p.ImportPath, "crownhead/")
		if !inside {
			t.Errorf("%s is outside the module", p.ImportPath)
			continue
		}
		checkOwners(t, name, p.Imports)
		i := slices.IndexFunc(floors, func(f floor) bool { return f.name == name })
		if i < 0 {
			t.Errorf("%s has no floor in the table", name)
			continue
		}
		allowed := strings.Fields(floors[i].mayImport)
		for _, path := range p.Imports {
			imported, ours := strings.CutPrefix(path, "crownhead/")
			if !ours || slices.Contains(utilities, imported) || slices.Contains(allowed, anything) {
				continue
			}
			if !slices.Contains(allowed, imported) {
				t.Errorf("%s must not import %s", name, imported)
			}
		}
	}
}

var update = flag.Bool("update", false, "write the table of floors in ARCHITECTURE.md")

// The table in ARCHITECTURE.md is made from floors; after a change of them
//
//	go test ./internal/architecture -run TestFloorsDocs -update
//
// writes it again.
func TestFloorsDocs(t *testing.T) {
	const file, begin, end = "../../ARCHITECTURE.md", "<!-- floors: made by go test ./internal/architecture " +
		"-update -->\n", "<!-- end of floors -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	shown, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no place for the table between %q and %q", file, begin, end)
	}
	table := formatFloors()
	if shown == table {
		return
	}
	if !*update {
		t.Fatal("the table of floors in ARCHITECTURE.md is out of date: go test ./internal/architecture -run " +
			"TestFloorsDocs -update")
	}
	if err := os.WriteFile(file, []byte(before+begin+table+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// formatFloors is the table in Markdown.
func formatFloors() string {
	var b strings.Builder
	b.WriteString("\n| package | what lives there | may import |\n|---|---|---|\n")
	for _, f := range floors {
		allowed := strings.Join(strings.Fields(f.mayImport), ", ")
		switch f.mayImport {
		case "":
			allowed = "–"
		case anything:
			allowed = "all"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.name, f.holds, allowed)
	}
	return b.String() + "\n"
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

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "crownhead/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
