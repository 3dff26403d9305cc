package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/operator"
	"crownhead/web/webtest"
)

// openVirtualPage is a page of the virtual robot, alive.
func openVirtualPage(t *testing.T, lang string, width, height int) (*webtest.Browser, *webtest.Robot, *webtest.World) {
	t.Helper()
	r, world := webtest.NewRobot(), webtest.NewWorld(board.Start(), board.White)
	b := webtest.Open(t, serve(t, r, world)+"/?lang="+lang, width, height)
	b.Wait(`document.querySelectorAll("[data-checker]").length === 24`)
	return b, r, world
}

// lastOp waits for the n-th act and returns it.
func lastOp(t *testing.T, b *webtest.Browser, world *webtest.World, n int) web.Op {
	t.Helper()
	b.Eventually(func() bool { return len(world.Ops()) >= n })
	return world.Ops()[n-1]
}

// A visitor drags a checker off-centre, takes another off the board, and presses; the robot answers
// in Ukrainian and the squares that it names glow.
func TestVisitorsMove(t *testing.T) {
	b, r, world := openVirtualPage(t, "uk", 1280, 800)
	c3, d4 := b.Square("c3"), b.Square("d4")
	mm := b.Spot(1, 0).X - b.Spot(0, 0).X
	b.Drag(c3, webtest.Place{X: d4.X + 3*mm, Y: d4.Y - 2*mm})
	op := lastOp(t, b, world, 1)
	x, y := webtest.Spot(mustSquare(t, "d4"), board.White)
	if op.Op != "move" || world.Checkers()[op.ID-1].Color != "white" || isOff(op.X, x-2) || isOff(op.Y, y+3) {
		t.Errorf("dragged to d4, 2 mm up and 3 mm right: %+v, want about (%.1f, %.1f)", op, x-2, y+3)
	}
	b.Drag(b.Square("e3"), b.Spot(20, 100))
	if op := lastOp(t, b, world, 2); op.Op != "move" || isOff(op.X, 220+100) || isOff(op.Y, 20) {
		t.Errorf("dragged off the board: %+v", op)
	}
	b.Do(chromedp.Click("#press"))
	if op := lastOp(t, b, world, 3); op.Op != "press" {
		t.Errorf("pressed: %+v", op)
	}
	r.Set(func(s *robot.Snapshot) { s.Say = turn.Say{Key: "move_not_legal", Squares: []string{"c3", "d4"}} })
	b.Wait(`document.querySelector("#sentence").textContent === "` + sayUk(t, "move_not_legal", "c3", "d4") + `"`)
	b.Wait(`document.querySelector('[data-square=c3]').dataset.hue === "1"
		&& document.querySelector('[data-square=d4]').dataset.hue === "2"`)
	same := webtest.Ask[bool](b, `(() => {
		const text = getComputedStyle(document.querySelector('.named[data-hue="2"]')).backgroundColor;
		return text === getComputedStyle(document.querySelector('[data-square=d4] > .glow')).stroke;
	})()`)
	if !same {
		t.Error("d4 glows in another colour than in the text")
	}
	b.Quiet()
}

// The robot's face, the arm and the checker in its nozzle move as they do.
func TestRobotMoves(t *testing.T) {
	b, r, world := openVirtualPage(t, "en", 1280, 800)
	r.Set(func(s *robot.Snapshot) {
		s.Phase, s.Frame.Left[0], s.Win = turn.Moving, 0x81, -0.5
		s.LastMove = &robot.AnimatedMove{
			From: "f6", To: "d4", Path: []string{"f6", "d4"}, Captured: []string{"e5"}, By: "black",
		}
	})
	world.Set(func(s *webtest.State) {
		tip := webtest.Point{X: 220, Y: 30, Z: 60}
		s.Arm, s.Pump = webtest.Pose(tip), true
		s.Checkers[0].X, s.Checkers[0].Y, s.Checkers[0].Z, s.Checkers[0].Held = tip.X, tip.Y, 55, true
	})
	b.Wait(`(() => {
		const n = document.querySelector("#arm .nozzle"), c = document.querySelector('[data-checker="1"]');
		return Math.abs(n.getAttribute("cx") - 30) < 0.01 && Math.abs(n.getAttribute("cy")) < 0.01
			&& n.classList.contains("sucking") && c.classList.contains("lifted") && c.style.transform === "translate(30px, 0px)";
	})()`)
	b.Wait(`[...document.querySelector("[data-eye=left]").children].slice(0, 8).map((e) => Number(e.classList.contains("on"))).join("") === "10000001"`)
	b.Wait(`document.querySelector("#arrow .tip") !== null && document.querySelector("[data-ghost=e5]") !== null`)
	b.Wait(`document.querySelector("#bar-words").textContent === "You are a little ahead"`)
	b.Quiet()
}

// Touch works as the mouse does, also on a phone held upright.
func TestTouch(t *testing.T) {
	b, _, world := openVirtualPage(t, "uk", 390, 844)
	from, to := b.Square("a3"), b.Square("b4")
	b.DragTouching(from, to)
	x, y := webtest.Spot(mustSquare(t, "b4"), board.White)
	if op := lastOp(t, b, world, 1); op.Op != "move" || isOff(op.X, x) || isOff(op.Y, y) {
		t.Errorf("touched: %+v, want (%.1f, %.1f)", op, x, y)
	}
	b.Quiet()
}

// A double tap turns a checker over; one tap does when the robot asks for it.
func TestTurnOver(t *testing.T) {
	b, r, world := openVirtualPage(t, "uk", 1280, 800)
	at := b.Square("g3")
	b.Do(chromedp.MouseClickXY(at.X, at.Y), chromedp.MouseClickXY(at.X, at.Y))
	if op := lastOp(t, b, world, 1); op.Op != "turn" || world.Checkers()[op.ID-1].Where != "g3" {
		t.Errorf("double tap: %+v", op)
	}
	b.Wait(`document.querySelectorAll('#board [data-piece="white-king"]').length === 1`)
	r.Set(func(s *robot.Snapshot) { s.Say = turn.Say{Key: "crown_yours", Squares: []string{"e3"}} })
	b.Wait(`document.querySelector("#arrow .turn") !== null`)
	at = b.Square("e3")
	b.Do(chromedp.MouseClickXY(at.X, at.Y))
	if op := lastOp(t, b, world, 2); op.Op != "turn" || world.Checkers()[op.ID-1].Where != "e3" {
		t.Errorf("single tap: %+v", op)
	}
	b.Quiet()
}

// The hand works without a pointer, and the emergency stop is one key away from everything.
func TestKeyboard(t *testing.T) {
	b, r, world := openVirtualPage(t, "en", 1280, 800)
	b.Do(chromedp.Focus("#board"), chromedp.KeyEvent(kb.ArrowRight))
	b.Wait(`document.querySelector("#spoken").textContent === "e3: White, Man"`)
	b.Do(chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(" "))
	x, y := webtest.Spot(mustSquare(t, "f4"), board.White)
	if op := lastOp(t, b, world, 1); op.Op != "move" || isOff(op.X, x) || isOff(op.Y, y) {
		t.Errorf("carried to f4: %+v", op)
	}
	b.Do(chromedp.Focus("#stop"), chromedp.KeyEvent(kb.Enter))
	b.Eventually(func() bool { return len(r.Commands()) == 1 })
	if got := fmt.Sprint(r.Commands()); got != "[stop]" {
		t.Errorf("commands %s", got)
	}
	r.Set(func(s *robot.Snapshot) {
		s.Phase, s.Stopped, s.Say = turn.Stopped, true, turn.Say{Key: string(say.Stopped)}
	})
	b.Wait(`document.querySelector("#sentence").textContent.includes(document.querySelector("#clear").textContent)`)
	b.Do(chromedp.WaitVisible("#clear"), chromedp.Click("#clear"))
	b.Eventually(func() bool { return len(r.Commands()) == 2 })
	if got := fmt.Sprint(r.Commands()); got != "[stop clear]" {
		t.Errorf("commands %s", got)
	}
	b.Quiet()
}

// Giving up takes two presses.
func TestResignAsksTwice(t *testing.T) {
	b, r, _ := openVirtualPage(t, "en", 1280, 800)
	scaleTimers(b, 0.01)
	b.Do(chromedp.Click("#choose"), chromedp.Click("#resign"))
	b.Wait(`document.querySelector("#resign").textContent.trim() === "Give up?"`)
	if n := len(r.Commands()); n != 0 {
		t.Errorf("one press gave up: %v", r.Commands())
	}
	b.Do(chromedp.Click("#resign"))
	b.Eventually(func() bool { return len(r.Commands()) == 1 })
	if got := fmt.Sprint(r.Commands()); got != "[resign]" {
		t.Errorf("commands %s", got)
	}
	b.Quiet()
}

// On real hardware the checkers are those of the game, and a move runs along its path to its end.
func TestBoardOfRealHardware(t *testing.T) {
	r := webtest.NewRobot()
	r.Set(func(s *robot.Snapshot) { s.FEN = "B:Wc3,e5:Bf6,Ka7" })
	b := webtest.Open(t, serve(t, r, nil)+"/?lang=en", 1280, 800)
	b.Wait(`document.querySelectorAll("#board .checker").length === 4
		&& document.querySelector("#screen").dataset.phase === "visitor"`)
	r.Set(func(s *robot.Snapshot) {
		s.FEN, s.Phase = "W:Wc3:Bd4,Ka7", turn.Moving
		s.LastMove = &robot.AnimatedMove{
			From: "f6", To: "d4", Path: []string{"f6", "d4"}, Captured: []string{"e5"}, By: "black",
		}
	})
	b.Wait(`[...document.querySelectorAll("#board .checker")].map((e) => e.dataset.at).sort().join() === "a7,c3,d4"`)
	at := webtest.Ask[webtest.Place](b, `(() => { const m = document.querySelector('[data-at=d4]').transform.baseVal[0].matrix; return {X: m.e, Y: m.f}; })()`)
	if at != (webtest.Place{X: -9.375, Y: 9.375}) {
		t.Errorf("d4 is drawn at %v", at)
	}
	b.Quiet()
}

// Scripts draw with the pitch of the page: squares, checkers, the keyboard's cursor, and what a
// phone shows.
func TestPitchOfScripts(t *testing.T) {
	layout := webtest.Layout()
	layout.Pitch = 20
	r := webtest.NewRobot()
	from := web.Sources{Robot: r, Layout: func() operator.ArmLayout { return layout }}
	b := webtest.Open(t, serveSources(t, from)+"/?lang=en", 1280, 800)
	b.Wait(`document.querySelector("#screen").dataset.side === "white"`)
	r.Set(func(s *robot.Snapshot) { s.FEN, s.Visitor = "B:Wc3:Bd4", "black" })
	b.Wait(`document.querySelector("[data-square=a1]").getAttribute("transform") === "translate(70 -70)"
		&& document.querySelector("[data-at=d4]").getAttribute("transform") === "translate(10 -10)"`)
	b.Quiet()

	from.World = webtest.NewWorld(board.Start(), board.White)
	b = webtest.Open(t, serveSources(t, from)+"/?lang=en", 390, 844)
	b.Wait(`document.querySelectorAll("[data-checker]").length === 24`)
	b.Wait(`document.querySelector("#board").getAttribute("viewBox").startsWith("-97 -91 ")`)
	b.Do(chromedp.Focus("#board"), chromedp.KeyEvent(kb.ArrowRight))
	b.Wait(`document.querySelector("#cursor").getAttribute("transform") === "translate(10 30)"`)
	b.Quiet()
}

// robotWithGenerations is a robot whose levels are generations.
func robotWithGenerations(count int) *webtest.Robot {
	r := webtest.NewRobot()
	r.Set(func(s *robot.Snapshot) {
		s.Choices.Levels, s.Choices.Ratings = nil, map[string]int{}
		for n := range count {
			name := fmt.Sprintf("generation-%d", n+1)
			s.Choices.Levels, s.Choices.Ratings[name] = append(s.Choices.Levels, name), 137*n+62
		}
		s.Choices.Level = s.Choices.Levels[count/2]
	})
	return r
}

// The screen as visitors have it, large or on a phone, with the longest sentence of each language:
// nothing scrolls, nothing is cut off, nothing that is touched is small, the type is large. The
// same holds for the drawer, with two hundred generations, too; the tick of the level that is
// chosen touches neither its picture nor its words.
func TestScreenFits(t *testing.T) {
	t.Parallel()
	type measures struct {
		Scrolls, Cut, Out, Hidden bool
		Small, Narrow, Ticked     []string
		Type                      float64
	}
	world := webtest.NewWorld(board.Start(), board.White)
	usual, generations := webtest.NewRobot(), robotWithGenerations(200)
	sites := map[*webtest.Robot]string{usual: serve(t, usual, world), generations: serve(t, generations, world)}
	b := webtest.Open(t, "about:blank", 800, 600)
	for _, size := range [][2]int64{{1920, 1080}, {1280, 800}, {768, 1024}, {390, 844}, {844, 390}} {
		for _, c := range []struct {
			lang  say.Lang
			robot *webtest.Robot
		}{{say.Ukrainian, usual}, {say.Russian, usual}, {say.English, usual}, {say.Russian, generations}} {
			lang, site, key := c.lang, sites[c.robot], longestSentence(t, c.lang)
			c.robot.Set(func(s *robot.Snapshot) {
				s.Say = turn.Say{Key: string(key), Squares: []string{"b2", "c3"}, Move: "b2:d4"}
			})
			b.Do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(site+"/?lang="+string(lang)))
			b.Wait(`document.querySelectorAll("[data-checker]").length === 24
				&& document.querySelector("#sentence").dataset.size`)
			b.Do(chromedp.Click("#choose"), chromedp.WaitVisible("#choices"))
			m := webtest.Ask[measures](b, `(() => { // in the middle of an animation 64 px may measure a hair less
				const seen = [...document.querySelectorAll("a, button")].filter((e) => e.offsetParent);
				const box = (e) => e.getBoundingClientRect();
				const tick = (e) => {
					const style = getComputedStyle(e, "::after");
					const [right, bottom] = [box(e).right - parseFloat(style.right), box(e).bottom - parseFloat(style.bottom)];
					return { right, bottom, left: right - parseFloat(style.width), top: bottom - parseFloat(style.height) };
				};
				const outside = (e) => box(e).top < 0 || box(e).right > innerWidth || box(e).bottom > innerHeight;
				const stop = document.querySelector("#stop");
				const touches = (x, y) => stop.contains(document.elementFromPoint(x, y));
				const words = (elements) => elements.map((e) => e.textContent);
				const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
				return {
					Scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
					Cut: document.querySelector("#words").scrollHeight > document.querySelector("#words").clientHeight,
					Out: [...seen, document.querySelector("#choices")].some(outside),
					Hidden: !touches(box(stop).x + box(stop).width / 2, box(stop).bottom - 5) ||
						!touches(box(stop).x + 5, box(stop).top + 20),
					Small: words(seen.filter((e) => box(e).width < 63.9 || box(e).height < 63.9)),
					Narrow: words(seen.filter((e) => [...e.children].some((part) => box(part).width > e.clientWidth))),
					Ticked: words(seen.filter((e) => e.matches(".wide [aria-pressed=true]") &&
						[...e.children].some((part) => meet(box(part), tick(e))))),
					Type: parseFloat(getComputedStyle(document.documentElement).fontSize),
				};
			})()`)
			if m.Scrolls || m.Cut || m.Out || m.Hidden || len(m.Small)+len(m.Narrow)+len(m.Ticked) > 0 ||
				(size[1] == 1080 && m.Type < 27.9) {
				t.Errorf("%v, %s, %s: %+v", size, lang, key, m)
			}
		}
	}
	b.Quiet()
}

// longestSentence is the key of the longest sentence of a language.
func longestSentence(t *testing.T, lang say.Lang) say.Key {
	t.Helper()
	best, length := say.Key(""), 0
	for _, key := range say.Keys() {
		text, err := say.Render(lang, key, say.Args{Squares: []string{"b2", "c3"}, Move: "b2:d4"})
		if n := len([]rune(text)); err == nil && n > length {
			best, length = key, n
		}
	}
	if best == "" {
		t.Fatal("no sentence")
	}
	return best
}
