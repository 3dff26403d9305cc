package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/web/operator"
)

// New returns the pages for a robot and whatever else there is of it. While the configuration has
// no token, nobody is the operator.
func New(cfg Config, from Sources, log zerolog.Logger) *Server {
	s := &Server{
		cfg: cfg, robot: from.Robot, world: from.World, layout: from.Layout, log: log,
		gate: operator.NewGate(cfg.Token), origins: http.NewCrossOriginProtection(),
	}
	if from.Operator != nil {
		s.console = operator.NewConsole(from.Operator, from.Robot.Snapshot, from.Layout, s.gate, log)
	}
	s.handler = s.guard(s.routes())
	return s
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.serveVisitorPage)
	mux.HandleFunc("GET /api/events", s.serveVisitorEvents)
	mux.HandleFunc("POST /api/world", s.handleWorldOp)
	mux.HandleFunc("POST /api/stop", s.handleStop)
	mux.HandleFunc("POST /api/command", s.handleCommand)
	if s.console != nil {
		s.console.Register(mux)
	}
	mux.Handle("GET /static/", newAssetHandler(files, operator.Static()))
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/static/favicon.svg", http.StatusMovedPermanently)
	})
	return s.refuseUnknown(mux)
}

// Open listens on the configured address, so that the caller knows the port before anything is
// served.
func (c Config) Open() (net.Listener, error) {
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		const hint = "another crownhead may run; --listen 127.0.0.1:0 takes a free port"
		return nil, fmt.Errorf("web: listening on %s: %w (%s)", c.Listen, err, hint)
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
		ErrorLog:          log.New(s.log, "", 0),                             // the standard one writes to standard error, which may block
		BaseContext:       func(net.Listener) context.Context { return ctx }, // streams end with it
	}
	var wait sync.WaitGroup
	if s.console != nil {
		wait.Go(func() { s.console.WatchParts(ctx) })
	}
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
