package twinprocess

import (
	"net"
	"path/filepath"
	"testing"
	"time"
)

// A start right after a kill waits until the virtual robot that was left behind has ended.
func TestStartWaitsForTheOrphan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "world")
	orphan, err := net.Listen("unix", path)
	if err != nil {
		t.Skip("no Unix sockets: ", err)
	}
	ended := make(chan struct{})
	time.AfterFunc(100*time.Millisecond, func() {
		close(ended)
		_ = orphan.Close()
	})
	awaitOrphan(t.Context(), path)
	select {
	case <-ended:
	default:
		t.Error("it was not waited for")
	}
}
