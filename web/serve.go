package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Open listens on the configured address, so that the caller knows the port before anything is served.
func (c Config) Open() (net.Listener, error) {
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return nil, fmt.Errorf("web: listening on %s: %w (another crownhead may run; --listen 127.0.0.1:0 takes a free port)", c.Listen, err)
	}
	return l, nil
}

// Serve serves the pages on l until ctx ends, and closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx }, // streams end with it
	}
	var wait sync.WaitGroup
	wait.Go(func() { s.follow(ctx) })
	wait.Go(func() {
		<-ctx.Done()
		end, stop := context.WithTimeout(context.Background(), 2*time.Second)
		defer stop()
		if server.Shutdown(end) != nil {
			_ = server.Close()
		}
	})
	err := server.Serve(l)
	cancel()
	wait.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("web: serving on %s: %w", l.Addr(), err)
}
