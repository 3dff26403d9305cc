package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"

	"crownhead/internal/filelock"
)

// A running is a daemon in another process, as its pages answer.
type running struct {
	pid     int // 0: not known
	address string
}

// errNoDaemon means that nobody runs over the data directory.
var errNoDaemon = errors.New("no daemon runs")

// findRunning looks into the lock of the data directory for the daemon that works there.
func findRunning(dir string) (running, error) {
	h, held, err := filelock.Read(filepath.Join(dir, "lock"))
	switch {
	case err != nil:
		return running{}, err
	case !held:
		return running{}, fmt.Errorf("%w over %s", errNoDaemon, dir)
	case h.Listen == "":
		return running{}, fmt.Errorf("%s holds %s, but its pages don't answer yet", h, dir)
	}
	return running{pid: h.PID, address: nearby(h.Listen)}, nil
}

// nearby is the address under which this machine reaches what listens there.
func nearby(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

func (r running) String() string {
	if r.pid == 0 {
		return "the daemon at " + r.address
	}
	return fmt.Sprintf("process %d at %s", r.pid, r.address)
}

// direct asks the daemon itself, whatever proxy the surroundings name: an emergency stop must not go by way of another.
var direct = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// ask sends a request to the daemon, with headers as pairs of name and value. The caller closes the body.
func (r running) ask(ctx context.Context, method, path string, header ...string) (*http.Response, error) {
	q, err := http.NewRequestWithContext(ctx, method, "http://"+r.address+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	for i := 0; i+1 < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	answer, err := direct.Do(q)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		defer answer.Body.Close()
		var why struct{ Error string }
		_ = json.NewDecoder(io.LimitReader(answer.Body, 1<<12)).Decode(&why) // what is no crownhead says something else
		return nil, fmt.Errorf("%s %s: %s %s", method, path, answer.Status, why.Error)
	}
	return answer, nil
}

// A runningScreen is what the daemon's stream tells of the robot.
type runningScreen struct {
	Phase   string   `json:"phase"`
	Key     string   `json:"key"`
	Link    bool     `json:"link"`
	Stopped bool     `json:"stopped"`
	Odd     []string `json:"odd"`
}

// await reads the daemon's stream until the robot is as wanted; else it returns the last that it saw, if any.
func (r running) await(ctx context.Context, wanted func(runningScreen) bool) (last *runningScreen, err error) {
	const longestLine = 1 << 20
	answer, err := r.ask(ctx, http.MethodGet, "/api/events")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	lines, robots := bufio.NewScanner(answer.Body), false
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			robots = name == "robot"
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || !robots {
			continue
		}
		var s runningScreen
		if err := json.Unmarshal([]byte(data), &s); err != nil {
			return last, fmt.Errorf("the stream of its pages: %w", err)
		}
		if last = &s; wanted(s) {
			return last, nil
		}
	}
	return last, errors.Join(errors.New("the stream of its pages has ended"), lines.Err(), ctx.Err())
}
