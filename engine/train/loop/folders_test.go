package loop

import (
	"errors"
	"os"
	"strings"
	"testing"

	"crownhead/engine/train/store"
)

type record struct {
	Kind string `json:"kind"`
	N    int    `json:"n"`
}

func testFolders(dir string) Folders[record] {
	return Folders[record]{
		Dir: dir, Digits: 3,
		Check: func(r *record, n int) error {
			if r.N != n {
				return errors.New("another number")
			}
			return nil
		},
		Complete: func(r *record) bool { return r.Kind == "done" },
	}
}

// A series ends before the first record that is not there or not finished; one that cannot be right
// is damaged, and is reported.
func TestFinished(t *testing.T) {
	f := testFolders(t.TempDir())
	write := func(n int, r record) {
		if err := os.MkdirAll(f.Path(n, ""), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := f.WriteRecord(n, &r); err != nil {
			t.Fatal(err)
		}
	}
	if f.Begun() {
		t.Error("an empty folder has a training")
	}
	for n, kind := range []string{"done", "done", "begun", "done"} {
		write(n+1, record{kind, n + 1})
	}
	for _, want := range []int{2, 4} {
		if all, err := f.Finished(); err != nil || len(all) != want || all[want-1].N != want {
			t.Errorf("%v, %v, want %d", all, err, want)
		}
		write(3, record{"done", 3})
	}
	write(2, record{"done", 5})
	if all, err := f.Finished(); !errors.Is(err, store.ErrDamaged) || all != nil ||
		!strings.Contains(err.Error(), f.Path(2, RecordFile)+": ") {
		t.Errorf("%v, %v", all, err)
	}
	if !f.Begun() {
		t.Error("the training is not seen")
	}
}
