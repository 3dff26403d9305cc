package web_test

import (
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/webtest"
)

// A screen without the daemon goes grey and says so; once it is back, the screen shows the present state by itself.
func TestScene39ComesBack(t *testing.T) {
	r := webtest.NewRobot()
	pages := web.New(web.DefaultConfig(), r, nil, nil, zerolog.Nop())
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
	b.Wait(`document.querySelector("#sentence").textContent === "You play White. Your move!" && document.querySelector("#choose").offsetParent`)
	stop()
	b.Wait(`!document.querySelector("#offline").hidden && document.querySelector("#screen").classList.contains("offline")`)
	r.Set(func(s *robot.Snapshot) { s.FEN, s.Say = "W:Wa1:Bh8", turn.Say{Key: "resumed"} })
	defer start()()
	b.Wait(`document.querySelector("#offline").hidden && document.querySelectorAll("#checkers .checker").length === 2`)
	b.Wait(`document.querySelector("#sentence").textContent === "Let’s go on from where we stopped!"`)
}
