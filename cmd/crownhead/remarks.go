package main

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

const remarksEvery = 2 * time.Second // the file is looked at

// remarks are what the operator should know about the configuration file while the daemon runs: faults with which it
// would be refused at the next start, and that it has changed. One goroutine, run, looks at the file, for a disk may be slow.
type remarks struct {
	file string
	used config.Config // as the file was at the start
	seen os.FileInfo
	list atomic.Pointer[[]robot.ConfigRemark]
}

// newRemarks watches a file that was read as used; without a file there is nothing to say.
func newRemarks(file string, used config.Config) *remarks {
	r := &remarks{file: file, used: used}
	r.list.Store(&[]robot.ConfigRemark{})
	return r
}

// current is what there is to say now.
func (r *remarks) current() []robot.ConfigRemark { return *r.list.Load() }

func (r *remarks) run(ctx context.Context) {
	if r.file == "" {
		return
	}
	tick := time.NewTicker(remarksEvery)
	defer tick.Stop()
	for {
		r.look()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// look reads the file when it is another one than before.
func (r *remarks) look() {
	info, err := os.Stat(r.file)
	if err == nil && r.seen != nil && info.ModTime().Equal(r.seen.ModTime()) && info.Size() == r.seen.Size() {
		return
	}
	r.seen = info
	list := r.judge()
	r.list.Store(&list)
}

// judge compares the file with what the daemon uses. The arm's place is left out: a calibration writes it, and counts at
// once.
func (r *remarks) judge() []robot.ConfigRemark {
	list := []robot.ConfigRemark{}
	now, err := config.Read(r.file)
	var faults config.Faults
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			list = append(list, robot.ConfigRemark{Line: f.Line, Column: f.Column, Path: f.Path, Problem: f.Problem, Hint: f.Hint})
		}
		return list
	case err != nil:
		return append(list, robot.ConfigRemark{Path: r.file, Problem: err.Error(), Hint: "the daemon goes on with what it has read; the next start needs the file"})
	}
	now.Arm, now.Calibrated = r.used.Arm, r.used.Calibrated
	if !reflect.DeepEqual(now, r.used) {
		list = append(list, robot.ConfigRemark{Path: r.file, Problem: "has changed since the start", Hint: "the changes count from the next start on"})
	}
	return list
}
