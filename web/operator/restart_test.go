package operator_test

import (
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/rs/zerolog"

	"crownhead/web"
	"crownhead/web/webtest"
)

// serveAt serves the pages at an address until the returned function is called.
func serveAt(t *testing.T, address, token string, o *webtest.Operator) (string, func()) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	cfg := web.DefaultConfig()
	cfg.Token = token
	from := web.Sources{Robot: webtest.NewRobot(), Operator: o, Layout: o.Layout}
	server := &http.Server{Handler: web.New(cfg, from, zerolog.Nop())}
	served := make(chan struct{})
	go func() { _ = server.Serve(l); close(served) }()
	end := func() { _ = server.Close(); <-served }
	t.Cleanup(end)
	return l.Addr().String(), end
}

// A page that was open while the daemon ended, and another began much later with another token, asks for that one.
func TestRestartWithAnotherToken(t *testing.T) {
	o := webtest.NewOperator()
	address, end := serveAt(t, "127.0.0.1:0", token, o)
	b := webtest.Open(t, "http://"+address+"/operator#"+token, 800, 600)
	b.Wait(`document.querySelector("[data-square=c3]")?.getAttribute("aria-label")?.startsWith("c3: felt")`)
	end()
	b.Wait(`!document.querySelector("#offline").hidden && document.querySelector("#console").classList.contains("offline")`)
	b.Do(chromedp.Sleep(time.Second)) // a page that looks for the form but once has done so
	serveAt(t, address, "another-token-of-this-run", o)
	b.Wait(`document.querySelector("#token") !== null`)
}
