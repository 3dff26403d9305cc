package web_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/operator"
	"crownhead/web/webtest"
)

func fetchPage(t *testing.T, site, path, accept string) (*http.Response, string) {
	t.Helper()
	r, _ := http.NewRequest("GET", site+path, nil)
	r.Header.Set("Accept-Language", accept)
	answer, err := webtest.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// The first paint shows board, face and sentence without any script.
func TestFirstPaint(t *testing.T) {
	r := webtest.NewRobot()
	r.Set(func(s *robot.Snapshot) {
		s.FEN, s.Visitor, s.Win = "B:Wc3,Kd4:Bh8", "black", 0.5
		s.Say = turn.Say{Key: "put_back", Squares: []string{"c3"}}
	})
	_, html := fetchPage(t, serve(t, r, nil), "/?lang=en", "")
	for _, want := range []string{
		`<html lang="en">`, `<title>`, `data-side="black"`, `<noscript>`, `id="stop"`, `action="/api/stop"`,
		`<b class="named" data-hue="1">c3</b>`, `data-square="c3" data-hue="1"`,
		`data-at="d4" data-piece="white-king"`, `data-at="h8" data-piece="black-man"`,
		`data-square="a1" data-odd="true" transform="translate(65.625 -65.625)"`, // Black sits at the other side
		`translate(75 0)`, // the bar's knob
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(html, `class="led on"`); n != 2*48 {
		t.Errorf("%d LEDs are on, want 96", n)
	}
	if strings.Contains(html, `id="press"`) {
		t.Error("real hardware has a button of its own")
	}
	if strings.Contains(html, "[ui_") || strings.Contains(html, "style=") || strings.Contains(html, "ZgotmplZ") {
		t.Error("a word is missing, or the policy forbids what the page holds")
	}
}

// The board is drawn with the pitch that the configuration has, and scripts find it on the page.
func TestPitchReachesTheDrawing(t *testing.T) {
	for pitch, wants := range map[float64][]string{
		18.75: {
			`viewBox="-86 -86 172 172" data-pitch="18.75"`, `class="frame" x="-84"`,
			`x="-8.2" y="-8.2" width="16.4"`, `translate(65.625 -65.625)`,
		},
		20: {
			`viewBox="-91 -91 182 182" data-pitch="20"`, `class="frame" x="-89"`,
			`class="dark" x="-10" y="-10" width="20"`, `translate(70 -70)`,
		},
	} {
		layout := webtest.Layout()
		layout.Pitch = pitch
		site := serveSources(t, web.Sources{Robot: webtest.NewRobot(), Layout: func() operator.ArmLayout { return layout }})
		_, html := fetchPage(t, site, "/?lang=en", "")
		for _, want := range wants {
			if !strings.Contains(html, want) {
				t.Errorf("pitch %v: the page lacks %s", pitch, want)
			}
		}
	}
}

// The page of the virtual robot has what a hand needs, in every language.
func TestFirstPaintOfTheVirtualRobot(t *testing.T) {
	site := serve(t, webtest.NewRobot(), webtest.NewWorld(board.Start(), board.White))
	for _, lang := range []string{"uk", "ru", "en"} {
		_, html := fetchPage(t, site, "/?lang="+lang, "")
		for _, want := range []string{
			`id="press"`, `id="setup"`, `id="clear"`, `id="trophies"`, `id="side-view"`,
			`id="arm"`, `hreflang="` + lang + `"`,
		} {
			if !strings.Contains(html, want) {
				t.Errorf("%s: the page lacks %s", lang, want)
			}
		}
		if strings.Contains(html, "[ui_") || strings.Contains(html, "<span></span></button>") {
			t.Errorf("%s: a word is missing", lang)
		}
	}
}

// The address chooses the language, else the browser, else the robot.
func TestLanguage(t *testing.T) {
	r := webtest.NewRobot()
	r.Set(func(s *robot.Snapshot) { s.Lang = "ru" })
	site := serve(t, r, nil)
	for _, c := range []struct{ path, accept, want string }{
		{"/?lang=en", "uk", "en"},
		{"/", "en-GB,en;q=0.8", "en"},
		{"/", "uk-UA", "uk"},
		{"/", "fr, ru;q=0.3", "ru"},
		{"/", "ja", "ru"},
		{"/", "", "ru"},
		{"/?lang=xx", "en", "en"},
		{"/", ";;;=", "ru"},
	} {
		answer, html := fetchPage(t, site, c.path, c.accept)
		if got := answer.Header.Get("Content-Language"); got != c.want ||
			!strings.Contains(html, `<html lang="`+c.want+`">`) {
			t.Errorf("%s, %q: %s, want %s", c.path, c.accept, got, c.want)
		}
	}
}
