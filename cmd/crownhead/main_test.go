package main

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crownhead/internal/cli"
	"crownhead/internal/twinprocess"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts call the real main.
func TestMain(m *testing.M) {
	if os.Getenv(twinprocess.ParentPipe) != "" { // a virtual robot that a test's own robot has started
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	// What plays in real time mostly waits, so more of it can run at once than there are processors.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	testscript.Main(withBuilds{m}, map[string]func(){
		"crownhead": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// testdata/script holds a readable script for each subcommand, its bad inputs included.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", ContinueOnError: true,
		Condition: func(name string) (bool, error) { return name == "root" && os.Getuid() == 0, nil },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  checkExit,
			"daemon": scriptDaemon,
			"ask":    checkRequest,
		},
	})
}

// checkExit runs a command and holds its exit code and what it prints against the contract: exits 2 crownhead fly.
func checkExit(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); want == cli.ExitDone && err != nil ||
		want != cli.ExitDone && !errors.As(err, &exit) {
		ts.Fatalf("%v ended with %v, wanted exit %d", args[1:], err, want)
	}
	if exit != nil && exit.ExitCode() != want {
		ts.Fatalf("%v ended with exit %d, wanted %d", args[1:], exit.ExitCode(), want)
	}
	if problem := offContract(want, slices.Contains(args, "--json"), ts.ReadFile("stdout"),
		ts.ReadFile("stderr")); problem != "" {
		ts.Fatalf("%v: %s", args[1:], problem)
	}
}

// refusal is how every refusal is told: what and why, then what to do about it.
var refusal = regexp.MustCompile(`(?m)^crownhead: .+: .+(\n.+)*\nhint: .+$`)

// offContract says what in a command's output breaks the promise to scripts, if anything does.
func offContract(code int, asJSON bool, stdout, stderr string) string {
	switch {
	case code == cli.ExitUsage && stdout != "":
		return "a refusal leaves standard output empty"
	case code == cli.ExitUsage && !refusal.MatchString(stderr):
		return "a refusal says what, why, and what to do"
	case code != cli.ExitUsage && asJSON:
		return notOneValue(stdout)
	default:
		return ""
	}
}

// notOneValue says why the text is not one JSON value in which lists are never null.
func notOneValue(text string) string {
	dec := json.NewDecoder(strings.NewReader(text))
	var v any
	if err := dec.Decode(&v); err != nil {
		return "--json prints JSON: " + err.Error()
	}
	if _, err := dec.Token(); err != io.EOF {
		return "--json prints one value and nothing else"
	}
	return findNull("", v)
}

// findNull finds a null where scripts expect something; a log that did not diverge has one by the contract.
func findNull(name string, v any) string {
	switch v := v.(type) {
	case nil:
		if name != "diverged" {
			return "null for " + name
		}
	case []any:
		for _, e := range v {
			if problem := findNull(name, e); problem != "" {
				return problem
			}
		}
	case map[string]any:
		for name, e := range v {
			if problem := findNull(name, e); problem != "" {
				return problem
			}
		}
	}
	return ""
}

// The README names every command: a stranger reads it before they ask for help.
func TestReadmeNamesCommands(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range newRoot(&cli.Output{}).Commands() {
		if !strings.Contains(string(text), "crownhead "+c.Name()+" ") &&
			!strings.Contains(string(text), "`"+c.Name()+"`") {
			t.Errorf("README.md says nothing of crownhead %s", c.Name())
		}
	}
}
