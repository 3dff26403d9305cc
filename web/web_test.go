package web_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"

	"crownhead/web"
)

// serve serves pages for the length of a test and returns their address.
func serve(t *testing.T, robot web.Robot, world web.World) string {
	t.Helper()
	s := web.New(web.DefaultConfig(), robot, world, zerolog.New(zerolog.NewTestWriter(t)))
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	site := httptest.NewServer(s)
	t.Cleanup(func() {
		stop()
		<-done
		site.CloseClientConnections()
		site.Close()
	})
	return site.URL
}
