package serve

import (
	"net"
	"os"
	"path/filepath"
	"testing"
)

// A robot that ends late leaves the socket alone that a later one has put in its place.
func TestSocketOfALaterRobotStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "twin.world")
	early, err := openSocket(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	late, err := openSocket(path)
	if err != nil {
		t.Fatal(err)
	}
	early.close()
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatalf("the later robot's socket is gone: %v", err)
	}
	_ = conn.Close()
	late.close()
	if _, err := os.Lstat(path); err == nil {
		t.Error("the last robot leaves its socket")
	}
}
