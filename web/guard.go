package web

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"crownhead/face/say"
)

// contentPolicy lets a page use what this server serves and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard refuses requests that another site made the browser send, and sets the headers every answer
// carries.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Vary", "Accept, Accept-Language, Origin, Sec-Fetch-Site")
		const address = "open the page at the address that crownhead printed"
		var why refusal
		switch {
		case !s.knowsHost(r.Host):
			why = refusal{
				problem: "host " + strings.ToValidUTF8(r.Host, "?") + " is not a name of this robot",
				hint:    address + ", or add the name to web.hosts in the configuration",
				key:     say.UIRefusedHost, hintKey: say.UIRefusedHostHint,
			}
		case s.isForeign(r):
			why = refusal{
				problem: "requests from other sites are refused", hint: address,
				key: say.UIRefusedSite, hintKey: say.UIRefusedSiteHint,
			}
		default:
			next.ServeHTTP(w, r)
			return
		}
		s.log.Warn().Str("host", r.Host).Str("origin", r.Header.Get("Origin")).Str("path", r.URL.Path).
			Str("hint", why.hint).Msg("request refused: " + why.problem)
		why.status = http.StatusForbidden
		s.refuseRequest(w, r, why)
	})
}

// knowsHost reports whether the robot goes by this name. A name that merely resolves to this
// machine is not trusted (DNS rebinding): only localhost, bare addresses and configured names are.
func (s *Server) knowsHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if host == "localhost" || net.ParseIP(host) != nil {
		return true
	}
	return host != "" && slices.ContainsFunc(s.cfg.Hosts, func(name string) bool {
		return strings.EqualFold(strings.TrimSuffix(name, "."), host)
	})
}

// isForeign reports whether a request may come from another site. http.CrossOriginProtection lets
// every GET pass; here reads are held to the same rule as writes, except that a link on another
// page may open a page of this server.
func (s *Server) isForeign(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	opensPage := r.Method == http.MethodGet && origin == "" && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		!strings.HasPrefix(r.URL.Path, "/api/")
	if opensPage {
		return false
	}
	if origin != "" && !strings.HasPrefix(origin, "http://") && !strings.HasPrefix(origin, "https://") {
		return true // CrossOriginProtection compares hosts only, and a page of another scheme may choose its own
	}
	asWrite := *r
	asWrite.Method = http.MethodPost
	return s.origins.Check(&asWrite) != nil
}
