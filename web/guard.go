package web

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// contentPolicy lets a page use what this server serves and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard refuses requests that another site made the browser send, and sets the headers every answer carries.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Vary", "Accept-Language, Origin, Sec-Fetch-Site")
		if why := s.foreign(r); why != "" {
			s.log.Warn().Str("host", r.Host).Str("origin", r.Header.Get("Origin")).Str("path", r.URL.Path).Msg("request refused")
			refuse(w, http.StatusForbidden, why, "open the page at the address that crownhead printed")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// foreign says why a request may come from another site, or "". A name that resolves to this machine is not trusted
// (DNS rebinding): only localhost, bare addresses and configured names are.
func (s *Server) foreign(r *http.Request) string {
	if !s.knownHost(r.Host) {
		return "host " + strings.ToValidUTF8(r.Host, "?") + " is not a name of this robot"
	}
	if origin := r.Header.Get("Origin"); origin != "" && !sameOrigin(origin, r.Host) {
		return "requests from other sites are refused"
	}
	// A link on another page may open the screen, but nothing else of it.
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return ""
	default:
		if r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && !strings.HasPrefix(r.URL.Path, "/api/") {
			return ""
		}
		return "requests from other sites are refused"
	}
}

func (s *Server) knownHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if host == "localhost" || net.ParseIP(host) != nil {
		return true
	}
	return host != "" && slices.ContainsFunc(s.cfg.Hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, host)
}
