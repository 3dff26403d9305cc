package operator

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"crownhead/web/operator/words"
	"crownhead/web/reply"
)

// NewToken returns a token of 128 random bits, which nobody guesses.
func NewToken() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

const (
	freeTries        = 5                  // wrong tokens from one address before it has to wait
	firstLockout     = time.Second        // doubles with each further wrong one
	longestLockout   = time.Minute        //
	forgetTriesAfter = 10 * time.Minute   // since the last wrong one
	mostAddresses    = 256                // with wrong tokens that are remembered
	mostSessions     = 32                 // browsers that may be logged in at once
	sessionLasts     = 7 * 24 * time.Hour // an exhibition's week
)

// tokenHint says how to become the operator.
const tokenHint = "log in at /operator, or send Authorization: Bearer TOKEN; " +
	"crownhead run prints the token, web.token in the configuration sets it"

// A Gate tells the operator from everybody else: by the token, or by a browser's cookie that was
// given for it. Cookies mean nothing but a row of this table, so logging out ends them, and so does
// the end of the daemon. A Gate is safe for concurrent use.
type Gate struct {
	token [sha256.Size]byte
	open  bool // there is a token at all
	now   func() time.Time

	mu       sync.Mutex
	sessions map[string]time.Time   // what the cookie holds, and until when
	failures map[string]failedTries // by address
}

// failedTries are the wrong tokens that came from an address.
type failedTries struct {
	count int
	last  time.Time
}

// NewGate returns a gate that the token opens. An empty token lets nobody in.
func NewGate(token string) *Gate { return newGate(token, time.Now) }

func newGate(token string, now func() time.Time) *Gate {
	return &Gate{
		token: sha256.Sum256([]byte(token)), open: token != "", now: now,
		sessions: map[string]time.Time{}, failures: map[string]failedTries{},
	}
}

// Authorise reports whether a request is the operator's. If not, it is refused; what names the
// thing that was asked for.
func (g *Gate) Authorise(w http.ResponseWriter, r *http.Request, what string) bool {
	lang := Language(r)
	refuse := func(status int, problem, hint string) {
		reply.Refuse(w, status, words.Translate(lang, problem), words.Translate(lang, hint))
	}
	switch g.accessOf(r) {
	case granted:
		return true
	case lockedOut:
		seconds := strconv.Itoa(g.lockoutSeconds(r))
		w.Header().Set("Retry-After", seconds)
		refuse(http.StatusTooManyRequests, "too many wrong tokens from here",
			"wait "+seconds+" s and look at the token that crownhead run has printed")
	case badCredentials:
		w.Header().Set("WWW-Authenticate", `Bearer realm="crownhead", error="invalid_token"`)
		refuse(http.StatusUnauthorized, what+" is the operator's, and this token or login isn't theirs", tokenHint)
	case noCredentials:
		w.Header().Set("WWW-Authenticate", `Bearer realm="crownhead"`)
		refuse(http.StatusUnauthorized, what+" is the operator's", tokenHint)
	}
	return false
}

// access is what a gate grants a request.
type access uint8

const (
	noCredentials  access = iota // no token, no session
	badCredentials               // a wrong token, or a session that is over
	lockedOut                    // too many wrong tokens: for now none from there is compared
	granted
)

// accessOf judges a request by its Authorization header or its cookie.
func (g *Gate) accessOf(r *http.Request) access {
	if header := r.Header.Get("Authorization"); header != "" {
		kind, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(kind, "Bearer") {
			return badCredentials
		}
		return g.tryToken(r, strings.TrimSpace(token))
	}
	cookie, err := r.Cookie(cookieName(r))
	if err != nil {
		return noCredentials
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if until, known := g.sessions[cookie.Value]; known && g.now().Before(until) {
		return granted
	}
	return badCredentials
}

// tryToken compares a token, in a time that doesn't betray how much of it is right, and counts the
// wrong ones.
func (g *Gate) tryToken(r *http.Request, token string) access {
	from := clientAddress(r)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.lockoutLeft(from) > 0 {
		return lockedOut
	}
	sum := sha256.Sum256([]byte(token))
	if g.open && subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1 {
		delete(g.failures, from)
		return granted
	}
	if _, known := g.failures[from]; !known && len(g.failures) >= mostAddresses {
		delete(g.failures, oldestKey(g.failures, func(t failedTries) time.Time { return t.last }))
	}
	g.failures[from] = failedTries{g.failures[from].count + 1, g.now()}
	return badCredentials
}

// lockoutSeconds is how long the sender of a request has to wait until a token of theirs is
// compared again.
func (g *Gate) lockoutSeconds(r *http.Request) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	left := max(g.lockoutLeft(clientAddress(r)), 0)
	return int((left + time.Second - 1) / time.Second)
}

// lockoutLeft is how long tokens from an address are not compared; not above zero when they are.
// The caller holds mu.
func (g *Gate) lockoutLeft(from string) time.Duration {
	t, known := g.failures[from]
	since := g.now().Sub(t.last)
	if known && since > forgetTriesAfter {
		delete(g.failures, from)
		return 0
	}
	if t.count < freeTries {
		return 0
	}
	return min(firstLockout<<min(t.count-freeTries, 10), longestLockout) - since
}

// openSession logs a browser in and returns its cookie.
func (g *Gate) openSession(r *http.Request) *http.Cookie {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.sessions, func(_ string, until time.Time) bool { return !g.now().Before(until) })
	if len(g.sessions) >= mostSessions {
		delete(g.sessions, oldestKey(g.sessions, func(t time.Time) time.Time { return t }))
	}
	id := NewToken()
	g.sessions[id] = g.now().Add(sessionLasts)
	return sessionCookie(r, id, int(sessionLasts.Seconds()))
}

// closeSession logs a browser out and returns the cookie that removes its own.
func (g *Gate) closeSession(r *http.Request) *http.Cookie {
	if c, err := r.Cookie(cookieName(r)); err == nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.sessions, c.Value)
	}
	return sessionCookie(r, "", -1)
}

func sessionCookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: cookieName(r), Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
}

// cookieName has the port in it, for browsers share cookies among all ports of a machine: two
// robots on one laptop must not log each other's operator out.
func cookieName(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		return "crownhead"
	}
	return "crownhead-" + port
}

// clientAddress is where a request comes from, without the port, which changes.
func clientAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func oldestKey[V any](m map[string]V, when func(V) time.Time) string {
	return slices.MinFunc(slices.Collect(maps.Keys(m)), func(a, b string) int { return when(m[a]).Compare(when(m[b])) })
}
