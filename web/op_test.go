package web_test

import (
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"

	"crownhead/web"
	"crownhead/web/webtest"
)

const token = "correct-horse-battery"

// serveDesk serves the pages with an operator's, behind the token.
func serveDesk(t *testing.T, r *webtest.Robot, o *webtest.Operator) string {
	t.Helper()
	cfg := web.DefaultConfig()
	cfg.Token = token
	site := httptest.NewServer(web.New(cfg, r, &web.Desk{Robot: o, Bench: o.Bench}, nil, zerolog.Nop()))
	t.Cleanup(func() {
		site.CloseClientConnections()
		site.Close()
	})
	return site.URL
}
