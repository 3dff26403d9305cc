package operator_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web/webtest"
)

// openPage is the operator's page, alive, reached by the address that run prints.
func openPage(t *testing.T, width, height int) (*webtest.Browser, *webtest.Robot, *webtest.Operator) {
	t.Helper()
	r, o := webtest.NewRobot(), webtest.NewOperator()
	b := webtest.Open(t, serve(t, r, o)+"/operator#"+token, width, height)
	b.Wait(`document.querySelector("[data-square=c3]")?.getAttribute("aria-label")?.startsWith("c3: felt")
		&& location.hash === ""`)
	return b, r, o
}

// The token opens the page by the form, without a script; a wrong one is told.
func TestLoginByHand(t *testing.T) {
	site := serve(t, webtest.NewRobot(), webtest.NewOperator())
	b := webtest.Open(t, site+"/operator", 390, 844)
	b.Do(chromedp.SendKeys("#token", "not the token"+kb.Enter))
	b.Wait(`document.querySelector("[role=alert]")?.textContent.includes("isn’t the token")`)
	b.Do(chromedp.SendKeys("#token", token+kb.Enter))
	b.Wait(`document.querySelector("#now-words")?.textContent === "the visitor's move"`)
	b.Do(chromedp.Evaluate(`document.querySelector('form[action="/operator/logout"] button').click()`, nil))
	b.Wait(`document.querySelector("#token") !== null`)
	b.Quiet()
}

// A sensor that flips is seen at once, with what it should read; two presses mask it, one does
// nothing.
func TestSensors(t *testing.T) {
	b, r, o := openPage(t, 1920, 1080)
	c3 := squareNamed(t, "c3")
	o.Sensor(c3, func(s *robot.SensorStatus) { s.Bit, s.Flicker = false, 3 })
	b.Wait(`(() => {
		const {read, want} = document.querySelector("[data-square=c3]").dataset;
		return read === "false" && want === "true" && document.querySelector("[data-square=c3] .flicker").textContent === "3";
	})()`)
	b.Wait(`document.querySelector("[data-part=sensors] .more").textContent.includes("otherwise than the game has it: c3")`)
	b.Do(chromedp.Click("#field [data-square=c3]"))
	b.Wait(`document.querySelector("#sensor-line").textContent.includes("c3: empty, the game has a checker there; 3 changes")`)
	if n := len(r.Asked()); n > 0 {
		t.Errorf("one press has done %v", r.Asked())
	}
	b.Do(chromedp.Click("#field [data-square=c3]"))
	r.Expect(b, 1, "mask", map[string]string{"square": "c3"})
	o.Sensor(c3, func(s *robot.SensorStatus) { s.Masked, s.Fault = true, turn.ReasonOperator })
	b.Wait(`document.querySelector("#sensor-line").textContent.endsWith("masked by the operator. Press it twice to unmask it.")`)
	b.Wait(`document.querySelector("[data-part=sensors]").dataset.state === "warn"
		&& document.querySelector("[data-square=c3] .trouble").textContent === "masked"`)
	b.Do(chromedp.SendKeys("#field [data-square=c3]", kb.ArrowRight+kb.ArrowUp))
	b.Wait(`document.activeElement.dataset.square === "f4"`)
	b.Do(chromedp.Focus("#field [data-square=c3]"), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Enter))
	r.Expect(b, 2, "unmask", map[string]string{"square": "c3"})
	b.Quiet()
}

// The arm is moved in service mode only, by buttons and by keys, by the step that is chosen; what
// can hurt wants a second press, and each button says what it will do.
func TestJog(t *testing.T) {
	b, r, o := openPage(t, 1920, 1080)
	b.Wait(`document.querySelector("[data-key=ArrowUp]").getAttribute("aria-disabled") === "true"`)
	b.Do(chromedp.Click("[data-key=ArrowUp]"), chromedp.Click("[data-command=service_on]"))
	r.Expect(b, 1, "service_on", map[string]string{})
	o.Set(func(s *robot.Status) { s.Arm.Service = true })
	b.Wait(`document.querySelector("[data-key=ArrowUp]").getAttribute("aria-disabled") === "false"`)
	b.Do(chromedp.Click("[data-key=ArrowUp]"))
	r.Expect(b, 2, "jog", map[string]string{"x": "-1", "y": "0", "z": "0"})
	b.Do(chromedp.Click(`[name=step][value="0.1"]`), chromedp.Focus("#jog"), chromedp.KeyEvent(kb.ArrowRight),
		chromedp.KeyEvent(kb.PageDown))
	r.Expect(b, 3, "jog", map[string]string{"x": "0", "y": "0.1", "z": "0"})
	r.Expect(b, 4, "jog", map[string]string{"x": "0", "y": "0", "z": "-0.1"})
	b.Do(chromedp.SetValue("#place", "king2"), chromedp.Click(`#goto [data-args='{"height":"touch"}']`))
	b.Wait(`document.querySelector(".sure b")?.textContent === "Really touch: press again"`)
	b.Do(chromedp.Click(".sure"))
	r.Expect(b, 5, "goto", map[string]string{"place": "king2", "height": "touch"})
	o.Set(func(s *robot.Status) {
		s.Arm.X, s.Arm.Y, s.Arm.Z, s.Arm.Joints = 220, 30, 62.5, [3]float64{7.8, 80, -40}
	})
	b.Wait(`document.querySelector("[data-figure=z]").textContent === "62.5"
		&& document.querySelector("#beside .tip-words").textContent === "62.5 mm"`)
	silent := webtest.Ask[[]string](b, `[...document.querySelectorAll("[data-command]")].filter((b) => !b.title
		&& (b.querySelector("small")?.textContent ?? "").length < 10).map((b) => b.dataset.command)`)
	if len(silent) > 0 {
		t.Errorf("these don't say what they will do: %v", silent)
	}
	b.Quiet()
	r.Refuse(fmt.Errorf("%w: the tip is up in the air", robot.ErrNotNow))
	b.Do(chromedp.Click("[data-key=ArrowUp]"))
	b.Wait(`document.querySelector("#answer").textContent.endsWith("jog -0.1 0 0, not now: the tip is up in the air")`)
}

// A calibration that is written moves board and slots in the drawings at once.
func TestDrawingFollowsCalibration(t *testing.T) {
	b, _, o := openPage(t, 1920, 1080)
	b.Wait(`document.querySelectorAll("#above .slot").length === 15
		&& document.querySelector("#beside .slab").getAttribute("x") === "136"`)
	moved := o.Layout()
	moved.CentreX, moved.Yaw, moved.Travel = 230, 2, 70
	moved.Trophies = moved.Trophies[:4]
	o.SetLayout(moved)
	o.Set(func(s *robot.Status) { s.Arm.X = 99 })
	b.Wait(`document.querySelectorAll("#above .slot").length === 7 && document.querySelector("#beside .slab").getAttribute("x") === "146"
		&& document.querySelector("#above [transform='rotate(-2)'] .dark") !== null && document.querySelector("#beside .travel").getAttribute("y1") === "-70"`)
	b.Quiet()
}

// The emergency stop is in view wherever one has scrolled to, and works logged out too; the stop's
// release is offered then, and asks twice.
func TestEmergencyStop(t *testing.T) {
	for _, size := range [][2]int{{1920, 1080}, {390, 844}, {844, 390}} {
		b, r, _ := openPage(t, size[0], size[1])
		for _, y := range []string{"0", "700", "document.body.scrollHeight"} {
			b.Wait(fmt.Sprintf(`(() => {
				scrollTo(0, %s);
				const stop = document.querySelector("#stop"), at = stop.getBoundingClientRect();
				return at.height >= 35 && stop.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
			})()`, y))
		}
		b.Do(chromedp.Click("#stop"))
		b.Wait(`document.querySelector("#answer").textContent.includes("emergency stop: taken")`)
		r.Expect(b, 1, "stop", nil)
		r.Set(func(s *robot.Snapshot) { s.Phase, s.Stopped = turn.Stopped, true })
		b.Do(chromedp.Reload())
		b.Wait(`document.querySelector("#now-words").textContent === "emergency stop"
			&& document.querySelector("#release").hidden === false`)
		b.Do(chromedp.Click("[data-command=clear]"), chromedp.Click("[data-command=clear].sure"))
		r.Expect(b, 2, "clear", map[string]string{})
		wide := webtest.Ask[int](b, `document.documentElement.scrollWidth - innerWidth`)
		if wide > 0 {
			t.Errorf("%v: the page is %d px too wide", size, wide)
		}
		b.Quiet()
	}
}

// A position is laid on the board or typed; the robot's refusal stands beside the field.
func TestSetPosition(t *testing.T) {
	b, r, _ := openPage(t, 1366, 768)
	// Hands are quicker than a slow network.
	b.Do(chromedp.Evaluate(`{
		const get = window.fetch;
		window.fetch = async (...asked) => {
			const answer = await get(...asked);
			await new Promise((resolve) => setTimeout(resolve, 200));
			return answer;
		};
	}`, nil))
	b.Do(chromedp.Click("#position summary"), chromedp.Click("#pos-empty"), chromedp.Click("[value=white-king]"))
	b.Do(chromedp.Click(`#editor [aria-label^="a1"]`), chromedp.Click("[value=black-man]"),
		chromedp.Click(`#editor [aria-label^="h8"]`))
	b.Wait(`document.querySelector("#fen").value === "W:WKa1:Bh8"`)
	b.Do(chromedp.Click("#pos-set"), chromedp.Click("#pos-set.sure"))
	r.Expect(b, 1, "set_position", map[string]string{"fen": "W:WKa1:Bh8", "visitor": "white"})
	b.Do(chromedp.Click("#pos-start"))
	b.Wait(`document.querySelector("#fen").value === "` + board.Start().FEN() + `"`)
	b.Quiet()
	r.Refuse(errors.New(`board: reading FEN "W:Wa9": no square a9`))
	b.Do(chromedp.SetValue("#fen", "W:Wa9"), chromedp.SetValue("#pos-visitor", "black"), chromedp.Click("#pos-set"),
		chromedp.Click("#pos-set.sure"))
	r.Expect(b, 2, "set_position", map[string]string{"fen": "W:Wa9", "visitor": "black"})
	b.Wait(`document.querySelector("#fen-fault").textContent.includes("no square a9")`)
	b.Wait(`document.querySelector("#answer").dataset.state === "bad"`)
}

// What is drawn is what the robot reads: a position typed in any dialect stands on the board as it would be set, and as
// long as the text is none, the field says why and the board is grey.
func TestTypedPositionIsReadByTheRobot(t *testing.T) {
	b, _, _ := openPage(t, 1366, 768)
	b.Do(chromedp.Click("#position summary"))
	drawn := `[...document.querySelectorAll("#editor .piece:not(.nothing)")].map((i) => i.parentElement.ariaLabel).sort().join(", ")`
	for _, typed := range []string{
		"w:wa1,c3:bh8", "W:W29,22:B4:H0:F1", `[FEN "W:W29,22:B4."]`, "W:Wа1,с3:Bh8", "W : W a1 , c3 : B h8 .. ",
	} {
		b.Do(chromedp.Click("#pos-empty"))
		b.Wait(drawn + ` === ""`)
		b.Do(chromedp.SetValue("#fen", typed), dispatchInput("#fen"))
		b.Wait(drawn + ` === "a1: white man, c3: white man, h8: black man" && !document.querySelector("#editor").matches(".unread")`)
	}
	b.Do(chromedp.SetValue("#fen", "B:W30-32:BK1-2"), dispatchInput("#fen"))
	b.Wait(drawn + ` === "b8: black king, c1: white man, d8: black king, e1: white man, g1: white man"
		&& document.querySelector("#pos-turn").value === "B"`)
	b.Do(chromedp.SetValue("#fen", "B:W30-32:BK1,d9"), dispatchInput("#fen"))
	b.Wait(`document.querySelector("#fen-fault").textContent.startsWith('column 14: "d9" is not a square')
		&& document.querySelector("#editor").matches(".unread")`)
	if still := webtest.Ask[int](b, drawn+`.split(", ").length`); still != 5 {
		t.Errorf("%d pieces are drawn while the text is none", still)
	}
	b.Do(chromedp.Click("#pos-start"))
	b.Wait(drawn + `.split(", ").length === 24 && document.querySelector("#fen-fault").textContent === ""`)
	b.Quiet()
}

// dispatchInput tells the page that somebody has typed into a field.
func dispatchInput(selector string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new Event("input"))`, selector), nil)
}

// What happens is told as it happens, and can be sifted; the volume is sent once the hand lets go.
func TestLogAndVolume(t *testing.T) {
	b, r, o := openPage(t, 1920, 1080)
	o.Log("warn", "link", "link down")
	b.Wait(`document.querySelector("#entries li").textContent.includes("link down")
		&& document.querySelectorAll("#strip .event").length === 3`)
	b.Do(chromedp.SetValue("#level", "warn"), chromedp.Evaluate(`document.querySelector("#level").dispatchEvent(new Event("change"))`, nil))
	b.Wait(`document.querySelectorAll("#entries li").length === 1`)
	o.Log("info", "robot", "press")
	o.Log("error", "robot", "the arm has failed")
	b.Wait(`document.querySelectorAll("#entries li").length === 2
		&& document.querySelector("#entries li").dataset.level === "error"`)
	b.Do(chromedp.Focus("#volume"), chromedp.KeyEvent(kb.ArrowRight))
	r.Expect(b, 1, "volume", map[string]string{"percent": "75"})
	b.Quiet()
}

// The page is whole before any script has run, and says that it stands still.
func TestFirstPaint(t *testing.T) {
	r, o := webtest.NewRobot(), webtest.NewOperator()
	o.Set(func(s *robot.Status) {
		s.Config = []robot.ConfigRemark{{Line: 7, Column: 3, Path: "arm.board.yaw", Problem: "<much>", Hint: "turn it"}}
	})
	site := serve(t, r, o)
	c := logIn(t, site, token).Cookie
	html := webtest.Request(t, "GET", site+"/operator", "", map[string]string{"Cookie": c.Name + "=" + c.Value}).Body
	requireContains(t, html, `<html lang="en">`, `<noscript>`, `action="/api/stop?back=operator"`,
		`data-part="link" data-state="ok"`, "connected on /dev/ttyACM0",
		`data-square="c3" data-read="true" data-want="true"`, `line 7:3 `, "&lt;much&gt;", "turn it", "link up", `data-figure="x">130.0<`)
}

func squareNamed(t *testing.T, name string) board.Square {
	t.Helper()
	sq, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

func requireContains(t *testing.T, html string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
