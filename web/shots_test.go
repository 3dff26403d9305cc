package web_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/web"
	"crownhead/web/webtest"
)

var shots = flag.String("shots", "", "folder to write pictures of the pages to")

// TestShots draws scenes at the sizes of real screens, for people to look at.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("-shots names no folder")
	}
	for name, scene := range scenes(t) {
		site := serve(t, scene.robot, scene.world)
		b := webtest.Open(t, "about:blank", 800, 600)
		features := []*emulation.MediaFeature{}
		if scene.dark {
			features = append(features, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
		}
		b.Do(emulation.SetEmulatedMedia().WithFeatures(features))
		for _, size := range [][2]int64{{1920, 1080}, {1366, 768}, {1280, 800}, {820, 1180}, {390, 844}, {844, 390}} {
			b.Do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(site+"/?lang="+scene.lang), chromedp.Sleep(1500*time.Millisecond))
			b.Shoot(filepath.Join(*shots, fmt.Sprintf("%s-%dx%d.png", name, size[0], size[1])))
		}
		b.Quiet()
	}
}

type scene struct {
	robot *webtest.Robot
	world web.World
	lang  string
	dark  bool
}

func scenes(t *testing.T) map[string]scene {
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
	all["start"] = scene{start, laid, "uk", false}

	wrong := webtest.NewRobot()
	wrong.Set(func(s *robot.Snapshot) {
		s.FEN, s.Win, s.Emotion = middle, -0.4, "angry"
		s.Say = robot.Say{Key: "capture_goes_on", Squares: []string{"c3", "g7"}}
		s.LastMove = &robot.LastMove{From: "h8", To: "f4", Path: []string{"h8", "d4", "f2", "f4"}, Captured: []string{"e5", "e3"}, By: "black"}
		s.Sensed = (p.Occupied() ^ 1<<7).String()
		s.Frame.BrowLeft, s.Frame.BrowRight = -18, -18
		s.Frame.Left = [8]uint8{0, 0xc0, 0xf0, 0xfc, 0xe7, 0xe7, 0x7e, 0x3c}
		s.Frame.Right = [8]uint8{0, 0x03, 0x0f, 0x3f, 0xe7, 0xe7, 0x7e, 0x3c}
	})
	all["board"] = scene{wrong, nil, "uk", false}

	moving := webtest.NewRobot()
	moving.Set(func(s *robot.Snapshot) {
		s.FEN, s.Phase, s.Win, s.Turn = middle, robot.Moving, 0.35, "black"
		s.Say = robot.Say{Key: "my_capture", Move: "h8:d4:f2"}
		s.LastMove = &robot.LastMove{From: "g3", To: "h4", Path: []string{"g3", "h4"}, By: "white"}
		s.Frame.NeckTilt, s.Frame.NeckPan, s.Frame.BrowLeft, s.Frame.BrowRight = 24, 10, 12, 12
	})
	table := webtest.NewWorld(p, board.White)
	table.Set(func(s *webtest.State) {
		tip := webtest.Point{X: 214, Y: 31, Z: 62}
		s.Arm, s.Pump = webtest.Pose(tip), true
		s.Checkers[5].X, s.Checkers[5].Y, s.Checkers[5].Z, s.Checkers[5].Held = tip.X, tip.Y, tip.Z-5, true
		s.Checkers[2].X, s.Checkers[2].Y = s.Checkers[2].X-4, s.Checkers[2].Y+3
		for i, place := range []webtest.Point{{X: 328, Y: -99}, {X: 328, Y: -81}, {X: 120, Y: 120}, {X: 140, Y: 120}, {X: 160, Y: 120}} {
			s.Checkers = append(s.Checkers, webtest.Checker{ID: 50 + i, X: place.X, Y: place.Y, Color: []string{"black", "white"}[i%2], King: i > 2})
		}
	})
	all["moving"] = scene{moving, table, "en", false}
	all["dark"] = scene{moving, table, "ru", true}

	stopped := webtest.NewRobot()
	stopped.Set(func(s *robot.Snapshot) { s.Phase, s.Stopped, s.Say = robot.Stopped, true, robot.Say{Key: "stopped"} })
	all["stopped"] = scene{stopped, laid, "en", false}

	over := webtest.NewRobot()
	over.Set(func(s *robot.Snapshot) {
		s.FEN, s.Phase, s.Win, s.Result, s.Reason = "W:Wa1,Kc1:B", robot.Over, -1, "2-0", "no_pieces"
		s.Say = robot.Say{Key: "end_win_no_pieces"}
	})
	won, _ := board.ParseFEN("W:Wa1,Kc1:B")
	all["over"] = scene{over, webtest.NewWorld(won, board.White), "ru", false}
	return all
}
