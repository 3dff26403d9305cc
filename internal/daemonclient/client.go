// Package daemonclient finds a daemon in another process by its data directory, and talks to its pages.
package daemonclient

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

// A Client talks to one running daemon.
type Client struct {
	pid     int // 0: not known
	address string
}

// ErrNoDaemon means that no daemon runs over the data directory.
var ErrNoDaemon = errors.New("no daemon runs")

// At is the daemon that listens at an address.
func At(listen string) Client { return Client{address: localAddress(listen)} }

// Find looks into the lock of the data directory for the daemon that works there.
func Find(dir string) (Client, error) {
	h, held, err := filelock.Read(filepath.Join(dir, "lock"))
	switch {
	case err != nil:
		return Client{}, err
	case !held:
		return Client{}, fmt.Errorf("%w over %s", ErrNoDaemon, dir)
	case h.Listen == "":
		return Client{}, fmt.Errorf("%s holds %s, but its pages don't answer yet", h, dir)
	}
	return Client{pid: h.PID, address: localAddress(h.Listen)}, nil
}

// localAddress is the address under which this machine reaches what listens there.
func localAddress(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

func (d Client) String() string {
	if d.pid == 0 {
		return "the daemon at " + d.address
	}
	return fmt.Sprintf("process %d at %s", d.pid, d.address)
}

// directClient ignores proxies: an emergency stop must not go by way of another machine.
var directClient = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// Request sends a request to the daemon, with headers as pairs of name and value. The caller closes the body.
func (d Client) Request(ctx context.Context, method, path string, header ...string) (*http.Response, error) {
	q, err := http.NewRequestWithContext(ctx, method, "http://"+d.address+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	for i := 0; i+1 < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	answer, err := directClient.Do(q)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		defer answer.Body.Close()
		var why struct{ Error string }
		_ = json.NewDecoder(io.LimitReader(answer.Body, 1<<12)).Decode(&why) // another program's answer is no JSON
		return nil, fmt.Errorf("%s %s: %s %s", method, path, answer.Status, why.Error)
	}
	return answer, nil
}

// A Screen is what any page may see of the robot.
type Screen struct {
	Phase   string   `json:"phase"`
	Key     string   `json:"key"` // of the sentence that the robot says
	Link    bool     `json:"link"`
	Stopped bool     `json:"stopped"`
	Odd     []string `json:"odd"` // squares that disagree with the game
}

// WaitForScreen reads the daemon's stream until the screen is as wanted; else it returns the last one that it saw, if
// any.
func (d Client) WaitForScreen(ctx context.Context, wanted func(Screen) bool) (last *Screen, err error) {
	const longestLine = 1 << 20
	answer, err := d.Request(ctx, http.MethodGet, "/api/events")
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
		var s Screen
		if err := json.Unmarshal([]byte(data), &s); err != nil {
			return last, fmt.Errorf("the stream of its pages: %w", err)
		}
		if last = &s; wanted(s) {
			return last, nil
		}
	}
	return last, errors.Join(errors.New("the stream of its pages has ended"), lines.Err(), ctx.Err())
}
