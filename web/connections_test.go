package web_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"crownhead/robot/command"
	"crownhead/web/webtest"
)

// Eight windows side by side, all of them seen, share their streams: all are fed, and the stop is heard.
func TestEightWindows(t *testing.T) {
	t.Parallel()
	r := webtest.NewRobot()
	site := serve(t, r, nil)
	b := webtest.Open(t, site+"/?lang=en", 800, 600)
	b.Wait(isOnline)
	windows := []*webtest.Browser{b}
	for n := range 7 {
		windows = append(windows, b.NewWindow(fmt.Sprintf("%s/?lang=%s", site, []string{"uk", "ru", "en"}[n%3])))
	}
	saying(r, "thinking")
	for _, window := range windows {
		window.Wait(`!document.hidden && document.querySelector("#screen").dataset.key === "thinking" && ` + isOnline)
	}
	b.Do(chromedp.Click("#stop"))
	b.Wait(`document.querySelector("#stop-answer").dataset.heard === "true"`)
	if !slices.Contains(r.Commands(), string(command.Stop)) {
		t.Error("the stop was not heard")
	}
}

// A page that nobody sees lets go of its stream; when it is seen again, it is fed again.
func TestHiddenPage(t *testing.T) {
	t.Parallel()
	r := webtest.NewRobot()
	b := webtest.Open(t, serve(t, r, nil)+"/?lang=en", 800, 600)
	b.Wait(isOnline)
	hide := func(hidden bool) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`Object.defineProperty(document, "hidden", { value: %v, configurable: true });
			void document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`, hidden), nil)
	}
	b.Do(hide(true))
	saying(r, "thinking")
	b.Do(chromedp.Sleep(2500 * time.Millisecond)) // a pulse would have come
	if key := webtest.Ask[string](b, `document.querySelector("#screen").dataset.key`); key == "thinking" {
		t.Error("a hidden page keeps its stream")
	}
	b.Do(hide(false))
	b.Wait(`document.querySelector("#screen").dataset.key === "thinking" && ` + isOnline)
}

// A browser without shared workers feeds a page by a stream of its own.
func TestPageWithoutWorker(t *testing.T) {
	r := webtest.NewRobot()
	b := webtest.Open(t, "about:blank", 800, 600)
	b.Do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`delete window.SharedWorker`).Do(ctx)
		return err
	}), chromedp.Navigate(serve(t, r, nil)+"/?lang=en"))
	saying(r, "thinking")
	b.Wait(`!("SharedWorker" in window) && document.querySelector("#screen").dataset.key === "thinking" && ` + isOnline)
	b.Quiet()
}

// Presses that hang on dead connections keep none from the stop.
func TestStopBehindHangingPresses(t *testing.T) {
	t.Parallel()
	r := webtest.NewRobot()
	b, proxy := openThroughProxy(t, r)
	proxy.Hold()
	for range 8 {
		b.Do(chromedp.Evaluate(`document.querySelector("#press").click()`, nil))
	}
	b.Eventually(func() bool { return proxy.Waiting() >= 6 })
	b.Do(chromedp.Sleep(500 * time.Millisecond)) // connections that the browser has begun to open stand, too
	proxy.Forget()
	proxy.Release()
	b.Do(chromedp.Click("#stop"))
	b.Wait(`document.querySelector("#stop-answer").dataset.heard === "true"`)
	saying(r, "your_turn")
	b.Wait(`document.querySelector("#screen").dataset.key === "your_turn" && ` + isOnline)
}
