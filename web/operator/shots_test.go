package operator_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web/webtest"
)

var shots = flag.String("shots", "", "folder to write pictures of the page to")

// TestShots draws the operator's page at the sizes of real screens, for people to look at. The
// pictures in docs are taken by
//
//	go test ./web -run TestShots -shots /tmp/shots
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("-shots names no folder")
	}
	for name, scene := range pictureScenes() {
		r, o := webtest.NewRobot(), webtest.NewOperator()
		scene.set(r, o)
		site := serve(t, r, o)
		b := webtest.Open(t, site+"/operator", 800, 600)
		if scene.dark {
			b.Do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{
				Name:  "prefers-color-scheme",
				Value: "dark",
			}}))
		}
		b.Shoot(filepath.Join(*shots, "login.png"))
		b.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(site+"/operator#"+token), chromedp.WaitVisible("#console"))
		for _, size := range [][2]int64{{1920, 1080}, {1366, 768}, {820, 1180}, {390, 844}, {844, 390}} {
			b.Do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(site+"/operator"),
				chromedp.Sleep(700*time.Millisecond))
			b.Shoot(filepath.Join(*shots, fmt.Sprintf("operator-%s-%dx%d.png", name, size[0], size[1])))
			if size[0] == 390 {
				for i := 1; i < 5; i++ {
					b.Do(chromedp.Evaluate(fmt.Sprintf("window.scrollTo(0, %d)", i*600), nil), chromedp.Sleep(100*time.Millisecond))
					b.Shoot(filepath.Join(*shots, fmt.Sprintf("operator-%s-phone-%d.png", name, i)))
				}
			}
		}
		b.Quiet()
	}
}

type scene struct {
	set  func(*webtest.Robot, *webtest.Operator)
	dark bool
}

func pictureScenes() map[string]scene {
	trouble := func(r *webtest.Robot, o *webtest.Operator) {
		r.Set(func(s *robot.Snapshot) {
			s.Phase, s.Say = turn.Help, turn.Say{Key: "put_back", Squares: []string{"c3"}}
			s.Masked = []string{"f6"}
		})
		o.Set(func(s *robot.Status) {
			s.Sensors[18] = robot.SensorStatus{
				Square: s.Sensors[18].Square, Want: true, Masked: true, Fault: "dead",
				Remedy: "check that the checker's magnet is in it and that the sensor is plugged in; " +
					"once the sensor reads right again, it is believed again",
			}
			s.Sensors[9].Bit, s.Sensors[9].Flicker = false, 3
			s.Sensors[13].Bit = true
			s.Sensors[22].Flicker, s.Sensors[22].Fault = 41, "flicker"
			s.Arm.Remedy = "the log says why the arm failed; meanwhile the visitor moves for it"
			s.Tray.Trophies = 12
			s.Drift = robot.DriftStatus{X: 1.4, Y: -0.9, Placements: 20}
			s.Sound = robot.SoundStatus{
				State: "absent", Pack: "uk, natalia, 44 phrases", Volume: 70,
				Remedy: "plug in a loudspeaker, or look at the system's sound settings; the robot tries again by itself",
			}
			s.Config = []robot.ConfigRemark{{
				Path: "/etc/robot.yaml", Problem: "has changed since the start",
				Hint: "the changes count from the next start on",
			}}
			now := time.Now()
			for i, e := range []robot.LogEntry{
				{Level: "info", Component: "robot", Text: "link up", Fields: map[string]string{"boot": "7", "virtual": "false"}},
				{Level: "info", Component: "robot", Text: "command", Fields: map[string]string{"command": "set_position", "args": "map[visitor:white]"}},
				{
					Level: "warn", Component: "robot", Text: "link down",
					Fields: map[string]string{"reason": "silence"},
				},
				{Level: "info", Component: "robot", Text: "says", Fields: map[string]string{"key": "your_turn_white"}},
				{Level: "error", Component: "robot", Text: "a sensor is not believed any more", Fields: map[string]string{"square": "f6", "reason": "dead"}},
				{
					Level: "warn", Component: "robot", Text: "the arm has failed",
					Fields: map[string]string{"reason": "the controller doesn't complete the motion it was given", "carry": "2"},
				},
				{
					Level: "info", Component: "robot", Text: "the arm tries again",
					Fields: map[string]string{"carry": "2", "square": "c3"},
				},
				{
					Level: "info", Component: "robot", Text: "game over",
					Fields: map[string]string{"result": "2-0", "reason": "no_moves", "plies": "61"},
				},
			} {
				e.At = now.Add(time.Duration(i*31-280) * time.Second)
				s.Timeline = append(s.Timeline, e)
			}
		})
	}
	return map[string]scene{
		"calm":    {set: func(*webtest.Robot, *webtest.Operator) {}},
		"trouble": {set: trouble},
		"dark":    {set: trouble, dark: true},
		"stopped": {set: func(r *webtest.Robot, o *webtest.Operator) {
			r.Set(func(s *robot.Snapshot) { s.Phase, s.Stopped, s.Say = turn.Stopped, true, turn.Say{Key: "stopped"} })
			o.Set(func(s *robot.Status) {
				s.Arm.Service, s.Arm.Remedy = true, "find out who stopped it and why, then clear the stop"
				s.Calib = &robot.CalibStatus{
					Next: "h8", Say: "g1 is taken. The next place is h8.",
					Taken: []robot.CalibPoint{
						{Place: "a1", X: 285.2, Y: -65.9, Z: 12.3},
						{Place: "g1", X: 284.8, Y: 46.1, Z: 12.1},
					},
					Residuals: []robot.CalibResidual{
						{Place: "a1", MM: 0.21, Meaning: "good"},
						{Place: "g1", MM: 0.34, Meaning: "good"},
					},
					Fit: robot.CalibFit{CentreX: 220.4, CentreY: -0.3, Yaw: 0.4, Surface: 12.2, RMS: 0.28},
				}
			})
		}},
	}
}
