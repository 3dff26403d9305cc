package web_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/webtest"
)

var (
	shots = flag.String("shots", "", "folder to write pictures of the pages to")
	only  = flag.String("scenes", ".", "which scenes to draw: a pattern of their names")
)

// TestShots draws scenes at the sizes of real screens, for people to look at.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("-shots names no folder")
	}
	wanted := regexp.MustCompile(*only)
	b := webtest.Open(t, "about:blank", 800, 600)
	for name, scene := range pictureScenes(t) {
		if !wanted.MatchString(name) {
			continue
		}
		site := serve(t, scene.robot, scene.world)
		features := []*emulation.MediaFeature{}
		if scene.dark {
			features = append(features, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
		}
		b.Do(emulation.SetEmulatedMedia().WithFeatures(features))
		for _, size := range [][2]int64{{1920, 1080}, {1280, 800}, {768, 1024}, {390, 844}, {844, 390}} {
			b.Do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(site+"/?lang="+scene.lang),
				chromedp.Sleep(time.Second))
			if scene.press != "" {
				b.Do(chromedp.Click(scene.press), chromedp.Sleep(400*time.Millisecond))
			}
			b.Shoot(filepath.Join(*shots, fmt.Sprintf("%s-%dx%d.png", name, size[0], size[1])))
		}
	}
	b.Quiet()
}

type scene struct {
	robot *webtest.Robot
	world web.World
	lang  string
	dark  bool
	press string // a button to press before the picture is taken
}

func pictureScenes(t *testing.T) map[string]scene {
	t.Helper()
	middle := "W:Wa1,c1,e1,g1,b2,f2,h2,c3,Kd6:Bb8,Kf4,f8,a7,c7,g7,b6,h6"
	p, err := board.ParseFEN(middle)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]scene{}

	start := webtest.NewRobot()
	laid := webtest.NewWorld(board.Start(), board.White)
	laid.Set(func(s *webtest.State) {
		for i := range 6 { // spare kings in the robot's tray, spare checkers on the visitor's pile
			s.Checkers = append(s.Checkers,
				webtest.Checker{ID: 50 + i, X: 140 + 20*float64(i%3), Y: -110 - 19*float64(i/3), Color: "black", King: true},
				webtest.Checker{ID: 60 + i, X: 328, Y: -99 + 18*float64(i), Color: []string{"black", "white"}[i%2]})
		}
	})
	all["start"] = scene{robot: start, world: laid, lang: "uk"}

	wrong := webtest.NewRobot()
	wrong.Set(func(s *robot.Snapshot) {
		s.FEN, s.Win, s.Emotion = middle, -0.4, "angry"
		s.Say = turn.Say{Key: "capture_goes_on", Squares: []string{"c3", "g7"}}
		s.LastMove = &robot.AnimatedMove{
			From: "h8", To: "f4", Path: []string{"h8", "d4", "f2", "f4"},
			Captured: []string{"e5", "e3"}, By: "black",
		}
		s.Sensed = (p.Occupied() ^ 1<<7).String()
		s.Frame.BrowLeft, s.Frame.BrowRight = -18, -18
		s.Frame.Left = [8]uint8{0, 0xc0, 0xf0, 0xfc, 0xe7, 0xe7, 0x7e, 0x3c}
		s.Frame.Right = [8]uint8{0, 0x03, 0x0f, 0x3f, 0xe7, 0xe7, 0x7e, 0x3c}
	})
	all["board"] = scene{robot: wrong, lang: "uk"}

	moving := webtest.NewRobot()
	moving.Set(func(s *robot.Snapshot) {
		s.FEN, s.Phase, s.Win, s.Turn = middle, turn.Moving, 0.35, "black"
		s.Say = turn.Say{Key: "my_capture", Move: "h8:d4:f2"}
		s.LastMove = &robot.AnimatedMove{From: "g3", To: "h4", Path: []string{"g3", "h4"}, By: "white"}
		s.Frame.NeckTilt, s.Frame.NeckPan, s.Frame.BrowLeft, s.Frame.BrowRight = 24, 10, 12, 12
	})
	table := webtest.NewWorld(p, board.White)
	table.Set(func(s *webtest.State) {
		tip := webtest.Point{X: 214, Y: 31, Z: 62}
		s.Arm, s.Pump = webtest.Pose(tip), true
		s.Checkers[5].X, s.Checkers[5].Y, s.Checkers[5].Z, s.Checkers[5].Held = tip.X, tip.Y, tip.Z-5, true
		s.Checkers[2].X, s.Checkers[2].Y = s.Checkers[2].X-4, s.Checkers[2].Y+3
		for i, place := range []webtest.Point{
			{X: 328, Y: -99},
			{X: 328, Y: -81},
			{X: 120, Y: 120},
			{X: 140, Y: 120},
			{X: 160, Y: 120},
		} {
			s.Checkers = append(s.Checkers, webtest.Checker{
				ID: 50 + i, X: place.X, Y: place.Y,
				Color: []string{"black", "white"}[i%2], King: i > 2,
			})
		}
	})
	all["moving"] = scene{robot: moving, world: table, lang: "en"}
	all["dark"] = scene{robot: moving, world: table, lang: "ru", dark: true}

	stopped := webtest.NewRobot()
	stopped.Set(func(s *robot.Snapshot) { s.Phase, s.Stopped, s.Say = turn.Stopped, true, turn.Say{Key: "stopped"} })
	all["stopped"] = scene{robot: stopped, world: laid, lang: "en"}

	over := webtest.NewRobot()
	over.Set(func(s *robot.Snapshot) {
		s.FEN, s.Phase, s.Win, s.Result, s.Reason = "W:Wa1,Kc1:B", turn.Over, -1, "2-0", "no_pieces"
		s.Say = turn.Say{Key: "end_win_no_pieces"}
	})
	won, _ := board.ParseFEN("W:Wa1,Kc1:B")
	all["over"] = scene{robot: over, world: webtest.NewWorld(won, board.White), lang: "ru"}
	for _, lang := range []string{"uk", "ru", "en"} {
		all["choices-"+lang] = scene{robot: start, world: laid, lang: lang, press: "#choose"}
	}
	for _, lang := range []string{"uk", "ru", "en"} {
		for _, count := range []int{1, 8, 12, 40, 200} {
			all[fmt.Sprintf("generations-%d-%s", count, lang)] = scene{
				robot: robotWithGenerations(count), world: laid, lang: lang,
				press: "#choose",
			}
		}
	}
	all["choices-dark"] = scene{robot: wrong, lang: "ru", dark: true, press: "#choose"}
	all["stopped-hall"] = scene{robot: stopped, lang: "uk"}
	addQuestions(t, all)
	return all
}

// addQuestions adds what the visitor is asked, and what they ask.
func addQuestions(t *testing.T, all map[string]scene) {
	t.Helper()
	position := "W:Wa1,c1,e1,g1,b2,f2,h2,c3,e3:Bb8,f8,a7,c7,g7,b6,d6,h6"
	p, err := board.ParseFEN(position)
	if err != nil {
		t.Fatal(err)
	}
	asked := func(change func(*robot.Snapshot)) *webtest.Robot {
		r := webtest.NewRobot()
		r.Set(func(s *robot.Snapshot) {
			s.FEN, s.Sensed, s.Moves = position, p.Occupied().String(), []string{"c3-d4", "d6-c5"}
			s.Tray.Trophies, s.Tray.Kings = 4, 5
			change(s)
		})
		return r
	}
	all["hint"] = scene{lang: "uk", world: webtest.NewWorld(p, board.White), robot: asked(func(s *robot.Snapshot) {
		s.Hint = &robot.AnimatedMove{From: "e3", To: "f4", Path: []string{"e3", "f4"}, Notation: "e3-f4", By: "white"}
		s.Say = turn.Say{Key: "hint", Move: "e3-f4"}
		s.Choices.Takeback = true
	})}
	all["threat"] = scene{lang: "uk", world: webtest.NewWorld(p, board.White), robot: asked(func(s *robot.Snapshot) {
		s.Hint = &robot.AnimatedMove{From: "e3", To: "f4", Path: []string{"e3", "f4"}, Notation: "e3-f4", By: "white"}
		s.Say = turn.Say{Key: "hint", Move: "e3-f4", Squares: []string{"e3", "f4"}}
		s.Remark = turn.Remark{Key: "threat_capture", Move: "f6:d4:b2", Squares: []string{"e5", "c3"}}
	})}
	all["remark"] = scene{lang: "ru", robot: asked(func(s *robot.Snapshot) {
		s.Say = turn.Say{Key: "my_capture", Move: "f6:d4:b2", Squares: []string{"f6", "b2"}}
		s.Remark = turn.Remark{Key: "remark_better", Move: "e3-f4"}
	})}
	all["which"] = scene{lang: "ru", robot: asked(func(s *robot.Snapshot) {
		s.Answers = []robot.AnimatedMove{
			{From: "c3", To: "b4", Path: []string{"c3", "b4"}, Notation: "c3-b4", By: "white"},
			{From: "c3", To: "d4", Path: []string{"c3", "d4"}, Notation: "c3-d4", By: "white"},
		}
		s.Say, s.Masked = turn.Say{Key: "which_move"}, []string{"b4", "d4"}
	})}
	all["taken-off"] = scene{lang: "uk", robot: asked(func(s *robot.Snapshot) {
		s.Answers = []robot.AnimatedMove{
			{From: "f4", To: "b4", Path: []string{"f4", "d6", "b4"}, Notation: "f4:d6:b4", By: "white"},
		}
		s.Say = turn.Say{Key: "taken_off", Squares: []string{"e5", "c5"}, Move: "f4:d6:b4"}
		s.Masked = []string{"e5", "c5"}
	})}
	all["paused"] = scene{lang: "en", press: "#ask-hint", robot: asked(func(s *robot.Snapshot) {
		s.Paused, s.Masked = true, []string{"e5", "c1"}
	})}
	all["offer"] = scene{lang: "ru", world: webtest.NewWorld(p, board.White), robot: asked(func(s *robot.Snapshot) {
		s.Choices.Draw, s.Choices.Takeback = "robot_offers", true
	})}
	all["idle"] = scene{
		lang: "uk", world: webtest.NewWorld(board.Start(), board.White),
		robot: asked(func(s *robot.Snapshot) {
			s.Phase, s.Say = turn.Over, turn.Say{Key: "idle_invite"}
		}),
	}
	all["idle-hall"] = scene{lang: "ru", robot: asked(func(s *robot.Snapshot) {
		s.Phase, s.Say, s.Result = turn.Over, turn.Say{Key: "idle_invite"}, "2-0"
	})}
}
