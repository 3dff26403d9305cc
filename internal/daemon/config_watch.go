package daemon

import (
	"context"
	"errors"
	"os"
	"reflect"
	"sync/atomic"
	"time"

	"crownhead/config"
	"crownhead/robot"
)

// watchPeriod is the time between two looks at the configuration file.
const watchPeriod = 2 * time.Second

// A configWatcher finds what the operator should know about the configuration file while the daemon runs: faults with
// which the next start would be refused, and that the file has changed. One goroutine, run, reads the file, for a
// disk may be slow.
type configWatcher struct {
	file    string
	used    config.Config // as the file was at the start
	seen    os.FileInfo
	remarks atomic.Pointer[[]robot.ConfigRemark]
}

// watchConfig is the watcher of a file that was read as used; without a file there is nothing to say.
func watchConfig(file string, used config.Config) *configWatcher {
	w := &configWatcher{file: file, used: used}
	w.remarks.Store(&[]robot.ConfigRemark{})
	return w
}

// currentRemarks is what there is to say now.
func (w *configWatcher) currentRemarks() []robot.ConfigRemark { return *w.remarks.Load() }

func (w *configWatcher) watch(ctx context.Context) {
	if w.file == "" {
		return
	}
	tick := time.NewTicker(watchPeriod)
	defer tick.Stop()
	for {
		w.checkFile()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// checkFile reads the file if it is another one than before.
func (w *configWatcher) checkFile() {
	info, err := os.Stat(w.file)
	if err == nil && w.seen != nil && info.ModTime().Equal(w.seen.ModTime()) && info.Size() == w.seen.Size() {
		return
	}
	w.seen = info
	remarks := w.compareFile()
	w.remarks.Store(&remarks)
}

// compareFile compares the file with what the daemon uses, except for the arm: a calibration writes it, and counts at
// once.
func (w *configWatcher) compareFile() []robot.ConfigRemark {
	list := []robot.ConfigRemark{}
	now, err := config.Read(w.file)
	var faults config.Faults
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			list = append(list,
				robot.ConfigRemark{Line: f.Line, Column: f.Column, Path: f.Path, Problem: f.Problem, Hint: f.Hint})
		}
		return list
	case err != nil:
		const hint = "the daemon goes on with what it has read; the next start needs the file"
		return append(list, robot.ConfigRemark{Path: w.file, Problem: err.Error(), Hint: hint})
	}
	now.Arm, now.Calibrated = w.used.Arm, w.used.Calibrated
	if !reflect.DeepEqual(now, w.used) {
		const hint = "the changes count from the next start on"
		list = append(list, robot.ConfigRemark{Path: w.file, Problem: "has changed since the start", Hint: hint})
	}
	return list
}
