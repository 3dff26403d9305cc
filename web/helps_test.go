package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/turn"
	"crownhead/web/webtest"
)

// marked waits until these squares, and no others, have a mark.
func marked(b *webtest.Browser, mark string, squares ...string) {
	b.Wait(`[...document.querySelectorAll("[data-square][` + mark + `]")].map((s) => s.dataset.square).sort().join(" ") === "` +
		strings.Join(squares, " ") + `"`)
}

// Where a lifted checker may go glows: on the real board as the robot says, on the virtual one also
// while it is dragged or led by keys. Of one that must not move, those are ringed that must capture.
func TestTargetsGlow(t *testing.T) {
	b, r, _ := openVirtualPage(t, "en", 1280, 800)
	targets := map[string][]string{"c3": {"b4", "d4"}, "e3": {"d4", "f4"}}
	r.Set(func(s *robot.Snapshot) { s.Help = robot.MoveHelp{Targets: targets} })
	b.Wait(`document.querySelector("#rules-open") !== null`)
	marked(b, "data-target")
	r.Set(func(s *robot.Snapshot) { s.Help = robot.MoveHelp{Lifted: "c3", Targets: targets} })
	marked(b, "data-target", "b4", "d4")
	r.Set(func(s *robot.Snapshot) { s.Help = robot.MoveHelp{Targets: targets} })
	marked(b, "data-target")

	from, to := b.Square("e3"), b.Square("f4")
	b.Do(chromedp.MouseEvent(input.MousePressed, from.X, from.Y, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.MouseMoved, to.X, to.Y, chromedp.ButtonLeft))
	marked(b, "data-target", "d4", "f4")
	b.Do(chromedp.MouseEvent(input.MouseReleased, to.X, to.Y, chromedp.ButtonLeft))
	marked(b, "data-target")

	b.Do(chromedp.Focus("#board"), chromedp.KeyEvent(" ")) // the cursor begins at c3
	marked(b, "data-target", "b4", "d4")
	b.Do(chromedp.KeyEvent(" "))
	marked(b, "data-target")

	r.Set(func(s *robot.Snapshot) {
		s.Help = robot.MoveHelp{Lifted: "h2", Capture: true, Targets: map[string][]string{"c3": {"e5"}, "g3": {"e5"}}}
	})
	marked(b, "data-must", "c3", "g3")
	marked(b, "data-target")
	r.Set(func(s *robot.Snapshot) { s.Help = robot.MoveHelp{Lifted: "h2", Targets: targets} }) // it can't move: no advice
	marked(b, "data-must")
	b.Quiet()
}

// On a page of a real board the lifted checker fades: it is in a hand, and still the game's.
func TestLiftedCheckerFades(t *testing.T) {
	r := webtest.NewRobot()
	b := webtest.Open(t, serve(t, r, nil)+"/?lang=en", 1280, 800)
	faded := `[...document.querySelectorAll("#checkers .in-hand")].map((c) => c.dataset.at).join()`
	r.Set(func(s *robot.Snapshot) {
		s.Help = robot.MoveHelp{Lifted: "c3", Targets: map[string][]string{"c3": {"d4"}}}
	})
	b.Wait(faded + ` === "c3"`)
	r.Set(func(s *robot.Snapshot) { s.Help = robot.MoveHelp{} })
	b.Wait(faded + ` === ""`)
	b.Quiet()
}

// The last moves stand beside the board, the newest last, as many as find room, and no list at all
// where the sentence needs it.
func TestMovesBesideTheBoard(t *testing.T) {
	b, r, _ := openVirtualPage(t, "en", 1440, 900)
	b.Wait(`document.querySelector("#moves").hidden`)
	r.Set(func(s *robot.Snapshot) {
		s.Moves = []string{"c3-d4", "b6-a5", "d4-e5", "f6:d4", "e3:c5", "d6:b4", "a3:c5"}
		s.Turn, s.LastMove = "black", &robot.AnimatedMove{From: "a3", To: "c5", Path: []string{"a3", "c5"}, By: "white"}
	})
	b.Wait(`document.querySelector("#moves li:last-child").textContent === "White: a3:c5"`)
	for _, size := range [][2]int64{{1440, 900}, {1080, 1920}, {1280, 800}} {
		b.Do(chromedp.EmulateViewport(size[0], size[1]))
		b.Wait(`(() => {
			const list = document.querySelector("#moves");
			const shown = [...list.children].filter((item) => !item.hidden);
			return getComputedStyle(list).display !== "none" && shown.length >= 3 && list.scrollWidth <= list.clientWidth
				&& shown.at(-1) === list.lastElementChild;
		})()`)
	}
	for _, size := range [][2]int64{{390, 844}, {360, 640}, {844, 390}} {
		b.Do(chromedp.EmulateViewport(size[0], size[1]))
		b.Wait(`getComputedStyle(document.querySelector("#moves")).display === "none"`)
	}
	b.Quiet()
}

const (
	rulesShown  = `!document.querySelector("#rules").hidden`
	rulesHidden = `document.querySelector("#rules").hidden`
)

// setPictureTime lets each picture of the rules stand for so many milliseconds: for ever, where a test is
// about another end than their own, however slow the machine is.
func setPictureTime(b *webtest.Browser, ms int) {
	b.Do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#rules").dataset.pictureMs = %d`, ms), nil))
}

const forEver = 1e8

// The rules come with a lesson, and go at a touch, at a press of the red button, and when a hand
// is on the board; the same lesson doesn't come again, also when the page is loaded anew.
func TestRulesComeAndGo(t *testing.T) {
	b, r, world := openVirtualPage(t, "en", 1280, 800)
	lesson := 0
	begin := func() {
		lesson++
		r.Set(func(s *robot.Snapshot) { s.Lesson = lesson })
		b.Wait(rulesShown)
	}
	b.Wait(rulesHidden)
	setPictureTime(b, forEver)
	begin()
	b.Do(chromedp.Click("#rule-pictures"))
	b.Wait(rulesHidden)
	begin()
	b.Do(chromedp.Click("#press")) // beside the pictures, never under them
	lastOp(t, b, world, 1)
	r.Set(func(s *robot.Snapshot) { s.Presses++ })
	b.Wait(rulesHidden)
	begin()
	r.Set(func(s *robot.Snapshot) {
		s.Help = robot.MoveHelp{Lifted: "c3", Targets: map[string][]string{"c3": {"d4"}}}
	})
	b.Wait(rulesHidden)
	begin()
	b.Do(chromedp.KeyEvent(kb.Escape))
	b.Wait(rulesHidden)
	b.Do(chromedp.Reload())
	b.Wait(`document.querySelector("#rules-open")?.dataset.due === "true"`)
	b.Wait(rulesHidden)
	setPictureTime(b, forEver)
	begin()
	r.Set(func(s *robot.Snapshot) {
		s.Phase, s.Say = turn.Help, turn.Say{Key: "help_pick", Squares: []string{"b6", "c5"}}
	})
	b.Wait(rulesHidden)
	b.Do(chromedp.Click("#rules-open"))
	b.Wait(rulesShown)
	b.Do(chromedp.Click("#stop"))
	r.Expect(b, 1, command.Stop, nil)
	b.Do(chromedp.Click("#rules-open"))
	b.Wait(rulesHidden)
	b.Quiet()
}

// The pictures move one after the other. Where motion is not wanted each stands still with an arrow.
// Who plays Black sees black checkers.
func TestRulesMove(t *testing.T) {
	now := `document.querySelector(".rule.now")`
	b, r, _ := openVirtualPage(t, "en", 1280, 800)
	setPictureTime(b, forEver)
	b.Do(chromedp.Click("#rules-open"))
	b.Wait(now + `?.dataset.rule === "rules_step"`)
	b.Wait(now + `.querySelector("[data-at=d4]") !== null && ` + now + `.querySelector(".way .tip") !== null`)
	b.Do(chromedp.Click("#rules"))
	b.Wait(rulesHidden)
	setPictureTime(b, 200)
	b.Do(chromedp.Click("#rules-open"))
	b.Wait(rulesHidden + " && " + now + `?.dataset.rule === "rules_press"`)
	setPictureTime(b, forEver)
	b.Do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
	r.Set(func(s *robot.Snapshot) { s.Visitor = board.Black.String() })
	b.Wait(`document.querySelector("#screen").dataset.side === "black"`)
	b.Do(chromedp.Click("#rules-open"))
	b.Wait(now + `?.dataset.rule === "rules_step" && ` + now + `.querySelector(".way .tip") !== null`)
	b.Wait(now + `.querySelector("[data-at=c3]")?.dataset.piece === "black-man"`)
	b.Quiet()
}

// Without a script the button is a link that shows all pictures.
func TestRulesWithoutScript(t *testing.T) {
	site := serve(t, webtest.NewRobot(), nil)
	_, page := fetchPage(t, site, "/?lang=en", "")
	for _, want := range []string{`href="#rules"`, `id="rules"`, `<figcaption>You can capture backwards, too.</figcaption>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
