package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/web"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve serves pages for the length of a test and returns their address.
func serve(t *testing.T, robot web.Robot, world web.World) string {
	t.Helper()
	s := web.New(web.DefaultConfig(), robot, nil, world, zerolog.Nop())
	site := httptest.NewServer(s)
	t.Cleanup(func() {
		site.CloseClientConnections()
		site.Close()
	})
	return site.URL
}

// client keeps no connection open behind a test's back.
var client = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}
