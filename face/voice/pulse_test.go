//go:build linux && cgo && alsa

package voice

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// pulseRate is the rate of the null sink and of the recording, in Hz.
const pulseRate = 44100

// livePatience is how long a live test waits for anything.
const livePatience = time.Minute

// A pulse is a PulseAudio daemon of the test's own, whose only device is a null sink.
type pulse struct {
	dir string
	cmd *exec.Cmd
}

// newPulse makes PulseAudio, in a folder of its own, the device of every child that this test starts.
func newPulse(t *testing.T) *pulse {
	t.Helper()
	for _, program := range []string{"pulseaudio", "parec"} {
		if _, err := exec.LookPath(program); err == nil {
			continue
		} else if os.Getenv("PULSEAUDIO_REQUIRED") != "" {
			t.Fatalf("%v: scripts/need installs it", err)
		}
		t.Skipf("%s is not installed", program)
	}
	dir, err := os.MkdirTemp("", "pulse") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	asound := filepath.Join(dir, "asound.conf")
	conf := "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
	if err := os.WriteFile(asound, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"HOME": dir, "XDG_RUNTIME_DIR": dir, "PULSE_RUNTIME_PATH": dir, "PULSE_STATE_PATH": dir,
		"PULSE_COOKIE": filepath.Join(dir, "cookie"), "PULSE_CLIENTCONFIG": os.DevNull, "ALSA_CONFIG_PATH": asound,
		"PULSE_SERVER":             "unix:" + filepath.Join(dir, "native"),
		"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + os.DevNull,
	} {
		t.Setenv(name, value)
	}
	p := &pulse{dir: dir}
	p.startDaemon(t)
	return p
}

// startDaemon starts the daemon, and returns when it answers.
func (p *pulse) startDaemon(t *testing.T) {
	t.Helper()
	p.cmd = exec.Command("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no",
		"--exit-idle-time=-1", "--disallow-exit",
		"--load=module-native-protocol-unix auth-anonymous=1 socket="+filepath.Join(p.dir, "native"),
		fmt.Sprintf("--load=module-null-sink sink_name=void rate=%d channels=2", pulseRate))
	var words bytes.Buffer
	p.cmd.Stdout, p.cmd.Stderr = &words, &words
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.killDaemon)
	deadline := time.Now().Add(livePatience)
	for exec.Command("pactl", "info").Run() != nil {
		if time.Now().After(deadline) {
			p.killDaemon()
			t.Fatalf("pulseaudio doesn't answer: %s", words.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// killDaemon ends the daemon as a crash would.
func (p *pulse) killDaemon() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// A recording is what the null sink's monitor has heard. Its clock is the sink's: samples come whether
// or not anything is played.
type recording struct {
	mu      sync.Mutex
	more    *sync.Cond
	samples []float32
	ended   bool
}

// recordSink records until the test ends or the daemon dies.
func (p *pulse) recordSink(t *testing.T) *recording {
	t.Helper()
	r := &recording{}
	r.more = sync.NewCond(&r.mu)
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "parec", "--device=void.monitor", "--raw", "--format=s16le", "--channels=1",
		fmt.Sprintf("--rate=%d", pulseRate), "--latency-msec=20")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	wait.Go(func() { r.readSamples(out) })
	t.Cleanup(func() {
		cancel()
		wait.Wait()
		_ = cmd.Wait()
	})
	r.waitFor(t, 100*time.Millisecond)
	return r
}

func (r *recording) readSamples(out io.Reader) {
	chunk := make([]byte, 2*pulseRate/50)
	for {
		_, err := io.ReadFull(out, chunk)
		r.mu.Lock()
		if err != nil {
			r.ended = true
		} else {
			for i := 0; i < len(chunk); i += 2 {
				r.samples = append(r.samples, float32(int16(binary.LittleEndian.Uint16(chunk[i:])))/32768)
			}
		}
		r.more.Broadcast()
		r.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// position is the present place in the recording.
func (r *recording) position() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.samples)
}

// samplesSince returns what was heard from a position on.
func (r *recording) samplesSince(mark int) []float32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]float32(nil), r.samples[mark:]...)
}

// waitFor returns when the sink has played for a while longer.
func (r *recording) waitFor(t *testing.T, d time.Duration) {
	t.Helper()
	r.waitUntil(t, r.position(), func(heard []float32) bool { return len(heard) >= int(d.Seconds()*pulseRate) })
}

// waitUntil returns when wanted accepts what was heard since a position.
func (r *recording) waitUntil(t *testing.T, mark int, wanted func(heard []float32) bool) {
	t.Helper()
	late := time.AfterFunc(livePatience, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ended = true
		r.more.Broadcast()
	})
	defer late.Stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	for !wanted(r.samples[mark:]) {
		if r.ended {
			t.Fatal("nothing more is heard")
		}
		r.more.Wait()
	}
}

// roundedLength is how long samples last, to the hundredth.
func roundedLength(samples int) time.Duration {
	return (time.Duration(samples) * time.Second / pulseRate).Round(10 * time.Millisecond)
}
