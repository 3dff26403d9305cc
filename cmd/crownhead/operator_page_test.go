package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"crownhead/board"
	"crownhead/web/webtest"
)

var printedConsole = regexp.MustCompile(`operator's page: (http://\S+/operator#\w+)\n`)

// openConsole opens the operator's page by the address that the daemon has printed.
func (d *daemonProcess) openConsole(t *testing.T, width, height int) *webtest.Browser {
	t.Helper()
	var found [][]byte
	if !eventually(func() bool {
		out, _ := os.ReadFile(d.out)
		found = printedConsole.FindSubmatch(out)
		return found != nil
	}) {
		t.Fatal("the daemon has not printed the operator's address")
	}
	b := webtest.Open(t, string(found[1]), width, height)
	b.Wait(
		`document.querySelector("#now-words")?.textContent === "the visitor's move" && document.querySelector("[data-figure=homed]").textContent === "yes"`,
	)
	return b
}

// clickControl clicks on a control, and a second time where it asks for that.
func clickControl(b *webtest.Browser, selector string) {
	b.Do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const button = document.querySelector(%q);
		button.click();
		if (button.classList.contains("sure")) button.click();
	})()`, selector), nil))
}

// A pose is what the page tells of the arm.
type pose struct {
	X, Z, Queue float64
	Homed       bool
}

func poseOf(b *webtest.Browser) pose {
	return webtest.Ask[pose](b, `(() => {
		const figure = (name) => document.querySelector("[data-figure=" + name + "]").textContent;
		return {X: parseFloat(figure("x")), Z: parseFloat(figure("z")), Queue: parseFloat(figure("queue")), Homed: figure("homed") === "yes"};
	})()`)
}

// moveArm does what moves the arm until it is where that leads. On a busy machine the link may break off meanwhile: then
// the operator homes the arm and asks again, as a person would.
func moveArm(b *webtest.Browser, x, z float64, do func()) {
	last := time.Time{}
	b.Eventually(func() bool {
		p := poseOf(b)
		switch there := math.Abs(p.X-x) < 0.3 && math.Abs(p.Z-z) < 0.3; {
		case p.Homed && there:
			return true
		case p.Queue > 0 || time.Since(last) < 5*time.Second:
			return false
		case p.Homed:
			do()
		default:
			clickControl(b, "[data-command=home]")
		}
		last = time.Now()
		return false
	})
}

// TestOperatorsPage keeps a daemon going as an operator would: they see a checker lifted, masks a sensor, takes the
// arm in service, sends and jogs it, stops it and lets it go on, pauses the game and sets another position.
func TestOperatorsPage(t *testing.T) {
	t.Parallel()
	d, _ := startTwinDaemon(t)
	b := d.openConsole(t, 1920, 1080)

	v := webtest.Open(t, d.url+"/?lang=en", 1280, 800)
	v.Wait(`document.querySelector("[data-checker][data-where=c3]") !== null && !document.querySelector("#rules").hidden`)
	v.Do(chromedp.KeyEvent(kb.Escape)) // who has read the rules
	v.Wait(`document.querySelector("#rules").hidden`)
	v.Drag(v.Middle("[data-checker][data-where=c3]"), v.Spot(-20, 105))
	b.Wait(`document.querySelector("[data-square=c3]").dataset.read === "false"`)
	b.Wait(`document.querySelector("[data-part=sensors] .more").textContent.includes("c3")`)
	v.Do(chromedp.Click("#setup", chromedp.ByQuery))
	b.Wait(
		`document.querySelector("[data-square=c3]").dataset.read === "true" && document.querySelector("[data-square=c3] .flicker").textContent !== ""`,
	)

	for _, want := range []string{"true", "false"} {
		b.Do(chromedp.Focus("#field [data-square=h8]", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter),
			chromedp.KeyEvent(kb.Enter))
		b.Wait(fmt.Sprintf(`document.querySelector("[data-square=h8]").dataset.masked === %q`, want))
	}

	clickControl(b, "[data-command=service_on]")
	b.Wait(`document.querySelector("[data-key=ArrowUp]").getAttribute("aria-disabled") === "false"`)
	const d4 = 220 + 18.75/2
	b.Do(chromedp.SetValue("#place", "d4", chromedp.ByQuery))
	above := func() { clickControl(b, `#goto [data-args='{"height":"travel"}']`) }
	moveArm(b, d4, 64, above)
	b.Do(chromedp.Focus("#jog", chromedp.ByQuery))
	moveArm(b, d4-1, 64, func() { b.Do(chromedp.KeyEvent(kb.ArrowUp)) })
	b.Quiet() // what is refused below, the browser's console tells
	touchesOff(b)
	if *shots != "" {
		b.Shoot(filepath.Join(*shots, "operator-service.png"))
	}
	clickControl(b, "[data-command=calib_cancel]")

	b.Do(chromedp.Click("#stop", chromedp.ByQuery))
	b.Wait(`document.querySelector("#now-words").textContent === "emergency stop"`)
	clickControl(b, "[data-command=clear]")
	b.Wait(`document.querySelector("#now-words").textContent.startsWith("service mode")`)
	clickControl(b, "[data-command=service_off]")
	b.Wait(`document.querySelector("#now-words").textContent === "the visitor's move"`)

	clickControl(b, "[data-command=pause]")
	b.Wait(`document.querySelector("#now-words").textContent === "paused"`)
	clickControl(b, "[data-command=resume]")
	b.Wait(`document.querySelector("#now-words").textContent === "the visitor's move"`)

	b.Do(chromedp.SetValue("#fen", "W:Wa9:Bh8", chromedp.ByQuery))
	clickControl(b, "#pos-set")
	b.Wait(`document.querySelector("#fen-fault").textContent.includes("a9")`)
	b.Do(chromedp.SetValue("#fen", "W:Wc3,Ke1:Bf6,h8", chromedp.ByQuery))
	clickControl(b, "#pos-set")
	b.Wait(
		`document.querySelector("#fen-fault").textContent === "" && document.querySelector("[data-square=e1]").dataset.want === "true" && document.querySelector("[data-square=a1]").dataset.want === "false"`,
	)
	s := d.awaitScreen(t, "the position", func(s screen) bool { return len(s.Pieces) == 4 })
	if p := s.parsePosition(t); p.FEN() != mustFEN(t, "W:Wc3,Ke1:Bf6,h8") {
		t.Errorf("the game begins with %s", p.FEN())
	}
	if lines := webtest.Ask[string](b, `document.querySelector("#entries").textContent`); !strings.Contains(
		lines,
		"command",
	) {
		t.Errorf("the log is silent about what the operator did: %s", lines)
	}
}

// touchesOff takes the first points of a calibration: near each place by itself, then down by hand.
func touchesOff(b *webtest.Browser) {
	clickControl(b, "[data-command=calib_start]")
	b.Do(chromedp.Click(`[name=step][value="10"]`, chromedp.ByQuery))
	for _, place := range []string{"a1", "g1"} {
		const x = 285.6
		b.Wait(
			fmt.Sprintf(
				`document.querySelector("#calib").open && document.querySelector("#calib-place").value === %q`,
				place,
			),
		)
		moveArm(b, x, 22.5, func() { clickControl(b, "#calib [data-command=goto]") })
		b.Do(chromedp.Focus("#jog", chromedp.ByQuery))
		moveArm(b, x, 12.5, func() { b.Do(chromedp.KeyEvent(kb.PageDown)) })
		b.Wait(
			`document.querySelector("[data-figure=queue]").textContent === "0" && document.querySelector("[data-command=calib_take]").getAttribute("aria-disabled") === "false"`,
		)
		last := time.Time{}
		b.Eventually(func() bool { // the arm may still be coming to rest: then ask again
			if time.Since(last) > 5*time.Second {
				clickControl(b, "[data-command=calib_take]")
				last = time.Now()
			}
			return webtest.Ask[bool](
				b,
				fmt.Sprintf(
					`[...document.querySelectorAll("#residuals tbody tr")].some((row) => row.textContent.startsWith(%q))`,
					place,
				),
			)
		})
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
