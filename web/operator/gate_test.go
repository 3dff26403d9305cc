package operator

import (
	"net/http/httptest"
	"testing"
	"time"
)

// Wrong tokens make an address wait, longer each time, and no other; the right one within the
// waiting is not looked at.
func TestWrongTokensMakeWait(t *testing.T) {
	now := time.Unix(1000, 0)
	g := newGate("the right token", func() time.Time { return now })
	try := func(from, token string) access {
		r := httptest.NewRequest("GET", "/operator", nil)
		r.RemoteAddr = from + ":50000"
		r.Header.Set("Authorization", "Bearer "+token)
		return g.accessOf(r)
	}
	for i := range freeTries {
		if v := try("10.0.0.1", "wrong"); v != badCredentials {
			t.Fatalf("try %d: %v", i, v)
		}
	}
	for _, wait := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		now = now.Add(wait - time.Millisecond)
		if v := try("10.0.0.1", "the right token"); v != lockedOut {
			t.Fatalf("just before %v are over: %v", wait, v)
		}
		if v := try("10.0.0.2", "the right token"); v != granted {
			t.Fatalf("another address: %v", v)
		}
		now = now.Add(time.Millisecond)
		if v := try("10.0.0.1", "wrong"); v != badCredentials {
			t.Fatalf("after %v: %v", wait, v)
		}
	}
	now = now.Add(longestLockout)
	if v := try("10.0.0.1", "the right token"); v != granted {
		t.Errorf("after the longest wait: %v", v)
	}
	if v := try("10.0.0.1", "wrong"); v != badCredentials || g.lockoutLeft("10.0.0.1") > 0 {
		t.Errorf("the right token clears the count: %v, wait %v", v, g.lockoutLeft("10.0.0.1"))
	}
}

// The waiting has an end, however many wrong tokens came, and is forgotten one day.
func TestWaitIsBounded(t *testing.T) {
	now := time.Unix(1000, 0)
	g := newGate("the right token", func() time.Time { return now })
	g.failures["10.0.0.1"] = failedTries{1 << 40, now}
	if w := g.lockoutLeft("10.0.0.1"); w != longestLockout {
		t.Errorf("wait %v", w)
	}
	now = now.Add(forgetTriesAfter + time.Second)
	if w := g.lockoutLeft("10.0.0.1"); w != 0 || len(g.failures) != 0 {
		t.Errorf("forgotten: %v, %v", w, g.failures)
	}
}

// What strangers do fills no memory, and logins end.
func TestGateIsBounded(t *testing.T) {
	now := time.Unix(1000, 0)
	g := newGate("the right token", func() time.Time { return now })
	r := httptest.NewRequest("GET", "/operator", nil)
	for i := range 2 * mostAddresses {
		r.RemoteAddr = time.Duration(i).String() + ":1"
		now = now.Add(time.Millisecond)
		g.tryToken(r, "wrong")
	}
	if len(g.failures) != mostAddresses {
		t.Errorf("%d addresses are remembered", len(g.failures))
	}
	first := g.openSession(r)
	for range mostSessions {
		now = now.Add(time.Second)
		g.openSession(r)
	}
	if len(g.sessions) != mostSessions {
		t.Errorf("%d logins", len(g.sessions))
	}
	if _, kept := g.sessions[first.Value]; kept {
		t.Error("the oldest login is to go first")
	}
	last := g.openSession(r)
	r.AddCookie(last)
	if v := g.accessOf(r); v != granted {
		t.Errorf("logged in: %v", v)
	}
	now = now.Add(sessionLasts)
	if v := g.accessOf(r); v != badCredentials {
		t.Errorf("a login that is over: %v", v)
	}
}

// Without a token nobody is the operator, not even with an empty one.
func TestNoToken(t *testing.T) {
	g := newGate("", time.Now)
	r := httptest.NewRequest("GET", "/operator", nil)
	if v := g.tryToken(r, ""); v != badCredentials {
		t.Errorf("the empty token: %v", v)
	}
	if a, b := NewToken(), NewToken(); len(a) != 32 || a == b {
		t.Errorf("tokens %q, %q", a, b)
	}
}
