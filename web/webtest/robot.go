// Package webtest holds what tests of the pages are made of: a robot and a virtual world that only
// remember and show, enough to drive the pages without either, and a browser with a hand that
// drags.
//
// Robot and World are safe for concurrent use and start no goroutine. They know no rules: a test
// sets what they show and reads what was asked of them. A Browser is a process of its own; it
// belongs to one test.
package webtest

import (
	"context"
	"maps"
	"slices"
	"sync"

	"crownhead/board"
	"crownhead/internal/broadcast"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/turn"
	"crownhead/web"
)

// Robot shows the snapshot it was given last.
type Robot struct {
	mu       sync.Mutex // of a change, and of what follows
	shown    broadcast.Value[robot.Snapshot]
	commands []command.Command
	refusal  error
}

var _ web.Robot = (*Robot)(nil)

// NewRobot waits for the visitor's first move; the visitor has White.
func NewRobot() *Robot {
	r := &Robot{}
	r.shown.Publish(robot.Snapshot{
		FEN:     board.Start().FEN(),
		Visitor: "white", Turn: "white", Phase: turn.VisitorTurn, Link: turn.LinkUp, Sensed: "fff00fff",
		Say: turn.Say{Key: "your_turn_white", Squares: []string{}}, Emotion: "neutral", Result: board.Unfinished,
		Level: "amateur",
		Start: board.Start().FEN(), Virtual: true,
		Choices: robot.Choices{
			Levels: []string{
				"child", "beginner", "learner", "amateur", "club", "strong", "candidate", "master",
			}, Level: "amateur", Colour: "white", Attitude: "positive", Lang: "uk",
			Hint: true,
		},
		Tray: robot.TrayStatus{Slots: 18, Kings: 6, KingSlots: 6}, Masked: []string{},
		Frame: robot.FaceSnapshot{Left: Eye, Right: Eye},
	})
	return r
}

// Eye is an open eye that looks straight ahead.
var Eye = [8]uint8{0x3c, 0x7e, 0xff, 0xe7, 0xe7, 0xff, 0x7e, 0x3c}

// Set changes what the robot shows.
func (r *Robot) Set(change func(*robot.Snapshot)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	shown := r.shown.Newest()
	change(&shown)
	shown.Serial++
	r.shown.Publish(shown)
}

// Refuse makes every later command fail; nil ends that.
func (r *Robot) Refuse(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refusal = err
}

// Commands lists the names of the commands so far.
func (r *Robot) Commands() []string {
	names := []string{}
	for _, c := range r.Asked() {
		names = append(names, string(c.Name))
	}
	return names
}

// Asked lists the commands so far, with their arguments.
func (r *Robot) Asked() []command.Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.commands)
}

// Expect waits for the n-th command and compares it with what it should be.
func (r *Robot) Expect(b *Browser, n int, name command.Name, args map[string]string) {
	b.t.Helper()
	b.Eventually(func() bool { return len(r.Asked()) >= n })
	if got := r.Asked()[n-1]; got.Name != name || !maps.Equal(got.Args, args) {
		b.t.Errorf("command %d: %+v, want %s %v", n, got, name, args)
	}
}

// Snapshot implements web.Robot.
func (r *Robot) Snapshot() robot.Snapshot { return r.shown.Newest() }

// Subscribe implements web.Robot.
func (r *Robot) Subscribe() (<-chan robot.Snapshot, func()) { return r.shown.Subscribe() }

// Command implements web.Robot.
func (r *Robot) Command(_ context.Context, name command.Name, args map[string]string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.commands = append(r.commands, command.Command{Name: name, Args: args})
	return r.refusal
}
