package webtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Patience is how long a page may take to show something. It bounds a broken page, not a slow
// machine.
const Patience = time.Minute

// A Browser is one window of Chromium, and what its console complained about. It ends with the test
// that opened it. What fails in it fails that test.
type Browser struct {
	t   testing.TB
	ctx context.Context

	mu         sync.Mutex
	complaints []string
}

// Open starts Chromium at an address, with a window of this size. Where there is none the test is
// skipped, unless CHROMIUM_REQUIRED=1 says that there must be.
func Open(t testing.TB, address string, width, height int) *Browser {
	t.Helper()
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(findChromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true), chromedp.WindowSize(width, height))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	b := &Browser{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, b.recordComplaint)
	if err := chromedp.Run(ctx); err != nil { // the browser lives as long as the context of its first act
		t.Fatal(err)
	}
	b.Do(chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(address))
	return b
}

// NewTab opens another tab of the same browser, in front of the others.
func (b *Browser) NewTab(address string) *Browser {
	b.t.Helper()
	ctx, stop := chromedp.NewContext(b.ctx)
	b.t.Cleanup(stop)
	tab := &Browser{t: b.t, ctx: ctx}
	chromedp.ListenTarget(ctx, tab.recordComplaint)
	if err := chromedp.Run(ctx); err != nil { // a tab lives as long as the context of its first act
		b.t.Fatal(err)
	}
	tab.Do(chromedp.Navigate(address), page.BringToFront())
	return tab
}

// NewWindow opens another window of the same browser, beside the others: all of them are seen. It is empty at first, for
// chromedp must not meet with a page that is just being loaded.
func (b *Browser) NewWindow(address string) *Browser {
	b.t.Helper()
	var id target.ID
	b.Do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		id, err = target.CreateTarget("about:blank").WithNewWindow(true).Do(ctx)
		return err
	}))
	ctx, stop := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id))
	b.t.Cleanup(stop)
	window := &Browser{t: b.t, ctx: ctx}
	chromedp.ListenTarget(ctx, window.recordComplaint)
	if err := chromedp.Run(ctx); err != nil { // a window is watched as long as the context of its first act
		b.t.Fatal(err)
	}
	window.Do(chromedp.Navigate(address))
	return window
}

func findChromium(t testing.TB) string {
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

func (b *Browser) recordComplaint(event any) {
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

// Quiet fails the test when the console has anything to say.
func (b *Browser) Quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.complaints) > 0 {
		b.t.Errorf("the console says: %s", strings.Join(b.complaints, "\n"))
	}
}

// Do acts in the window.
func (b *Browser) Do(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, Patience)
	defer stop()
	if err := chromedp.Run(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// Wait waits until a JavaScript expression is true, also on the page that comes next.
func (b *Browser) Wait(expression string) {
	b.t.Helper()
	limit := time.Now().Add(Patience)
	err := b.pollUntilTrue(expression)
	for hasPageGone(err) && time.Now().Before(limit) {
		err = b.pollUntilTrue(expression)
	}
	if err != nil {
		b.t.Fatalf("waiting for %s: %v; the page shows:\n%s", expression, err, b.visibleText())
	}
}

// pollUntilTrue waits for an expression. One that fails is not true yet: the page may still be loading.
// The clock is not the page's own, which a test may turn.
func (b *Browser) pollUntilTrue(expression string) error {
	ctx, stop := context.WithTimeout(b.ctx, Patience)
	defer stop()
	tried := "(() => { try { return " + expression + " } catch { return false } })()"
	return chromedp.Run(ctx, chromedp.Poll(tried, nil, chromedp.WithPollingTimeout(0)))
}

// hasPageGone reports whether the page on which an expression was tried is gone.
func hasPageGone(err error) bool {
	var fault *cdproto.Error
	return errors.As(err, &fault) && (strings.Contains(fault.Message, "context") ||
		strings.Contains(fault.Message, "navigated"))
}

// visibleText is what a person could read on the page, for messages.
func (b *Browser) visibleText() string {
	var words string
	ctx, stop := context.WithTimeout(b.ctx, time.Second)
	defer stop()
	if err := chromedp.Run(ctx, chromedp.Text("body", &words)); err != nil {
		return err.Error()
	}
	return words
}

// Eventually waits until what the page did has arrived.
func (b *Browser) Eventually(arrived func() bool) {
	b.t.Helper()
	for limit := time.After(Patience); !arrived(); {
		select {
		case <-limit:
			b.t.Fatalf("what the page should do doesn't arrive; it shows:\n%s", b.visibleText())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Ask evaluates a JavaScript expression.
func Ask[T any](b *Browser, expression string) T {
	b.t.Helper()
	var v T
	b.Do(chromedp.Evaluate(expression, &v))
	return v
}

// Shoot writes a picture of the window.
func (b *Browser) Shoot(file string) {
	b.t.Helper()
	var picture []byte
	b.Do(chromedp.CaptureScreenshot(&picture))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
