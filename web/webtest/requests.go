package webtest

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Client asks a site as a script would. It follows no redirect, and keeps no connection open behind
// a test's back.
var Client = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// An Answer is what a request got.
type Answer struct {
	Status int
	Body   string
	Header http.Header
	Cookie *http.Cookie // the first one, nil without
}

// Request asks a site once, and fails the test where nobody answers.
func Request(t testing.TB, method, address, body string, header map[string]string) Answer {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	got, err := Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := Answer{got.StatusCode, string(text), got.Header, nil}
	if cookies := got.Cookies(); len(cookies) > 0 {
		a.Cookie = cookies[0]
	}
	return a
}

// An EventStream reads the server-sent events of a page.
type EventStream struct {
	t     testing.TB
	lines *bufio.Scanner
	close func()
}

// Watch opens a stream of events, for 20 s at most and not longer than the test.
func Watch(t testing.TB, address string, header map[string]string) *EventStream {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	got, err := Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	s := &EventStream{t: t, lines: bufio.NewScanner(got.Body), close: func() { stop(); _ = got.Body.Close() }}
	s.lines.Buffer(nil, 1<<20)
	t.Cleanup(s.close)
	if kind := got.Header.Get("Content-Type"); got.StatusCode != http.StatusOK || kind != "text/event-stream" {
		t.Fatalf("the stream is %s, %s", got.Status, kind)
	}
	return s
}

// Next returns the data of the next event of a kind.
func (s *EventStream) Next(kind string) map[string]any {
	s.t.Helper()
	for name := ""; s.lines.Scan(); {
		if line := s.lines.Text(); strings.HasPrefix(line, "event: ") {
			name = line[7:]
		} else if strings.HasPrefix(line, "data: ") && name == kind {
			var v map[string]any
			if err := json.Unmarshal([]byte(line[6:]), &v); err != nil {
				s.t.Fatal(err)
			}
			return v
		}
	}
	s.t.Fatalf("the stream ended before a %s event: %v", kind, s.lines.Err())
	return nil
}

// Rest returns the lines that come until the stream ends.
func (s *EventStream) Rest() []string {
	lines := []string{}
	for s.lines.Scan() {
		lines = append(lines, s.lines.Text())
	}
	return lines
}

// Close ends the stream.
func (s *EventStream) Close() { s.close() }
