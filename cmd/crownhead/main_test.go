package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts call the real main.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"crownhead": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// testdata/script holds a readable script for each subcommand, its bad inputs included.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits}})
}

// exits runs a command and holds its exit code against the contract: exits 2 crownhead fly.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); want == 0 && err != nil || want != 0 && !errors.As(err, &exit) {
		ts.Fatalf("%v ended with %v, wanted exit %d", args[1:], err, want)
	}
	if exit != nil && exit.ExitCode() != want {
		ts.Fatalf("%v ended with exit %d, wanted %d", args[1:], exit.ExitCode(), want)
	}
}
