package operator

import (
	"net/http"
)

// Register adds the addresses of the page to a server's.
func (c *Console) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /operator", c.servePage)
	mux.HandleFunc("POST /operator/login", c.handleLogin)
	mux.HandleFunc("POST /operator/logout", c.handleLogout)
	mux.HandleFunc("GET /api/operator/status", c.serveStatus)
	mux.HandleFunc("GET /api/operator/events", c.serveEvents)
	mux.HandleFunc("GET /api/operator/position", c.servePosition)
}
