package web_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"crownhead/board"
	"crownhead/face/say"
)

// chromium finds the browser. Without one these tests are skipped, unless CHROMIUM_REQUIRED=1 says that there must be.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CHROMIUM_REQUIRED") == "1" {
		t.Fatal("no chromium, and CHROMIUM_REQUIRED=1")
	}
	t.Skip("no chromium")
	return ""
}

// A browser is one tab, and what its console complained about.
type browser struct {
	ctx context.Context

	mu         sync.Mutex
	complaints []string
}

// open starts a browser at an address, with a window of this size.
func open(t *testing.T, address string, width, height int, more ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.WindowSize(width, height))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(flags, more...)...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(stop)
	b := &browser{ctx: ctx}
	chromedp.ListenTarget(ctx, b.hear)
	b.do(t, chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(address))
	return b
}

func (b *browser) hear(event any) {
	complaint := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		complaint = e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			complaint = fmt.Sprintf("console: %s", e.Args[0].Value)
		}
	case *log.EventEntryAdded:
		complaint = e.Entry.Text + " " + e.Entry.URL
	}
	if complaint != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.complaints = append(b.complaints, complaint)
	}
}

// quiet fails the test when the console has anything to say.
func (b *browser) quiet(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.complaints) > 0 {
		t.Errorf("the console says: %s", strings.Join(b.complaints, "\n"))
	}
}

func (b *browser) do(t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// wait waits until a JavaScript expression is true.
func (b *browser) wait(t *testing.T, expression string) {
	t.Helper()
	if err := chromedp.Run(b.ctx, chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(15*time.Second))); err != nil {
		var html string
		_ = chromedp.Run(b.ctx, chromedp.Text("#screen", &html))
		t.Fatalf("waiting for %s: %v; the page shows:\n%s", expression, errors.Unwrap(err), html)
	}
}

// eventually waits until what the page did has arrived.
func (b *browser) eventually(t *testing.T, arrived func() bool) {
	t.Helper()
	for !arrived() {
		select {
		case <-b.ctx.Done():
			t.Fatal("what the page should do doesn't arrive")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// ask evaluates a JavaScript expression.
func ask[T any](t *testing.T, b *browser, expression string) T {
	t.Helper()
	var v T
	b.do(t, chromedp.Evaluate(expression, &v))
	return v
}

// off tells whether a place differs by more than half a millimetre.
func off(got, want float64) bool { return math.Abs(got-want) > 0.5 }

func mustSquare(t *testing.T, name string) board.Square {
	t.Helper()
	sq, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

func sayUk(t *testing.T, key say.Key, squares ...string) string {
	t.Helper()
	text, err := say.Render(say.Ukrainian, key, say.Args{Squares: squares})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
