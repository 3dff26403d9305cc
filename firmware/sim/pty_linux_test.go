package sim

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// greeting reads from a port until the controller says HELLO with this nonce.
func greeting(t *testing.T, port *os.File, nonce uint32) (hello wire.Hello) {
	t.Helper()
	if err := port.SetReadDeadline(time.Now().Add(answerTimeout)); err != nil {
		t.Fatal(err)
	}
	var decoder wire.Decoder
	for found := false; !found; {
		var bytes [64]byte
		n, err := port.Read(bytes[:])
		if err != nil {
			t.Fatalf("no greeting for %d: %v", nonce, err)
		}
		decoder.Feed(bytes[:n], func(f wire.Frame) {
			m, err := wire.Unmarshal(f.Type, f.Payload)
			h, ok := m.(wire.Hello)
			if err == nil && ok && h.Nonce == nonce {
				hello, found = h, true
			}
		})
	}
	return hello
}

func openPort(t *testing.T, path string) *os.File {
	t.Helper()
	port, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// With --pty the board goes by the wall's clock: its line is a port, and opening that is a reset; pins are told
// on the control channel, and when that ends, so does the board.
func TestPort(t *testing.T) {
	dir := buildSimulator(t, "all", "sim")
	path := filepath.Join(dir, "port")
	cmd := exec.Command(filepath.Join(dir, "sim"), "--pty", path, filepath.Join(dir, "crownhead.elf"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	events := bufio.NewReader(out)
	line, err := events.ReadString('\n')
	if err != nil || !strings.Contains(line, " w0=255@") { // the pump's PWM is on from the start
		t.Errorf("the first event is %q, %v", line, err)
	}
	port := openPort(t, path)
	first := greeting(t, port, 0)
	request := wire.HelloRequest{Major: wire.Major, Minor: wire.Minor, Nonce: 7}
	if _, err := port.Write(wire.Encode(wire.Frame{Type: request.Type(), Payload: wire.Marshal(request)})); err != nil {
		t.Fatal(err)
	}
	if h := greeting(t, port, 7); h.Boot != first.Boot || first.Boot == 0 {
		t.Errorf("answered as %+v, greeted as %+v", h, first)
	}
	_ = port.Close()
	port = openPort(t, path)
	if again := greeting(t, port, 0); again.Boot == first.Boot {
		t.Errorf("opening the port did not reset the board: %+v", again)
	}
	_ = port.Close()
	_ = in.Close()
	if _, err := events.ReadString(0); err == nil {
		t.Error("events that hold a zero")
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the port's name has stayed: %v", err)
	}
}
