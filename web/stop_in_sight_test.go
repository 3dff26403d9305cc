package web_test

import (
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/webtest"
)

// stopInSight says what is wrong with the stop on a page: it must lie whole within the window, and nothing may lie over it.
const stopInSight = `(() => {
	const stop = document.querySelector("#stop");
	const box = stop.getBoundingClientRect();
	if (box.top < 0 || box.left < 0 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5) {
		return "out of the window: " + JSON.stringify(box);
	}
	for (const [x, y] of [[0.5, 0.5], [0.15, 0.2], [0.85, 0.8]]) {
		const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
		if (!stop.contains(top)) return "under " + (top?.outerHTML.slice(0, 80) ?? "nothing");
	}
	return "";
})()`

// The stop is in sight on every screen, small ones too, whatever is shown: nobody scrolls to it.
func TestStopIsInSight(t *testing.T) {
	t.Parallel()
	r := webtest.NewRobot()
	o := webtest.NewOperator()
	cfg := web.DefaultConfig()
	cfg.Token = "correct-horse-battery"
	server := httptest.NewServer(web.New(cfg, web.Sources{
		Robot: r, World: webtest.NewWorld(board.Start(), board.White), Operator: o, Layout: o.Layout,
	}, zerolog.Nop()))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	calm := r.Snapshot()
	b := webtest.Open(t, server.URL+"/operator#"+cfg.Token, 800, 600)
	b.Wait(`document.querySelector("#console")`)
	for _, size := range [][2]int64{{360, 640}, {640, 360}, {390, 844}, {1440, 900}, {1080, 1920}} {
		b.Do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(server.URL+"/operator"))
		b.Wait(`document.querySelector("#console")`)
		if problem := webtest.Ask[string](b, stopInSight); problem != "" {
			t.Errorf("operator's page, %v: %s", size, problem)
		}
		b.Do(chromedp.Evaluate(`scrollTo(0, document.documentElement.scrollHeight)`, nil))
		if problem := webtest.Ask[string](b, stopInSight); problem != "" {
			t.Errorf("operator's page at its end, %v: %s", size, problem)
		}
		for name, set := range map[string]func(*robot.Snapshot){
			"the visitor's turn": func(*robot.Snapshot) {},
			"stopped": func(s *robot.Snapshot) {
				s.Phase, s.Stopped, s.Say = turn.Stopped, true, turn.Say{Key: "stopped", Squares: []string{}}
			},
			"over": func(s *robot.Snapshot) {
				s.Phase, s.Result, s.Say = turn.Over, "2-0", turn.Say{Key: "idle_invite", Squares: []string{}}
			},
			"a draw is offered": func(s *robot.Snapshot) { s.Choices.Draw, s.Choices.Takeback = string(turn.RobotsDraw), true },
		} {
			for _, drawer := range []bool{false, true} {
				r.Set(func(s *robot.Snapshot) { *s = calm; set(s) })
				b.Do(chromedp.Navigate(server.URL + "/?lang=uk"))
				b.Wait(`document.querySelectorAll("[data-checker]").length === 24`)
				if drawer && name != "stopped" {
					b.Do(chromedp.Evaluate(`document.querySelector("#choose").click()`, nil))
					b.Wait(`!document.querySelector("#choices").hidden`)
				}
				if problem := webtest.Ask[string](b, stopInSight); problem != "" {
					t.Errorf("%s, drawer %v, %v: %s", name, drawer, size, problem)
				}
				if drawer && name == "the visitor's turn" {
					reach := webtest.Ask[bool](b, `(() => {
						const last = document.querySelector("#new-game");
						last.scrollIntoView({ block: "nearest" });
						const box = last.getBoundingClientRect();
						return last.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
					})()`)
					if !reach {
						t.Errorf("%v: the end of the drawer can't be reached", size)
					}
				}
			}
		}
	}
}
