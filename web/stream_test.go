package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/webtest"
)

const (
	isOffline = `!document.querySelector("#offline").hidden && document.querySelector("#screen").classList.contains("offline")`
	isOnline  = `document.querySelector("#offline").hidden && !document.querySelector("#screen").classList.contains("offline")`
)

// saying is a robot that says something else.
func saying(r *webtest.Robot, key string) {
	r.Set(func(s *robot.Snapshot) { s.Say = turn.Say{Key: key, Squares: []string{}, Serial: s.Say.Serial + 1} })
}

// openThroughProxy opens a robot's page, which is fed through a proxy.
func openThroughProxy(t *testing.T, r *webtest.Robot) (*webtest.Browser, *webtest.Proxy) {
	t.Helper()
	proxy := webtest.NewProxy(t, serve(t, r, webtest.NewWorld(board.Start(), board.White)))
	b := webtest.Open(t, proxy.URL+"/?lang=en", 800, 600)
	b.Wait(isOnline + ` && document.querySelectorAll("[data-checker]").length === 24`)
	return b, proxy
}

// A page that is no longer fed says so, though its connection stands: behind a proxy that passes nothing it goes grey.
// The stop says within a second that it wasn't heard, and what else to do; it goes on asking. When bytes pass again, the
// page comes back by itself with the present state, and the stop is heard.
func TestStalledStream(t *testing.T) {
	t.Parallel()
	r := webtest.NewRobot()
	b, proxy := openThroughProxy(t, r)
	proxy.Hold()
	saying(r, "thinking")
	b.Wait(isOffline)
	if late := webtest.Ask[string](b, `document.querySelector("#screen").dataset.key`); late == "thinking" {
		t.Error("the held proxy has passed the state")
	}
	b.Do(chromedp.Evaluate(`void (window.pressed = performance.now())`, nil), chromedp.Click("#stop"))
	b.Wait(`document.querySelector("#stop-answer").dataset.heard === "false" && (window.said ||= performance.now())`)
	if took := webtest.Ask[float64](b, `window.said - window.pressed`); took > 5000 {
		t.Errorf("that the stop wasn't heard is said after %.0f ms", took)
	}
	if slices.Contains(r.Commands(), string(command.Stop)) {
		t.Error("the held proxy has passed the stop")
	}
	proxy.Release()
	b.Wait(isOnline + ` && document.querySelector("#screen").dataset.key === "thinking"`)
	b.Wait(`document.querySelector("#stop-answer").dataset.heard === "true"`)
	b.Eventually(func() bool { return slices.Contains(r.Commands(), string(command.Stop)) })

	proxy.Forget() // and a connection that never comes back is given up for another
	b.Wait(isOffline)
	saying(r, "your_turn")
	b.Wait(isOnline + ` && document.querySelector("#screen").dataset.key === "your_turn"`)
}

// Eight tabs of one browser, of both pages, leave a connection free: the stop is heard in the one in front. A tab that
// comes to the front again is fed again.
func TestEightTabs(t *testing.T) {
	r := webtest.NewRobot()
	o := webtest.NewOperator()
	cfg := web.DefaultConfig()
	cfg.Token = "correct-horse-battery"
	server := httptest.NewServer(web.New(cfg, web.Sources{Robot: r, Operator: o, Layout: o.Layout}, zerolog.Nop()))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	site := server.URL
	b := webtest.Open(t, site+"/?lang=en", 800, 600)
	b.Wait(isOnline)
	front := b
	for range 3 { // the first brings the token, the others have its cookie
		front = front.NewTab(site + "/operator#" + cfg.Token)
		front.Wait(`document.querySelector("#console") && document.querySelector("#offline").hidden`)
	}
	for n := range 4 {
		front = front.NewTab(fmt.Sprintf("%s/?lang=%s", site, []string{"uk", "ru", "en"}[n%3]))
		front.Wait(`document.querySelector("#screen") && ` + isOnline)
	}
	front.Do(chromedp.Click("#stop"))
	front.Wait(`document.querySelector("#stop-answer").dataset.heard === "true"`)
	if !slices.Contains(r.Commands(), string(command.Stop)) {
		t.Error("the stop was not heard")
	}
	saying(r, "thinking")
	front.Wait(`document.querySelector("#screen").dataset.key === "thinking"`)
	b.Do(page.BringToFront())
	b.Wait(`document.querySelector("#screen").dataset.key === "thinking" && ` + isOnline)
}

// The visitor's screen asks to be kept awake, and again whenever it comes to the front.
func TestScreenIsKeptAwake(t *testing.T) {
	site := serve(t, webtest.NewRobot(), nil)
	b := webtest.Open(t, "about:blank", 800, 600)
	b.Do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`window.asked = 0;
			Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => (asked += what === "screen") } });`).Do(ctx)
		return err
	}), chromedp.Navigate(site))
	b.Wait(`window.asked === 1`)
	tab := b.NewTab("about:blank")
	tab.Do(page.BringToFront())
	b.Do(page.BringToFront())
	b.Wait(`window.asked === 2`)
}

// A page that comes back from the back-forward cache, or out of a long sleep, is fed again, and doesn't show as live what
// is old.
func TestPageComesBack(t *testing.T) {
	r := webtest.NewRobot()
	site := serve(t, r, nil)
	b := webtest.Open(t, site+"/?lang=en", 800, 600)
	b.Wait(isOnline)
	b.Do(chromedp.Navigate("about:blank"))
	saying(r, "thinking")
	b.Do(chromedp.Evaluate(`void history.back()`, nil)) // NavigateBack waits for a page that is loaded anew
	b.Wait(`document.querySelector("#screen").dataset.key === "thinking" && ` + isOnline)

	b.Do(chromedp.Navigate(site + "/?lang=en"))
	b.Wait(isOnline)

	// The computer sleeps: timers stand still, and the clock has gone on when they wake.
	b.Do(chromedp.Evaluate(`(() => {
		const now = Date.now.bind(Date);
		Date.now = () => now() + 3600_000;
		window.wasOffline = false;
		new MutationObserver(() => (window.wasOffline ||= !document.querySelector("#offline").hidden))
			.observe(document.querySelector("#offline"), { attributes: true });
	})()`, nil))
	b.Wait(`window.wasOffline`)
	saying(r, "your_turn")
	b.Wait(`document.querySelector("#screen").dataset.key === "your_turn" && ` + isOnline)
}
