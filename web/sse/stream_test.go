package sse_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"crownhead/web/sse"
)

func Example() {
	w := httptest.NewRecorder()
	stream, err := sse.Open(w)
	if err != nil {
		return
	}
	defer stream.Close()
	_ = stream.Send("robot", map[string]string{"phase": "thinking"})
	_ = stream.KeepAlive()
	fmt.Println(w.Header().Get("Content-Type"))
	fmt.Print(w.Body)
	// Output:
	// text/event-stream
	// retry: 1000
	//
	// event: robot
	// data: {"phase":"thinking"}
	//
	// event: pulse
	// data: {}
}

// gone is a client that has closed its connection.
type gone struct{ http.ResponseWriter }

func (gone) Write([]byte) (int, error) { return 0, errors.New("connection reset") }

// A client that has gone, and a value that is no JSON, end the stream with an error.
func TestErrorsEndTheStream(t *testing.T) {
	if _, err := sse.Open(gone{httptest.NewRecorder()}); err == nil {
		t.Error("a stream to nobody was opened")
	}
	w := httptest.NewRecorder()
	stream, err := sse.Open(w)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	before := w.Body.String()
	if err := stream.Send("robot", func() {}); err == nil || w.Body.String() != before {
		t.Errorf("%v, sent %q", err, w.Body)
	}
}
