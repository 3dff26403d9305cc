package operator_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"crownhead/robot"
	"crownhead/web/webtest"
)

func logIn(t *testing.T, site, token string) webtest.Answer {
	t.Helper()
	form := url.Values{"token": {token}}.Encode()
	return webtest.Request(t, "POST", site+"/operator/login", form,
		map[string]string{"Content-Type": "application/x-www-form-urlencoded"})
}

const js = "application/json"

// Every command that isn't a visitor's needs the token, on the virtual robot too; the game and the
// stop never do.
func TestCommandsAndTheToken(t *testing.T) {
	for _, c := range []struct {
		name    string
		virtual bool
		free    bool
	}{
		{"stop", false, true},
		{"new_game", false, true},
		{"resign", true, true},
		{"level", false, true},
		{"attitude", false, true},
		{"language", false, true},
		{"clear", true, true},
		{"clear", false, false},
		{"pause", true, false},
		{"resume", true, false},
		{"abort", true, false},
		{"set_position", true, false},
		{"mask", true, false},
		{"unmask", true, false},
		{"home", true, false},
		{"service_on", true, false},
		{"jog", true, false},
		{"goto", true, false},
		{"pump", true, false},
		{"volume", true, false},
		{"calib_write", true, false},
		{"no_such_command", true, false},
	} {
		r := webtest.NewRobot()
		r.Set(func(s *robot.Snapshot) { s.Virtual = c.virtual })
		site := serve(t, r, webtest.NewOperator())
		body := fmt.Sprintf(`{"name":%q}`, c.name)
		for header, want := range map[string]int{
			"": 401, "Bearer wrong": 401, "Basic " + token: 401,
			"bearer " + token: 204,
		} {
			if c.free {
				want = 204
			}
			before := len(r.Commands())
			got := webtest.Request(t, "POST", site+"/api/command", body,
				map[string]string{"Content-Type": js, "Authorization": header})
			if got.Status != want {
				t.Errorf("%s, virtual %v, %q: %d %s", c.name, c.virtual, header, got.Status, got.Body)
			}
			if done := len(r.Commands()) > before; done != (want == 204) {
				t.Errorf("%s, %q: done %v", c.name, header, done)
			}
			if want == 401 && (!strings.Contains(got.Body, `"hint":"log in at /operator`) ||
				got.Header.Get("WWW-Authenticate") == "") {
				t.Errorf("%s, %q: nothing says how to become the operator: %s", c.name, header, got.Body)
			}
		}
	}
}

// The form gives a cookie that no script reads and no other site sends; logging out ends it for
// good.
func TestLogin(t *testing.T) {
	site := serve(t, webtest.NewRobot(), webtest.NewOperator())
	if got := logIn(t, site, "wrong"); got.Status != 303 || got.Header.Get("Location") != "/operator?wrong=1" ||
		got.Cookie != nil {
		t.Errorf("wrong token: %+v", got)
	}
	if got := webtest.Request(t, "GET", site+"/operator?wrong=1", "", nil); !strings.Contains(got.Body,
		"isn’t the token") || strings.Contains(got.Body, `id="console"`) {
		t.Errorf("the form doesn't say what was wrong: %s", got.Body)
	}
	in := logIn(t, site, " "+token+"\n")
	c := in.Cookie
	if in.Status != 303 || in.Header.Get("Location") != "/operator" || c == nil {
		t.Fatalf("the right token: %+v", in)
	}
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || strings.Contains(c.Value, token) {
		t.Errorf("cookie %v", c)
	}
	cookie := map[string]string{"Cookie": c.Name + "=" + c.Value, "Content-Type": js}
	if got := webtest.Request(t, "GET", site+"/operator", "", cookie); got.Status != 200 ||
		!strings.Contains(got.Body, `id="console"`) {
		t.Errorf("logged in: %d", got.Status)
	}
	if got := webtest.Request(t, "POST", site+"/api/command", `{"name":"clear"}`, cookie); got.Status != 204 {
		t.Errorf("logged in, a command: %d %s", got.Status, got.Body)
	}
	webtest.Request(t, "POST", site+"/operator/logout", "", cookie)
	if got := webtest.Request(t, "POST", site+"/api/command", `{"name":"home"}`, cookie); got.Status != 401 {
		t.Errorf("logged out, a command with the old cookie: %d", got.Status)
	}
	if got := webtest.Request(t, "GET", site+"/operator", "", cookie); strings.Contains(got.Body, `id="console"`) {
		t.Error("logged out, and still the operator's page")
	}
}

// A guesser has to wait, also with the form, and is told how long.
func TestGuessing(t *testing.T) {
	site := serve(t, webtest.NewRobot(), webtest.NewOperator())
	for range 5 {
		logIn(t, site, "wrong")
	}
	if got := logIn(t, site, token); got.Cookie != nil {
		t.Error("a token was looked at while its sender has to wait")
	}
	if got := webtest.Request(t, "GET", site+"/operator", "", nil); !strings.Contains(got.Body, "wait 1 s") {
		t.Errorf("the form doesn't say to wait: %s", got.Body)
	}
	got := webtest.Request(t, "POST", site+"/api/command", `{"name":"home"}`,
		map[string]string{"Content-Type": js, "Authorization": "Bearer " + token})
	if got.Status != 429 || got.Header.Get("Retry-After") == "" || !strings.Contains(got.Body, "hint") {
		t.Errorf("by a script: %+v", got)
	}
	if got := webtest.Request(t, "POST", site+"/api/stop", "", nil); got.Status != 204 {
		t.Errorf("the emergency stop has to wait too: %d", got.Status)
	}
}

// Nothing of the operator's can be seen or done from another site, also with a cookie.
func TestForeignOriginsAndTheOperator(t *testing.T) {
	r := webtest.NewRobot()
	site := serve(t, r, webtest.NewOperator())
	c := logIn(t, site, token).Cookie
	for _, path := range []string{
		"POST /api/command", "POST /operator/login", "POST /operator/logout",
		"GET /api/operator/status", "GET /api/operator/events", "GET /api/operator/position",
	} {
		method, path, _ := strings.Cut(path, " ")
		got := webtest.Request(t, method, site+path, `{"name":"home"}`, map[string]string{
			"Cookie": c.Name + "=" + c.Value, "Content-Type": js, "Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site",
		})
		if got.Status != 403 {
			t.Errorf("%s: %d", path, got.Status)
		}
	}
	if len(r.Commands()) > 0 {
		t.Errorf("done: %v", r.Commands())
	}
}

// What is sent to the login may be anything.
func TestBadLogins(t *testing.T) {
	site := serve(t, webtest.NewRobot(), webtest.NewOperator())
	for _, c := range []struct {
		kind, body string
		want       int
	}{
		{"application/x-www-form-urlencoded", "token=%zz", 400},
		{"application/x-www-form-urlencoded", "token=" + strings.Repeat("x", 5000), 400},
		{"application/x-www-form-urlencoded", "", 303},
		{js, `{"token":"` + token + `"}`, 303}, // not a form: no token
		{"", "", 303},
	} {
		got := webtest.Request(t, "POST", site+"/operator/login", c.body, map[string]string{"Content-Type": c.kind})
		if got.Status != c.want || got.Cookie != nil {
			t.Errorf("%s %.30q: %d, cookie %v", c.kind, c.body, got.Status, got.Cookie)
		}
	}
}
