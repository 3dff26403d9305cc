package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/web/webtest"
)

// The picture in README.md is taken by
//
//	go test ./cmd/crownhead -run TestVisitorsScreen -shots /tmp/shots && cp /tmp/shots/screen.png docs/
var shots = flag.String("shots", "", "folder for pictures of the visitor's screen")

// evening is a game as a daemon has left it: the first exchange is a move away, and the robot's answer is forced.
const evening = `{"log":"crownhead/1","fen":"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,e5,f6,h6",` +
	`"visitor":"white","variant":"russian","version":1,"game":1,"draws":"federation","level":"amateur","lang":"uk",` +
	`"attitude":"positive","seed":7,"ask":90,"abandon":600,"trophies":12,"kings":3}` + "\n"

// A visitorPage plays on the page of a daemon, with a mouse.
type visitorPage struct {
	*webtest.Browser
	t      *testing.T
	daemon *daemonProcess
	lang   say.Lang
}

func (d *daemonProcess) openVisitorPage(t *testing.T, lang say.Lang, width, height int) *visitorPage {
	t.Helper()
	v := &visitorPage{webtest.Open(t, d.url+"/?lang="+string(lang), width, height), t, d, lang}
	v.Wait(`document.querySelectorAll("[data-checker]").length === 30`)
	return v
}

// waitForSentence waits until the screen says a sentence, in the visitor's language, with its squares glowing in the colours in
// which the text names them.
func (v *visitorPage) waitForSentence(key say.Key, args say.Args) {
	v.t.Helper()
	text, err := say.Render(v.lang, key, args)
	if err != nil {
		v.t.Fatal(err)
	}
	v.Wait(fmt.Sprintf(`document.querySelector("#sentence").textContent === %q`, text))
	for _, name := range args.Squares {
		v.Wait(fmt.Sprintf(`(() => {
			const glow = document.querySelector("[data-square=%[1]s] > .glow");
			const word = [...document.querySelectorAll("#sentence .named")].find((e) => e.textContent === "%[1]s");
			return getComputedStyle(glow).visibility === "visible" &&
				(!word || getComputedStyle(word).backgroundColor === getComputedStyle(glow).stroke);
		})()`, name))
	}
}

// dragChecker takes the checker that lies nearest to one square to another.
func (v *visitorPage) dragChecker(from, to board.Square) {
	v.t.Helper()
	v.Drag(v.checkerPlace(from), v.Square(to.String()))
	v.Wait(fmt.Sprintf(`document.querySelector("[data-checker][data-where=%v]") !== null`, to))
}

// takesOff drags a captured checker off the board, to a free place before the visitor.
func (v *visitorPage) takesOff(sq board.Square, x float64) {
	v.t.Helper()
	const before = 107 // mm from the board's middle
	v.Drag(v.checkerPlace(sq), v.Spot(x, before))
	v.Wait(fmt.Sprintf(`document.querySelector("[data-checker][data-where=%v]") === null`, sq))
}

func (v *visitorPage) checkerPlace(sq board.Square) webtest.Place {
	v.t.Helper()
	return v.Middle(fmt.Sprintf("[data-checker][data-where=%v]", sq))
}

func (v *visitorPage) pressButton() {
	v.t.Helper()
	v.Do(chromedp.Click("#press", chromedp.ByQuery))
}

// playMove makes a move with all that belongs to it, and presses.
func (v *visitorPage) playMove(p board.Position, m board.Move) {
	v.t.Helper()
	v.dragChecker(m.From, m.To)
	for i, sq := range p.CaptureOrder(m) {
		v.takesOff(sq, -20-20*float64(i))
	}
	v.pressButton()
}

// waitForAnswer waits for the robot's answer to a move from this position, and for the page to show it: every checker on its
// square, the last move as an arrow.
func (v *visitorPage) waitForAnswer(before screen) screen {
	v.t.Helper()
	s := v.daemon.awaitScreen(v.t, "the robot's answer", func(s screen) bool {
		return visitorsTurn(s) && !maps.Equal(s.Pieces, before.Pieces)
	})
	v.checkPieces(s)
	v.Wait(
		`document.querySelector("#screen").dataset.mover === "you" && document.querySelector("#arrow .tip") !== null`,
	)
	return s
}

// checkPieces waits until the page shows the game's checkers.
func (v *visitorPage) checkPieces(s screen) {
	v.t.Helper()
	v.Eventually(func() bool { return maps.Equal(v.shownPieces(), s.Pieces) })
}

// shownPieces are the checkers on squares, as the page draws them.
func (v *visitorPage) shownPieces() map[string]string {
	v.t.Helper()
	pieces := webtest.Ask[map[string]string](v.Browser, `Object.fromEntries(
		[...document.querySelectorAll("[data-checker]")].map(({dataset: {where, piece}}) => [where, piece]))`)
	maps.DeleteFunc(pieces, func(where, _ string) bool { return !squareLike(where) })
	return pieces
}

// squareLike reports whether a place on the table is a square of the board.
func squareLike(where string) bool {
	_, err := board.ParseSquare(where)
	return err == nil
}

// takeScreenshot takes a picture, when pictures are wanted.
func (v *visitorPage) takeScreenshot(name string) {
	v.t.Helper()
	if *shots != "" {
		v.Shoot(filepath.Join(*shots, name+".png"))
	}
}

// TestVisitorsScreen plays with the real daemon, through the real page, in Ukrainian: an exchange with its captured
// checkers, two slips that the robot finds, and an emergency stop with a checker in the air. Somebody looks on in
// English.
func TestVisitorsScreen(t *testing.T) {
	t.Parallel()
	d := startDaemonOn(t, writeUnfinishedGame(t, evening))
	v := d.openVisitorPage(t, say.Ukrainian, 1920, 1080)
	onlooker := d.openVisitorPage(t, say.English, 390, 844)
	v.waitForSentence(say.YourTurnWhite, say.Args{})
	v.checkInvitation()

	robotsMan := squareOf(t, "e5")
	v.dragChecker(robotsMan, squareOf(t, "f4"))
	v.pressButton()
	v.waitForSentence(say.PutBackMine, say.Args{Squares: []string{"e5"}})
	v.takeScreenshot("not-yours")
	v.dragChecker(squareOf(t, "f4"), robotsMan)

	s := d.awaitScreen(t, "the first turn", visitorsTurn)
	p := s.parsePosition(t)
	v.playMove(p, moveOf(t, p, "c3-d4"))
	v.waitForSentence(say.MyCapture, say.Args{Move: "e5:c3"})
	v.Wait(
		`document.querySelector("[data-checker].lifted") !== null && document.querySelector("#arm .sucking") !== null`,
	)
	v.takeScreenshot("arm")
	v.Wait(`document.querySelector("[data-where=tray][data-piece=white-man]") !== null`)
	s = v.waitForAnswer(s)
	p = s.parsePosition(t)

	v.dragChecker(squareOf(t, "g3"), squareOf(t, "h4"))
	v.pressButton()
	v.waitForSentence(say.MustCapture, say.Args{Squares: []string{"b2"}})
	v.takeScreenshot("must-capture")
	onlooker.waitForSentence(say.MustCapture, say.Args{Squares: []string{"b2"}})
	onlooker.takeScreenshot("must-capture-phone")
	v.dragChecker(squareOf(t, "h4"), squareOf(t, "g3"))

	v.playMove(p, moveOf(t, p, "b2:d4"))
	s = v.waitForAnswer(s)
	v.takeScreenshot("screen")
	p = s.parsePosition(t)
	v.playMove(p, p.Moves()[0])
	v.stopsInTheAir()
	v.picksUp()
	s = v.waitForAnswer(s)
	onlooker.Wait(`document.querySelector("#screen").dataset.mover === "you"`)
	onlooker.checkPieces(s)
	onlooker.checkFitsPhone()

	v.Do(chromedp.Click("#choose", chromedp.ByQuery), chromedp.Click("#resign", chromedp.ByQuery),
		chromedp.Click("#resign.sure", chromedp.ByQuery))
	v.waitForSentence(say.EndLossResignation, say.Args{})
	onlooker.waitForSentence(say.EndLossResignation, say.Args{})
	v.takeScreenshot("over")
	v.waitForSentence(say.SetUp, say.Args{}) // the next game is offered, and begins by itself when the board is laid
	v.checkInvitation()
	v.Do(chromedp.Click("#setup", chromedp.ByQuery))
	v.waitForSentence(say.YourTurnWhite, say.Args{})

	v.Quiet()
	onlooker.Quiet()
}

// stopsInTheAir presses the emergency stop while the arm carries a checker: it stands, and lets go of the checker.
// Released, it gets ready to go on.
func (v *visitorPage) stopsInTheAir() {
	v.t.Helper()
	v.Wait(`(() => {
		const held = document.querySelector("[data-where=nozzle].lifted");
		if (!held) return false;
		const at = new DOMMatrix(getComputedStyle(held).transform);
		window.picked ??= at;
		return Math.hypot(at.e - window.picked.e, at.f - window.picked.f) > 3;
	})()`)
	v.Do(chromedp.Click("#stop", chromedp.ByQuery))
	v.waitForSentence(say.StoppedVirtual, say.Args{})
	v.Wait(`(() => {
		const arm = document.querySelector("#arm").innerHTML, calm = arm === window.lastArm ? window.calm + 1 : 0;
		Object.assign(window, {lastArm: arm, calm});
		return calm > 30 && document.querySelector(".sucking, [data-where=nozzle]") === null;
	})()`)
	v.takeScreenshot("stopped")
	v.Do(chromedp.Click("#clear", chromedp.ByQuery))
	v.Wait(`document.querySelector("#screen").dataset.stopped === "false"`)
}

// picksUp puts right what the robot has let go of, as the screen says. What fell on its own square it takes up itself.
func (v *visitorPage) picksUp() {
	v.t.Helper()
	s := v.daemon.awaitScreen(v.t, "the robot's going on", func(s screen) bool {
		return s.Phase == "moving" || s.Phase == "setup" || s.Phase == "help" || visitorsTurn(s)
	})
	if s.Phase == "moving" || visitorsTurn(s) {
		return
	}
	v.Wait(`document.querySelector("[data-square][data-hue]") !== null`)
	v.takeScreenshot("fallen")
	named := webtest.Ask[string](v.Browser, `document.querySelector("[data-square][data-hue]").dataset.square`)
	if s.Pieces[named] == "" {
		v.takesOff(squareOf(v.t, named), 40)
		return
	}
	table := v.daemon.readTable(v.t)
	for _, c := range table.Checkers {
		fallen := c.Where == "beside" || c.Where == "table" || c.Where == named ||
			squareLike(c.Where) && (s.Pieces[c.Where] == "" || c.Z > table.Board.Z+1)
		if fallen && strings.HasPrefix(s.Pieces[named], c.Color) {
			v.Drag(v.Middle(fmt.Sprintf(`[data-checker="%d"]`, c.ID)), v.Square(named))
			return
		}
	}
	v.t.Fatalf("the screen wants a checker on %s, and none lies about: %v", named, table.Checkers)
}

// checkInvitation checks that the page of a robot that waits is inviting: eyes open, every control at hand.
func (v *visitorPage) checkInvitation() {
	v.t.Helper()
	v.Wait(`["left", "right"].every((eye) => document.querySelectorAll("[data-eye=" + eye + "] .on").length >= 16)`)
}

// checkFitsPhone checks that all of the screen is there to see and to touch, on one page.
func (v *visitorPage) checkFitsPhone() {
	v.t.Helper()
	lost := webtest.Ask[[]string](
		v.Browser,
		`["#board", "#face", "#sentence", "#press", "#stop", "#bar", "#bar-words", "#choose", "#setup", "[hreflang=uk]"]
		.filter((name) => {
			const e = document.querySelector(name), r = e.getBoundingClientRect();
			const inside = r.width > 0 && r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight;
			return !inside || !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) && !e.matches("#bar");
		})`,
	)
	if len(lost) > 0 {
		v.t.Errorf("on a phone one can't see or reach %s", strings.Join(lost, ", "))
	}
}

// writeUnfinishedGame makes a data directory with a journal in it, and returns it.
func writeUnfinishedGame(t *testing.T, journal string) string {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	folder := filepath.Join(data, "journals")
	err := os.MkdirAll(folder, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "2026-01-01T12-00-00.000Z-001.jsonl"), []byte(journal), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func squareOf(t *testing.T, name string) board.Square {
	t.Helper()
	sq, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

func moveOf(t *testing.T, p board.Position, notation string) board.Move {
	t.Helper()
	m, err := p.ParseMove(notation)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
