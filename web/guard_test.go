package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/web"
	"crownhead/web/webtest"
)

// No other site can see or move the robot through a visitor's browser.
func TestForeignRequestsAreRefused(t *testing.T) {
	const own = "127.0.0.1:8080"
	link := map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
	foreignForm := map[string]string{
		"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
	}
	embedding := map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
	ownScript := map[string]string{"Origin": "http://" + own, "Sec-Fetch-Site": "same-origin"}
	for _, c := range []struct {
		name, method, path, host string
		header                   map[string]string
		want                     int
	}{
		{"address bar", "GET", "/", own, map[string]string{"Sec-Fetch-Site": "none"}, 200},
		{"no browser", "GET", "/", own, nil, 200},
		{"localhost", "GET", "/", "localhost:8080", nil, 200},
		{"loopback of IPv6", "GET", "/", "[::1]:8080", nil, 200},
		{"address in the hall", "GET", "/", "192.168.1.7", nil, 200},
		{"configured name", "GET", "/", "Robot.hall:8080", nil, 200},
		{"link on another page", "GET", "/", own, link, 200},
		{"own script", "POST", "/api/stop", own, ownScript, 204},
		{"curl", "POST", "/api/stop", own, nil, 204},

		{"rebound name", "GET", "/", "evil.example:8080", nil, 403},
		{
			"rebound name, stop", "POST", "/api/stop", "evil.example:8080",
			map[string]string{"Origin": "http://evil.example:8080"},
			403,
		},
		{"no host", "GET", "/", "", nil, 403},
		{"foreign origin", "POST", "/api/world", own, map[string]string{"Origin": "http://evil.example"}, 403},
		{"null origin", "POST", "/api/world", own, map[string]string{"Origin": "null"}, 403},
		{"other port", "POST", "/api/world", own, map[string]string{"Origin": "http://127.0.0.1:9"}, 403},
		{"own origin, old browser", "POST", "/api/stop", own, map[string]string{"Origin": "http://" + own}, 204},
		{
			"app that shows a site of its own by this name", "POST", "/api/stop", own,
			map[string]string{"Origin": "app://" + own},
			403,
		},
		{"foreign script reads", "GET", "/api/events", own, map[string]string{"Origin": "http://evil.example"}, 403},
		{"foreign script reads a page", "GET", "/", own, foreignForm, 403},
		{"form on another page", "POST", "/api/stop", own, foreignForm, 403},
		{"other scheme", "POST", "/api/world", own, map[string]string{"Origin": "file://" + own}, 403},
		{"cross-site without origin", "POST", "/api/command", own, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"same site, other origin", "POST", "/api/command", own, map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"link to the stream", "GET", "/api/events", own, link, 403},
		{"embedded script", "GET", "/static/main.js", own, embedding, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			visited, world := webtest.NewRobot(), webtest.NewWorld(board.Start(), board.White)
			cfg := web.Config{Listen: own, Hosts: []string{"robot.hall"}}
			r := httptest.NewRequest(c.method, c.path, strings.NewReader("{}"))
			r.Host = c.host
			for name, value := range c.header {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			web.New(cfg, web.Sources{Robot: visited, World: world, Layout: webtest.Layout}, zerolog.Nop()).ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("status %d, want %d: %s", w.Code, c.want, w.Body)
			}
			const hint = `"hint":"open the page at the address that crownhead printed`
			if c.want == 403 && !strings.Contains(w.Body.String(), hint) {
				t.Errorf("refused without a hint: %s", w.Body)
			}
			if c.want == 403 && len(visited.Commands())+len(world.Ops()) > 0 {
				t.Errorf("refused, yet done: %v %v", visited.Commands(), world.Ops())
			}
		})
	}
}

// A person whose browser is refused reads why, and what to do, in their language, not JSON.
func TestRefusalIsAPageForPeople(t *testing.T) {
	for lang, want := range map[string][]string{
		"uk": {"Робот не знає цієї адреси", "до налаштувань"},
		"ru": {"Робот не знает этого адреса", "в настройки"},
		"en": {"The robot does not know this address", "add this name to web.hosts"},
	} {
		for path, page := range map[string]bool{"/": true, "/api/events": false} {
			r := httptest.NewRequest("GET", path, nil)
			r.Host = "other.example"
			r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
			r.Header.Set("Accept-Language", lang)
			w := httptest.NewRecorder()
			web.New(web.DefaultConfig(), web.Sources{Robot: webtest.NewRobot(), Layout: webtest.Layout}, zerolog.Nop()).ServeHTTP(w, r)
			if isPage := strings.Contains(w.Body.String(), "<html lang=\""+lang); w.Code != 403 || isPage != page {
				t.Errorf("%s in %s: status %d, %s", path, lang, w.Code, w.Body)
			}
			for _, words := range want {
				if page && !strings.Contains(w.Body.String(), words) {
					t.Errorf("%s lacks %q: %s", path, words, w.Body)
				}
			}
		}
	}
}

// An address that there isn't, or a method that it doesn't take, is said to people in their language, with the way back.
func TestUnknownAddresses(t *testing.T) {
	pages := web.New(web.DefaultConfig(), web.Sources{Robot: webtest.NewRobot(), Layout: webtest.Layout}, zerolog.Nop())
	for _, c := range []struct {
		method, path, accept string
		status               int
		allow, want          string
	}{
		{"GET", "/nothing", "text/html", 404, "", `За цією адресою немає сторінки.</p>
<p><a href="/">До гри</a>`},
		{"GET", "/nothing", "*/*", 404, "", `{"error":"no such address: /nothing","hint":"the visitor's page is /, the operator's /operator"}`},
		{"GET", "/api/nothing", "text/html", 404, "", `no such address: /api/nothing`},
		{"GET", "/static/nothing.js", "*/*", 404, "", `no such address: /static/nothing.js`},
		{"PUT", "/api/command", "*/*", 405, "POST", `{"error":"method PUT does not go with /api/command","hint":"send POST"}`},
		{"GET", "/api/stop", "text/html", 405, "POST", "send POST"},
		{"POST", "/", "*/*", 405, "GET", "send GET"},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.Host = "127.0.0.1:8102"
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, r)
		if w.Code != c.status || w.Header().Get("Allow") != c.allow || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %d, allow %q, %s", c.method, c.path, w.Code, w.Header().Get("Allow"), w.Body)
		}
	}
}

// Every answer, refusals too, forbids the browser to fetch, frame or guess anything.
func TestHeaders(t *testing.T) {
	site := serve(t, webtest.NewRobot(), nil)
	for _, path := range []string{"/", "/static/main.js", "/nothing"} {
		answer, err := webtest.Client.Get(site + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		policy := answer.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "script-src 'self'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: policy %q lacks %s", path, policy, want)
			}
		}
		if answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: types may be guessed", path)
		}
	}
}

// A browser keeps a script but asks whether it is still current.
func TestAssets(t *testing.T) {
	site := serve(t, webtest.NewRobot(), nil)
	first, err := webtest.Client.Get(site + "/static/main.js")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(first.Body)
	_ = first.Body.Close()
	if first.StatusCode != 200 || len(body) == 0 || !strings.HasPrefix(first.Header.Get("Content-Type"),
		"text/javascript") {
		t.Fatalf("main.js: %s, %d bytes, %q", first.Status, len(body), first.Header.Get("Content-Type"))
	}
	r, _ := http.NewRequest("GET", site+"/static/main.js", nil)
	r.Header.Set("If-None-Match", first.Header.Get("ETag"))
	again, err := webtest.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = again.Body.Close()
	if again.StatusCode != http.StatusNotModified || first.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("asked again: %s, Cache-Control %q", again.Status, first.Header.Get("Cache-Control"))
	}
	for _, path := range []string{"/static/", "/static/nothing.js", "/static/../visitor.html", "/visitor.html", "/operator.html"} {
		answer, err := webtest.Client.Get(site + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode == 200 {
			t.Errorf("%s is served", path)
		}
	}
}
