package web_test

import (
	"context"
	"flag"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/webtest"
)

func TestMain(m *testing.M) {
	// Pages mostly wait, so more of them can run at once than there are processors.
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// serve serves pages for the length of a test and returns their address.
func serve(t *testing.T, robot web.Robot, world web.World) string {
	t.Helper()
	return serveSources(t, web.Sources{Robot: robot, World: world, Layout: webtest.Layout})
}

func serveSources(t *testing.T, from web.Sources) string {
	t.Helper()
	site := httptest.NewServer(web.New(web.DefaultConfig(), from, zerolog.Nop()))
	t.Cleanup(func() {
		site.CloseClientConnections()
		site.Close()
	})
	return site.URL
}

// Serve ends its streams and its goroutines with its context, and says what to do about a taken
// address.
func TestServe(t *testing.T) {
	cfg := web.Config{Listen: "127.0.0.1:0"}
	l, err := cfg.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (web.Config{Listen: l.Addr().String()}).Open(); err == nil || !strings.Contains(err.Error(), "--listen") {
		t.Errorf("a taken address: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	s := web.New(cfg, web.Sources{Robot: webtest.NewRobot(), Layout: webtest.Layout}, zerolog.Nop())
	go func() { done <- s.Serve(ctx, l) }()
	open := openScreen(t, "http://"+l.Addr().String(), "uk")
	open.Next("robot")
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Without a source for it there is no operator's page, and nobody gives an operator's command.
func TestNoOperator(t *testing.T) {
	site := serve(t, webtest.NewRobot(), nil)
	for _, path := range []string{
		"GET /operator", "POST /operator/login", "GET /api/operator/status",
		"GET /api/operator/events",
	} {
		method, path, _ := strings.Cut(path, " ")
		if got := webtest.Request(t, method, site+path, "", nil); got.Status != 404 {
			t.Errorf("%s %s: %d", method, path, got.Status)
		}
	}
	if got := webtest.Request(t, "POST", site+"/api/command", `{"name":"home"}`,
		map[string]string{"Content-Type": "application/json", "Authorization": "Bearer "}); got.Status != 401 {
		t.Errorf("a command: %d", got.Status)
	}
}

// A screen without the daemon goes grey and says so; once it is back, the screen shows the present
// state by itself.
func TestScene39ComesBack(t *testing.T) {
	t.Parallel()
	r := webtest.NewRobot()
	pages := web.New(web.DefaultConfig(), web.Sources{Robot: r, Layout: webtest.Layout}, zerolog.Nop())
	address := "127.0.0.1:0"
	start := func() (stop func()) {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		address = l.Addr().String()
		server := &http.Server{Handler: pages, ReadHeaderTimeout: time.Minute}
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(l) }()
		return func() {
			_ = server.Close()
			<-ended
		}
	}
	stop := start()
	b := webtest.Open(t, "http://"+address+"/?lang=en", 1280, 800)
	b.Wait(`document.querySelector("#sentence").textContent === "You play White. Your move!"
		&& document.querySelector("#choose").offsetParent`)
	stop()
	b.Wait(`!document.querySelector("#offline").hidden && document.querySelector("#screen").classList.contains("offline")`)
	r.Set(func(s *robot.Snapshot) { s.FEN, s.Say = "W:Wa1:Bh8", turn.Say{Key: "resumed"} })
	defer start()()
	b.Wait(`document.querySelector("#offline").hidden && document.querySelectorAll("#checkers .checker").length === 2`)
	b.Wait(`document.querySelector("#sentence").textContent === "Let’s go on from where we stopped!"`)
}
