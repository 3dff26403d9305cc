package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"crownhead/board"
	"crownhead/web/webtest"
)

var printedDesk = regexp.MustCompile(`operator's page: (http://\S+/operator#\w+)\n`)

// desk opens the operator's page by the address that the daemon has printed.
func (d *daemonProcess) desk(t *testing.T, width, height int) *webtest.Browser {
	t.Helper()
	var found [][]byte
	if !eventually(func() bool {
		out, _ := os.ReadFile(d.out)
		found = printedDesk.FindSubmatch(out)
		return found != nil
	}) {
		t.Fatal("the daemon has not printed the operator's address")
	}
	b := webtest.Open(t, string(found[1]), width, height)
	b.Wait(`document.querySelector("#now-words")?.textContent === "the visitor's move" && document.querySelector("[data-figure=homed]").textContent === "yes"`)
	return b
}

// presses clicks on a control, and a second time where it asks for that.
func presses(b *webtest.Browser, selector string) {
	b.Do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const button = document.querySelector(%q);
		button.click();
		if (button.classList.contains("sure")) button.click();
	})()`, selector), nil))
}

// figures waits until a figure of the arm is a number about so large.
func figures(b *webtest.Browser, name string, mm float64) {
	b.Wait(fmt.Sprintf(`Math.abs(parseFloat(document.querySelector("[data-figure=%s]").textContent) - %g) < 0.3`, name, mm))
}

// TestOperatorsPage keeps a daemon going as an operator would: he sees a checker lifted, takes the arm in
// service, sends and jogs it, stops it and lets it go on, pauses the game and sets another position.
func TestOperatorsPage(t *testing.T) {
	t.Parallel()
	d, _ := daemon(t)
	b := d.desk(t, 1920, 1080)

	v := webtest.Open(t, d.url+"/?lang=en", 1280, 800)
	v.Wait(`document.querySelector("[data-checker][data-where=c3]") !== null`)
	v.Drag(v.Middle("[data-checker][data-where=c3]"), v.Spot(-20, 105))
	b.Wait(`document.querySelector("[data-square=c3]").dataset.read === "false"`)
	b.Wait(`document.querySelector("[data-part=sensors] .more").textContent.includes("c3")`)
	v.Do(chromedp.Click("#setup", chromedp.ByQuery))
	b.Wait(`document.querySelector("[data-square=c3]").dataset.read === "true" && document.querySelector("[data-square=c3] .flicker").textContent !== ""`)

	presses(b, "[data-command=service_on]")
	b.Wait(`document.querySelector("[data-key=ArrowUp]").getAttribute("aria-disabled") === "false"`)
	b.Do(chromedp.SetValue("#place", "d4", chromedp.ByQuery))
	presses(b, `[data-args='{"height":"travel"}']`)
	figures(b, "x", 220+18.75/2)
	figures(b, "z", 64)
	b.Do(chromedp.Focus("#jog", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowUp))
	figures(b, "x", 219+18.75/2)
	b.Do(chromedp.KeyEvent(kb.PageUp))
	figures(b, "z", 65)
	if *shots != "" {
		b.Shoot(filepath.Join(*shots, "operator-service.png"))
	}

	b.Do(chromedp.Click("#stop", chromedp.ByQuery))
	b.Wait(`document.querySelector("#now-words").textContent === "emergency stop"`)
	presses(b, "[data-command=clear]")
	b.Wait(`document.querySelector("#now-words").textContent.startsWith("service mode")`)
	presses(b, "[data-command=service_off]")
	b.Wait(`document.querySelector("#now-words").textContent === "the visitor's move"`)

	presses(b, "[data-command=pause]")
	b.Wait(`document.querySelector("#now-words").textContent === "paused"`)
	presses(b, "[data-command=resume]")
	b.Wait(`document.querySelector("#now-words").textContent === "the visitor's move"`)
	b.Quiet() // what is refused on purpose below, the browser's console tells

	b.Do(chromedp.SetValue("#fen", "W:Wa9:Bh8", chromedp.ByQuery))
	presses(b, "#pos-set")
	b.Wait(`document.querySelector("#fen-fault").textContent.includes("a9")`)
	b.Do(chromedp.SetValue("#fen", "W:Wc3,Ke1:Bf6,h8", chromedp.ByQuery))
	presses(b, "#pos-set")
	b.Wait(`document.querySelector("#fen-fault").textContent === "" && document.querySelector("[data-square=e1]").dataset.want === "true" && document.querySelector("[data-square=a1]").dataset.want === "false"`)
	s := d.await(t, "the position", func(s screen) bool { return len(s.Pieces) == 4 })
	if p := s.position(t); p.FEN() != mustFEN(t, "W:Wc3,Ke1:Bf6,h8") {
		t.Errorf("the game begins with %s", p.FEN())
	}
	if lines := webtest.Ask[string](b, `document.querySelector("#entries").textContent`); !strings.Contains(lines, "command") {
		t.Errorf("the log is silent about what the operator did: %s", lines)
	}
}

func mustFEN(t *testing.T, fen string) string {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p.FEN()
}
