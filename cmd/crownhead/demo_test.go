package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"crownhead/internal/cli"
	"crownhead/internal/demo"

	"github.com/rogpeppe/go-internal/testscript"
)

// build makes the program as people run it, once: whole games under the race detector take too long.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "crownhead-build-")
	if err != nil {
		return "", err
	}
	builds = dir
	program := filepath.Join(dir, "crownhead")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return program, nil
})

// builds is the folder of what build has made.
var builds string

// withBuilds takes the built program away after the tests.
type withBuilds struct{ testscript.TestingM }

func (m withBuilds) Run() int {
	code := m.TestingM.Run()
	if builds != "" {
		_ = os.RemoveAll(builds) // a file in the temporary folder is all that can stay
	}
	return code
}

// demoFast plays in virtual time and returns what was printed and the exit code.
func demoFast(t *testing.T, args ...string) (string, int) {
	t.Helper()
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append([]string{"demo", "--fast"}, args...)...)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || complaints.Len() > 0 {
		t.Fatalf("demo %v: %v\n%s", args, err, complaints.String())
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// soundGames plays games that must be sound and returns their reports.
func soundGames(t *testing.T, args ...string) []demo.Report {
	t.Helper()
	out, code := demoFast(t, append(args, "--json")...)
	var reports []demo.Report
	if err := json.Unmarshal([]byte(out), &reports); err != nil || code != cli.ExitDone {
		t.Fatalf("demo %v: exit %d, %v\n%s", args, code, err, out)
	}
	return reports
}

// playForJournals plays games and returns their journals by name.
func playForJournals(t *testing.T, args ...string) map[string][]byte {
	t.Helper()
	data, found := filepath.Join(t.TempDir(), "games"), map[string][]byte{}
	soundGames(t, append(args, "--data", data)...)
	names, err := filepath.Glob(filepath.Join(data, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found[filepath.Base(name)] = text
	}
	return found
}

// One seed is one run, byte for byte, whatever goes wrong in it; another seed is another.
func TestOneSeedIsOneRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		args []string
	}{
		{"clean", []string{"--visitor", "random"}},
		{"faults", []string{"--visitor", "clumsy:random", "--faults", "flip=0.002,drop=0.002,miss=0.05"}},
		{"level", []string{"--visitor", "level:child", "--level", "child", "--plies", "20"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			one := playForJournals(t, append(c.args, "--games", "2", "--seed", "7")...)
			if len(one) != 2 || len(one["game-0001.jsonl"]) < 1000 {
				t.Fatalf("%d journals", len(one))
			}
			for name, text := range playForJournals(t, append(c.args, "--games", "2", "--seed", "7")...) {
				if !bytes.Equal(text, one[name]) {
					t.Errorf("%s is not the same again: %s", name, firstDifference(one[name], text))
				}
			}
			for name, text := range playForJournals(t, append(c.args, "--games", "1", "--seed", "8")...) {
				if got, first := movesOf(t, text), movesOf(t, one[name]); got == first {
					t.Errorf("%s is the same game with another seed: %s", name, got)
				}
			}
		})
	}
}

// firstDifference shows the first line in which two journals differ.
func firstDifference(a, b []byte) string {
	first, second := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(first), len(second)) {
		if first[i] != second[i] {
			return first[i] + "\nand\n" + second[i]
		}
	}
	return "one is longer"
}

var made = regexp.MustCompile(`"then":\{[^}]*"move":"([^"]+)"`)

// movesOf is the moves that a journal holds.
func movesOf(t *testing.T, journal []byte) string {
	t.Helper()
	var moves []string
	for _, m := range made.FindAllSubmatch(journal, -1) {
		moves = append(moves, string(m[1]))
	}
	if len(moves) < 2 {
		t.Fatalf("no moves in %s", journal)
	}
	return strings.Join(moves, " ")
}

// The virtual robot has a geometry of its own: a board that is not where the configuration says makes the arm grope.
func TestBoardOutOfPlace(t *testing.T) {
	t.Parallel()
	retries := func(args ...string) (sum int) {
		for _, g := range soundGames(t, append(args, "--games", "6")...) {
			sum += g.PickRetries
		}
		return sum
	}
	right, wrong := retries(), retries("--config", configFile(t, "arm: {board: {centre_x: 223}}"))
	if wrong < 5*max(right, 1) {
		t.Errorf("%d picks tried again with the board 3 mm out of place, %d with it in place", wrong, right)
	}
}

// A link that is longer than the configuration says drives the nozzle into the checkers: the witness tells, and the
// answer is no.
func TestLinkTooLong(t *testing.T) {
	t.Parallel()
	out, code := demoFast(t, "--games", "2", "--config", configFile(t, "arm: {links: {upper: 145}}"))
	if code != cli.ExitNegative || !regexp.MustCompile(`[1-9][0-9]* motion faults`).MatchString(out) ||
		!regexp.MustCompile(`s: pressed: .* mm deep at \(`).MatchString(out) {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

// configFile writes a configuration file.
func configFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "robot.yaml")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}
