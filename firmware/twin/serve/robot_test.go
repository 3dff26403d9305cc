package serve

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// Bad frames are logged again after every reset, whoever has reset the controller: its count begins anew.
func TestBadFramesAreLoggedAfterAReset(t *testing.T) {
	for name, reset := range map[string]func(r *robot){
		"by a client": func(r *robot) { r.handleOp(Op{Name: OpReset}) },
		"by a fault":  func(r *robot) { r.device.Reset(r.now(), wire.ResetWatchdog) },
	} {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			r := newRobot(Config{Seed: 1, Start: board.Start(), Visitor: board.White, Log: zerolog.New(&log)})
			sendNoise := func(stretches int) {
				time.Sleep(2 * bootDelay)
				r.advance(bytes.Repeat([]byte("noise\x00"), stretches))
				r.logBadFrames()
				time.Sleep(2 * warnInterval)
			}
			sendNoise(3)
			reset(r)
			sendNoise(2)
			got := log.String()
			if strings.Count(got, "\n") != 2 || !strings.Contains(got, `"pieces":3`) || !strings.Contains(got, `"pieces":2`) {
				t.Errorf("reset %s: logged %s", name, got)
			}
		})
	}
}
