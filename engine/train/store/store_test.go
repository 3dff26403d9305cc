package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

type header struct {
	Kind string `json:"kind"`
	N    int    `json:"n"`
}

// What is written comes back; every kind of damage is seen, and told from a file that is not there.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := Write(name, header{"games", 3}, []byte("pay\nload")); err != nil {
		t.Fatal(err)
	}
	var h header
	if got, err := Read(name, &h); err != nil || string(got) != "pay\nload" || h != (header{"games", 3}) {
		t.Errorf("%q, %+v, %v", got, h, err)
	}
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	end := bytes.IndexByte(good, '\n') + 1
	flipped := bytes.Clone(good)
	flipped[end+2] ^= 1
	for what, data := range map[string][]byte{
		"empty": {}, "torn": good[:len(good)-1], "longer": append(bytes.Clone(good), 'x'), "header alone": good[:end],
		"no header": good[end:], "a bit": flipped, "torn header": good[:end-3], "another number": bytes.Replace(good, []byte("3"), []byte("5"), 1), "another name": bytes.Replace(good, []byte("kind"), []byte("kinf"), 1),
		"another sum": bytes.Replace(good, []byte(`"sum":"`), []byte(`"sum":"x`),
			1), "another checksum of the header": bytes.Replace(good, []byte(`"head":"`), []byte(`"head":"x`), 1),
		"another type": bytes.Replace(good, []byte("3"), []byte(`"3"`), 1),
	} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name, &h); !errors.Is(err, ErrDamaged) || !MustBeMade(err) ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := Read(name+"s", &h); !errors.Is(err, fs.ErrNotExist) || !MustBeMade(err) {
		t.Error(err)
	}
}

// Files whose header has no checksum, as in old versions, are read.
func TestFileWithoutHeaderChecksum(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(`{"kind":"games","n":3,"sum":"`+checksum([]byte("pay"))+"\"}\npay"), 0o666); err != nil {
		t.Fatal(err)
	}
	var h header
	if got, err := Read(name, &h); err != nil || string(got) != "pay" || h != (header{"games", 3}) {
		t.Errorf("%q, %+v, %v", got, h, err)
	}
}

// A header that could not be written is refused.
func TestBadHeader(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	for _, h := range []any{1, "x", struct{}{}, []int{1}, func() {}} {
		if err := Write(name, h, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%T: %v", h, err)
		}
	}
}

// A plan is kept, and another one refused.
func TestPlan(t *testing.T) {
	name := filepath.Join(t.TempDir(), "plan")
	for i, p := range []header{{"a", 1}, {"a", 1}, {"a", 2}} {
		err := KeepPlan(name, p)
		if (err != nil) != (i == 2) || i == 2 && !(errors.Is(err, ErrPlan) && strings.Contains(err.Error(), `"n":2`)) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

// What is no plan isn't taken for another one.
func TestDamagedPlan(t *testing.T) {
	name := filepath.Join(t.TempDir(), "plan")
	for _, torn := range []string{"", `{"kind":"a",`, "\x00\x00"} {
		if err := os.WriteFile(name, []byte(torn), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := KeepPlan(name, header{"a", 1}); !errors.Is(err, ErrDamaged) || errors.Is(err, ErrPlan) ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", torn, err)
		}
	}
}

// Records come back; a damaged one is reported by its name.
func TestRecord(t *testing.T) {
	name := filepath.Join(t.TempDir(), "record")
	var h header
	if err := ReadRecord(name, &h); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := WriteRecord(name, header{"a", 1}); err != nil {
		t.Fatal(err)
	}
	if err := ReadRecord(name, &h); err != nil || h != (header{"a", 1}) {
		t.Errorf("%+v, %v", h, err)
	}
	if err := os.WriteFile(name, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := ReadRecord(name, &h); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
		t.Error(err)
	}
}

// Every part is done once, by a limited number at a time.
func TestForEach(t *testing.T) {
	for _, workers := range []int{1, 3, 50} {
		var lock sync.Mutex
		var done []int
		now, most := 0, 0
		err := forEach(context.Background(), 20, workers, func(_ context.Context, part int) error {
			lock.Lock()
			now++
			most = max(most, now)
			lock.Unlock()
			lock.Lock()
			defer lock.Unlock()
			now--
			done = append(done, part)
			return nil
		})
		slices.Sort(done)
		if err != nil || len(done) != 20 || done[0] != 0 || done[19] != 19 || most > workers {
			t.Errorf("%d workers: %v, %v, %d at once", workers, done, err, most)
		}
	}
}

// An error ends the others, and so does the caller.
func TestForEachEnds(t *testing.T) {
	bad := errors.New("bad")
	err := forEach(context.Background(), 100, 2, func(ctx context.Context, part int) error {
		if part == 1 {
			return bad
		}
		<-ctx.Done() // comes, because the other one fails
		return ctx.Err()
	})
	if !errors.Is(err, bad) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := 0
	err = forEach(ctx, 100, 1, func(context.Context, int) error {
		done++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || done != 1 {
		t.Errorf("%v after %d", err, done)
	}
}
