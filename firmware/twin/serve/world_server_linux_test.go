package serve

import (
	"bufio"
	"encoding/json"
	"net"
	"path/filepath"
	"testing"
	"time"

	"crownhead/firmware/twin/world"
)

// slowClient connects a client that has not read anything yet.
func slowClient(t *testing.T) (*worldServer, *connection, net.Conn) {
	t.Helper()
	f, err := openSocket(filepath.Join(t.TempDir(), "world"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	conn, err := net.Dial("unix", f.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return f, <-f.opened, conn
}

// A client on a busy computer reads late. It misses states, but no reply and not the newest state, and
// it is not dropped.
func TestWorldServerSlowClientMissesStatesOnly(t *testing.T) {
	f, g, conn := slowClient(t)
	const states = 20_000
	for n := range states {
		f.sendState(world.State{T: float64(n)}, g)
	}
	f.sendReply(g, Reply{Req: 7})
	f.sendState(world.State{T: states}, g)
	lines := bufio.NewScanner(conn)
	last, replied := -1.0, false
	for seen := 0; last < states; seen++ {
		if !lines.Scan() {
			t.Fatalf("the line ends after %d lines: %v", seen, lines.Err())
		}
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		switch {
		case l.Reply != nil:
			if replied = true; last != states-1 {
				t.Errorf("the reply comes after state %g, want %d", last, states-1)
			}
		case l.State.T <= last:
			t.Errorf("state %g comes after state %g", l.State.T, last)
		default:
			last = l.State.T
		}
	}
	if !replied {
		t.Error("the reply is lost")
	}
}

// A client that asks and never reads would fill the memory.
func TestWorldServerDropsClientsThatNeverRead(t *testing.T) {
	f, g, _ := slowClient(t)
	for range 100_000 {
		f.sendReply(g, Reply{Error: "so it is"})
	}
	if len(f.allConnections()) != 0 {
		t.Errorf("still connected, %d replies unread", len(g.lines))
	}
}
