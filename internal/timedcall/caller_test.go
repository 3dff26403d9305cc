package timedcall_test

import (
	"testing"
	"testing/synctest"
	"time"

	"crownhead/internal/timedcall"
)

// A call that hangs is waited for once; the next one is made when it has returned.
func TestCallThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c timedcall.Caller
		called := 0
		if !c.CallInTime(func() { called++ }) || c.Pending() {
			t.Error("a call that returns at once isn't in time")
		}
		began := time.Now()
		if c.CallInTime(func() { time.Sleep(time.Minute) }) || !c.Pending() {
			t.Error("a call that hangs is in time")
		}
		if c.CallInTime(func() { called++ }) || called != 1 {
			t.Error("a second call is made while the first one hangs")
		}
		if waited := time.Since(began); waited > time.Second {
			t.Errorf("it waited for %v", waited)
		}
		time.Sleep(2 * time.Minute)
		if c.Pending() || !c.CallInTime(func() { called++ }) || called != 2 {
			t.Error("no call is made after the one that hung has returned")
		}
	})
}
