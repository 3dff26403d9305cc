package operator_test

import (
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/web"
	"crownhead/web/webtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const token = "correct-horse-battery"

// serve serves the pages with the operator's, behind the token.
func serve(t *testing.T, r *webtest.Robot, o *webtest.Operator) string {
	t.Helper()
	cfg := web.DefaultConfig()
	cfg.Token = token
	site := httptest.NewServer(web.New(cfg, web.Sources{Robot: r, Operator: o, Layout: o.Layout}, zerolog.Nop()))
	t.Cleanup(func() {
		site.CloseClientConnections()
		site.Close()
	})
	return site.URL
}
