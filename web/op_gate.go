package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// NewToken is a token that nobody guesses: 128 bits.
func NewToken() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

const (
	freeTries   = 5                  // wrong tokens from one address before it has to wait
	firstWait   = time.Second        // doubles with each further wrong one
	longestWait = time.Minute        //
	forgetTries = 10 * time.Minute   // after the last wrong one
	mostTriers  = 256                // addresses remembered
	mostLogins  = 32                 // browsers that may be logged in at once
	loginLasts  = 7 * 24 * time.Hour // an exhibition's week
)

// A gate tells the operator from everybody else: by the token, or by a browser's cookie that was given for it. Cookies
// mean nothing but a row of this table, so logging out ends them, and so does the daemon's end.
type gate struct {
	token [sha256.Size]byte
	open  bool // there is a token at all
	now   func() time.Time

	mu     sync.Mutex
	logins map[string]time.Time // what the cookie holds, and until when
	tries  map[string]try       // wrong tokens by address
}

// A try is what wrong tokens an address has sent.
type try struct {
	wrong int
	last  time.Time
}

func newGate(token string, now func() time.Time) *gate {
	return &gate{
		token: sha256.Sum256([]byte(token)), open: token != "", now: now,
		logins: map[string]time.Time{}, tries: map[string]try{},
	}
}

// verdict is what a gate says of a request.
type verdict uint8

const (
	stranger verdict = iota // no token, no login
	mistaken                // a wrong token, or a login that is over
	tooSoon                 // too many wrong tokens: none from there is looked at for now
	operator
)

// judge judges a request by its Authorization header or its cookie.
func (g *gate) judge(r *http.Request) verdict {
	if header := r.Header.Get("Authorization"); header != "" {
		kind, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(kind, "Bearer") {
			return mistaken
		}
		return g.check(r, strings.TrimSpace(token))
	}
	cookie, err := r.Cookie(cookieName(r))
	if err != nil {
		return stranger
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if until, known := g.logins[cookie.Value]; known && g.now().Before(until) {
		return operator
	}
	return mistaken
}

// check compares a token, in a time that doesn't tell how much of it is right.
func (g *gate) check(r *http.Request, token string) verdict {
	from := address(r)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.wait(from) > 0 {
		return tooSoon
	}
	sum := sha256.Sum256([]byte(token))
	if g.open && subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1 {
		delete(g.tries, from)
		return operator
	}
	if _, known := g.tries[from]; !known && len(g.tries) >= mostTriers {
		delete(g.tries, oldest(g.tries, func(t try) time.Time { return t.last }))
	}
	g.tries[from] = try{g.tries[from].wrong + 1, g.now()}
	return mistaken
}

// wait is how long tokens from an address are not looked at. The caller holds mu.
func (g *gate) wait(from string) time.Duration {
	t, known := g.tries[from]
	since := g.now().Sub(t.last)
	if known && since > forgetTries {
		delete(g.tries, from)
		return 0
	}
	if t.wrong < freeTries {
		return 0
	}
	return min(firstWait<<min(t.wrong-freeTries, 10), longestWait) - since
}

// patience is how long the sender of a request has to wait until his token is looked at again.
func (g *gate) patience(r *http.Request) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(g.wait(address(r)), 0)
}

// login lets a browser in and returns its cookie.
func (g *gate) login(r *http.Request) *http.Cookie {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.logins, func(_ string, until time.Time) bool { return !g.now().Before(until) })
	if len(g.logins) >= mostLogins {
		delete(g.logins, oldest(g.logins, func(t time.Time) time.Time { return t }))
	}
	id := NewToken()
	g.logins[id] = g.now().Add(loginLasts)
	return cookie(r, id, int(loginLasts.Seconds()))
}

// logout forgets a browser's login and returns the cookie that takes its own away.
func (g *gate) logout(r *http.Request) *http.Cookie {
	if c, err := r.Cookie(cookieName(r)); err == nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.logins, c.Value)
	}
	return cookie(r, "", -1)
}

func cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: cookieName(r), Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
}

// cookieName has the port in it, for browsers share cookies among all ports of a machine: two robots on one laptop must
// not log each other's operator out.
func cookieName(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		return "crownhead"
	}
	return "crownhead-" + port
}

// address is where a request comes from, without the port, which changes.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func oldest[V any](m map[string]V, when func(V) time.Time) string {
	return slices.MinFunc(slices.Collect(maps.Keys(m)), func(a, b string) int { return when(m[a]).Compare(when(m[b])) })
}
