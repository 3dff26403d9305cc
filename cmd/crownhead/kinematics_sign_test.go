package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crownhead/internal/cli"
)

// An edit puts something else in the place of what stands exactly once in a file of the repository.
type edit struct{ file, from, to string }

// A sign of the kinematics that is turned is no secret: the demo ends by itself, says why, and the answer is no.
func TestSignTurned(t *testing.T) {
	t.Parallel()
	inverse := edit{"kinematics/inverse.go", "Base: math.Atan2(p.Y, p.X)", "Base: math.Atan2(-p.Y, p.X)"}
	for _, c := range []struct {
		name  string
		edits []edit
		why   string
	}{
		{
			"in the inverse alone",
			[]edit{inverse},
			`s: the arm has failed: kinematics: planning a vertical motion from .* no room to come in from there`,
		},
		{
			"wherever y is",
			[]edit{
				inverse,
				{"kinematics/forward.go", "math.Sincos(q.Base * degree)", "math.Sincos(-q.Base * degree)"},
				{"kinematics/path.go", "math.Atan2(v.Y, v.X)", "math.Atan2(-v.Y, v.X)"},
				{"kinematics/path.go", "p.radius * sin, p.height", "-p.radius * sin, p.height"},
			},
			`s: help: the checker of .. isn't picked up`,
		},
		{
			"in the Jacobian",
			[]edit{{"kinematics/forward.go", "r := t.radius * degree", "r := -t.radius * degree"}},
			`s: jerk: item .* acceleration jumps`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			out, err := exec.CommandContext(ctx, buildEdited(ctx, t, c.edits), "demo", "--fast", "--plies", "6").
				CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != cli.ExitNegative || !regexp.MustCompile(c.why).Match(out) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// buildEdited builds the program with other text in some of its files, which stay as they are.
func buildEdited(ctx context.Context, t *testing.T, edits []edit) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, replace := t.TempDir(), map[string]string{}
	for _, e := range edits {
		name := filepath.Join(root, e.file)
		source, again := replace[name]
		if !again {
			source = name
		}
		replace[name] = filepath.Join(dir, filepath.Base(e.file))
		e.applyEdit(t, source, replace[name])
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "crownhead")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(ctx, "go", "build", "-ldflags", "-s -w", "-overlay", file, "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func (e edit) applyEdit(t *testing.T, source, edited string) {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), e.from); n != 1 {
		t.Fatalf("%q stands %d times in %s", e.from, n, e.file)
	}
	if err := os.WriteFile(edited, []byte(strings.Replace(string(text), e.from, e.to, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}
