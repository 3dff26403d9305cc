// Package sse writes streams of server-sent events, the way a page is kept alive.
//
// A Stream belongs to the goroutine of its request and starts no other. Each write has its time: a
// client that takes nothing for so long costs only its own request. It is dropped, and comes back
// by itself.
package sse

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	writeLimit     = 10 * time.Second // for a client to take one event
	keepAlivePause = 2 * time.Second  // a page that hears nothing for five seconds calls its connection dead
	reconnectAfter = 1000             // ms that a browser waits before it asks for a broken stream again
)

// A Stream is the answer to one request for events.
type Stream struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	ticker *time.Ticker
}

// Open begins a stream as the answer to a request. The caller closes it.
func Open(w http.ResponseWriter) (*Stream, error) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	s := &Stream{w: w, rc: http.NewResponseController(w), ticker: time.NewTicker(keepAlivePause)}
	_ = s.rc.SetReadDeadline(time.Time{}) // a stream outlives the request's time limit; where unsupported there is none
	if err := s.writeAndFlush("retry: %d\n\n", reconnectAfter); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close ends what the stream holds. The connection ends when the handler returns.
func (s *Stream) Close() { s.ticker.Stop() }

// Send sends one event, its data as JSON. An error says that the client has gone, or that v can't
// be encoded; either ends the stream.
func (s *Stream) Send(event string, v any) error {
	data, err := json.Marshal(v) // compact: the data of an event is one line
	if err != nil {
		return fmt.Errorf("sse: encoding event %s: %w", event, err)
	}
	return s.writeAndFlush("event: %s\ndata: %s\n\n", event, data)
}

// KeepAliveDue delivers a tick each time that KeepAlive is to be called.
func (s *Stream) KeepAliveDue() <-chan time.Time { return s.ticker.C }

// KeepAlive sends the event "pulse", by which a page sees that what it shows is true.
func (s *Stream) KeepAlive() error { return s.writeAndFlush("event: pulse\ndata: {}\n\n") }

// writeAndFlush writes and flushes within the time of one event.
func (s *Stream) writeAndFlush(format string, a ...any) error {
	_ = s.rc.SetWriteDeadline(time.Now().Add(writeLimit))
	if _, err := fmt.Fprintf(s.w, format, a...); err != nil {
		return fmt.Errorf("sse: writing: %w", err)
	}
	if err := s.rc.Flush(); err != nil {
		return fmt.Errorf("sse: flushing: %w", err)
	}
	return nil
}
