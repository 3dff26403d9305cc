package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/turn"
	"crownhead/web/webtest"
)

// scaleTimers makes what the page waits for come so much sooner, or later.
func scaleTimers(b *webtest.Browser, times float64) {
	webtest.Ask[bool](b, fmt.Sprintf(`(() => { const wait = setTimeout; window.setTimeout = (act, time) => wait(act, time / %g); return true; })()`, times))
}

// Level, colour and attitude are chosen in the drawer, which shows what the robot made of it.
func TestScene17Chooses(t *testing.T) {
	b, r, _ := openVirtualPage(t, "uk", 1280, 800)
	b.Wait(`document.querySelector('[data-value=amateur]').ariaPressed === "true"`)
	scaleTimers(b, 0.01)
	b.Do(chromedp.Click("#choose"), chromedp.WaitVisible("#choices"))
	for i, c := range []struct{ name, value string }{{"level", "master"}, {"colour", "black"}, {"attitude", "negative"}} {
		b.Do(chromedp.Click(`[data-value="` + c.value + `"]`))
		r.Expect(b, i+1, command.Name(c.name), map[string]string{c.name: c.value})
	}
	r.Set(func(s *robot.Snapshot) {
		s.Choices.Level, s.Choices.Colour, s.Choices.Attitude = "master", "black", "negative"
	})
	b.Wait(`[...document.querySelectorAll(".tile[aria-pressed=true]")].map((e) => e.dataset.value).join() === "master,black,negative"`)
	b.Quiet()
}

// A long ladder is shown by pages, the one with the chosen level first, and goes round; each page
// is full.
func TestScene17LongLadder(t *testing.T) {
	r := robotWithGenerations(43)
	b := webtest.Open(t, serve(t, r, nil)+"/?lang=en", 390, 844)
	b.Wait(`document.querySelector('[data-value=generation-22]').ariaPressed === "true"`)
	shows := func(back, first, last, on string) {
		t.Helper()
		b.Wait(`[document.querySelector("#levels-back"), ...(([a, ...more]) => [a, more.at(-1)])([...document.querySelectorAll("[data-command=level]")].filter((e) => e.offsetParent)),
			document.querySelector("#levels-on")].map((e) => e.querySelector("span").textContent).join() === "` + fmt.Sprintf("%s,Generation %s,Generation %s,%s", back, first, last, on) + `"`)
	}
	b.Do(chromedp.Click("#choose"), chromedp.WaitVisible("#choices"))
	shows("11–20", "21", "30", "31–40")
	b.Do(chromedp.Click("#levels-on"), chromedp.Click("#levels-on"))
	shows("31–40", "34", "43", "1–10")
	b.Do(chromedp.Click("#levels-on"))
	shows("34–43", "1", "10", "11–20")
	b.Do(chromedp.Click("#levels-back"), chromedp.Click("[data-value=generation-43]"))
	r.Expect(b, 1, "level", map[string]string{"level": "generation-43"})
	b.Quiet()
}

// The drawer closes by itself, by a touch elsewhere, and by Escape, which gives the focus back.
func TestDrawerCloses(t *testing.T) {
	b, _, _ := openVirtualPage(t, "en", 1280, 800)
	closed := `document.querySelector("#choices").hidden && document.querySelector("#choose").ariaExpanded === "false"`
	b.Do(chromedp.Click("#choose"), chromedp.WaitVisible("#choices"), chromedp.Click("#head"))
	b.Wait(closed)
	b.Do(chromedp.Click("#choose"), chromedp.WaitVisible("#choices"), chromedp.KeyEvent(kb.Escape))
	b.Wait(closed + ` && document.activeElement.id === "choose"`)
	scaleTimers(b, 100)
	b.Do(chromedp.Click("#choose"))
	b.Wait(closed)
	b.Quiet()
}

// A hint is asked for on the edge; its move is drawn as an arrow, and its squares glow. What is
// threatened stands beside it.
func TestScene17Hint(t *testing.T) {
	b, r, _ := openVirtualPage(t, "ru", 1280, 800)
	b.Do(chromedp.Click("#ask-hint"))
	r.Expect(b, 1, "hint", nil)
	r.Set(func(s *robot.Snapshot) {
		s.Hint = &robot.AnimatedMove{From: "c3", To: "d4", Path: []string{"c3", "d4"}, Notation: "c3-d4", By: "white"}
		s.Say, s.Choices.Hint = turn.Say{Key: "hint", Move: "c3-d4"}, false
	})
	b.Wait(`document.querySelector("#remark").hidden`)
	threat := turn.Remark{Key: "threat_king", Squares: []string{"g1"}, Move: "h2-g1"}
	r.Set(func(s *robot.Snapshot) { s.Remark = threat })
	b.Wait(`document.querySelector("#remark").textContent === "Берегитесь h2-g1: на g1 появится дамка."
		&& document.querySelectorAll("#squares [data-hue]").length === 3`)
	r.Set(func(s *robot.Snapshot) { s.Remark = turn.Remark{} })
	b.Wait(`document.querySelector("#arrow [data-look=hint] .tip") !== null
		&& document.querySelectorAll("#squares [data-hue]").length === 2`)
	scaleTimers(b, 0.01)
	b.Do(chromedp.Click("#ask-hint"))
	b.Wait(`!document.querySelector("#why").hidden && document.querySelector("#why").textContent === "Подсказка уже готовится"`)
	if n := len(r.Asked()); n != 1 {
		t.Errorf("an impossible wish was sent: %v", r.Asked())
	}
	r.Set(func(s *robot.Snapshot) { s.Hint = nil })
	b.Wait(`document.querySelector("#arrow [data-look=hint]") === null`)
	b.Quiet()
}

// A draw is offered by two presses, and the robot's is accepted by one; a move is taken back while
// there is one.
func TestScene17DrawAndTakeback(t *testing.T) {
	b, r, _ := openVirtualPage(t, "en", 1280, 800)
	r.Set(func(s *robot.Snapshot) { s.Moves = []string{"c3-d4", "d6-c5"} })
	b.Wait(`document.querySelector("#takeback").hidden && document.querySelector("#offer-draw").ariaDisabled === "false"`)
	scaleTimers(b, 0.01)
	b.Do(chromedp.Click("#choose"), chromedp.Click("#offer-draw"))
	b.Wait(`document.querySelector("#offer-draw").textContent.trim() === "Draw?"`)
	if n := len(r.Asked()); n != 0 {
		t.Errorf("one press offered a draw: %v", r.Asked())
	}
	b.Do(chromedp.Click("#offer-draw"))
	r.Expect(b, 1, "offer_draw", nil)
	b.Wait(`document.querySelector("#choices").hidden`)
	r.Set(func(s *robot.Snapshot) { s.Choices.Draw = "robot_offers" })
	b.Do(chromedp.WaitVisible("#accept-draw"), chromedp.Click("#accept-draw"))
	r.Expect(b, 2, "accept_draw", nil)
	r.Set(func(s *robot.Snapshot) { s.Choices.Draw, s.Choices.Takeback = "", true })
	b.Do(chromedp.WaitVisible("#takeback"), chromedp.Click("#takeback"))
	r.Expect(b, 3, "takeback", nil)
	b.Quiet()
}

// Where two moves fit what is sensed, the visitor touches the one they made; squares that are not
// sensed are hatched.
func TestScene11Touch(t *testing.T) {
	b, r, _ := openVirtualPage(t, "uk", 390, 844)
	r.Set(func(s *robot.Snapshot) {
		s.Say, s.Masked = turn.Say{Key: "which_move"}, []string{"b4", "d4"}
		for _, to := range []string{"b4", "d4"} {
			s.Answers = append(s.Answers, robot.AnimatedMove{
				From: "c3", To: to, Path: []string{"c3", to}, Notation: "c3-" + to,
				By: "white",
			})
		}
	})
	b.Wait(`document.querySelectorAll("#answers button").length === 3
		&& document.querySelectorAll("[data-masked=true]").length === 2`)
	b.Wait(`document.querySelector("#answers [data-hue='2']").textContent === "c3-d4"
		&& document.querySelector("[data-square=d4]").dataset.hue === "2"`)
	b.Do(chromedp.Click(`#answers [data-hue="2"]`))
	r.Expect(b, 1, "which", map[string]string{"move": "c3-d4"})
	for _, size := range [][2]int64{{1280, 800}, {768, 1024}, {844, 390}, {390, 844}} {
		b.Do(chromedp.EmulateViewport(size[0], size[1]))
		b.Wait(`(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector("#words"))`)
	}
	b.Do(chromedp.Click("#answers :last-child"))
	r.Expect(b, 2, "which", map[string]string{"move": "none"})
	r.Set(func(s *robot.Snapshot) { s.Answers, s.Masked = nil, nil })
	b.Wait(`document.querySelector("#answers").hidden && document.querySelector("[data-masked]") === null`)
	b.Quiet()
}

// The language of the screen becomes the robot's, too.
func TestScene17Language(t *testing.T) {
	b, r, _ := openVirtualPage(t, "uk", 1280, 800)
	b.Do(chromedp.Click("[hreflang=en]"))
	r.Expect(b, 1, "language", map[string]string{"lang": "en"})
	b.Wait(`document.documentElement.lang === "en" && document.querySelector("#choose")?.textContent.trim() === "Choices"`)
	b.Quiet()
}

// The robot's tray is counted, and a paused game shows that it is.
func TestScene32TrayIsCounted(t *testing.T) {
	b, r, _ := openVirtualPage(t, "en", 1280, 800)
	r.Set(func(s *robot.Snapshot) {
		s.Tray.Trophies, s.Tray.Kings, s.Visitor, s.Paused = 7, 2, "black", true
	})
	b.Wait(`document.querySelector("#tray").textContent.match(/\d/g).join() === "7,2"`)
	b.Wait(`document.querySelector("#tray-piece").href.baseVal === "#black-man"
		&& document.querySelector("#tray-king").href.baseVal === "#white-king"`)
	b.Wait(`getComputedStyle(document.querySelector("#paused")).visibility === "visible"
		&& document.querySelector("#turn-text").textContent === ""`)
	b.Quiet()
}

// While nobody plays, studies are shown, move by move, until somebody touches the screen.
func TestScene14ShowsStudies(t *testing.T) {
	t.Parallel()
	b, r, _ := openVirtualPage(t, "en", 1280, 800)
	scaleTimers(b, 10)
	r.Set(func(s *robot.Snapshot) { s.Phase, s.Result, s.Say = turn.Over, "2-0", turn.Say{Key: "idle_invite"} })
	b.Wait(`document.querySelector("#study").textContent === "D. Kalinsky: White moves and wins."
		&& getComputedStyle(document.querySelector("#checkers")).visibility === "hidden"
		&& document.querySelectorAll("#show .checker").length === 6`)
	for _, size := range [][2]int64{
		{1920, 1080},
		{768, 1024},
		{390, 844},
		{844, 390},
		{667, 375},
		{568, 320},
		{1280, 800},
	} { // every screen names the composer
		b.Do(chromedp.EmulateViewport(size[0], size[1]))
		b.Wait(`((line, card) => line.height > 10 && line.top > card.top && line.bottom < card.bottom)(
			document.querySelector("#study").getBoundingClientRect(), document.querySelector("#words").getBoundingClientRect())`)
	}
	b.Wait(`document.querySelectorAll("#show .checker").length < 4`) // captured, move by move
	b.Wait(`document.querySelector("#study").textContent === "A. Shoshin: White moves and wins."`)
	b.Do(chromedp.Click("#head"))
	b.Wait(`document.querySelector("#study").hidden && getComputedStyle(document.querySelector("#checkers")).visibility === "visible"`)
	b.Wait(`!document.querySelector("#study").hidden`) // again, after a while
	r.Set(func(s *robot.Snapshot) {
		s.Phase, s.Result, s.Say = turn.VisitorTurn, "*", turn.Say{Key: "your_turn_white"}
	})
	b.Wait(`document.querySelector("#study").hidden`)
	b.Quiet()
}
