package main

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
)

// What is gone from a training is told from a training that is gone as a whole, and from what mends itself.
func TestTrainCure(t *testing.T) {
	there := trainFlags{dir: t.TempDir()}
	gone := trainFlags{dir: filepath.Join(there.dir, "gone")}
	for _, c := range []struct {
		f    trainFlags
		err  error
		want string
	}{
		{there, store.ErrTorn, tornHint},
		{there, fs.ErrNotExist, tornHint},
		{there, selfplay.ErrOrigin, tornHint},
		{there, fs.ErrPermission, trainHint},
		{gone, fs.ErrNotExist, "has gone"},
	} {
		if got := c.f.cure(c.err); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
