package main

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptDaemon starts crownhead run for a script, with $PID and $URL in its environment: daemon --twin --data d.
func scriptDaemon(ts *testscript.TestScript, _ bool, args []string) {
	d, err := startDaemon(ts.MkAbs("."), args...)
	ts.Check(err)
	ts.Defer(func() {
		d.killProcess()
		ts.Logf("the daemon's log:\n%s", d.readLog())
	})
	ts.Setenv("URL", d.url)
	ts.Setenv("ADDRESS", strings.TrimPrefix(d.url, "http://"))
	ts.Setenv("PID", strconv.Itoa(d.cmd.Process.Pid))
}

// checkRequest sends a request, holds its status against the wanted one, and shows the answer as standard output: ask 403 POST
// /api/world Origin=http://other.example '{"op":"press"}'. A body is JSON unless a Content-Type says otherwise.
func checkRequest(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 3 {
		ts.Fatalf("usage: ask STATUS METHOD PATH [HEADER=VALUE…] [BODY]")
	}
	body, header := "", http.Header{}
	for _, arg := range args[3:] {
		name, value, isHeader := strings.Cut(arg, "=")
		if isHeader && !strings.ContainsAny(name, `{" `) {
			header.Set(name, value)
			continue
		}
		body = arg
	}
	r, err := http.NewRequest(args[1], ts.Getenv("URL")+args[2], strings.NewReader(body))
	ts.Check(err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, values := range header {
		r.Header[name] = values
	}
	answer, err := http.DefaultClient.Do(r)
	ts.Check(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	ts.Check(err)
	fmt.Fprintf(ts.Stdout(), "%s", text)
	if got := strconv.Itoa(answer.StatusCode); got != args[0] {
		ts.Fatalf("%v: status %s, wanted %s: %s", args[1:], got, args[0], text)
	}
}
