package robot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// A refusal says what to do about it: to the visitor by its sentence, again and again, to the operator by its hint.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(wire.Message) wire.Message
		key    say.Key
		hint   string
	}{
		{"version", func(m wire.Message) wire.Message {
			if hello, ok := m.(wire.Hello); ok {
				hello.Major++
				return hello
			}
			return m
		}, say.WrongFirmware, "firmware"},
		{"set-up mode", func(m wire.Message) wire.Message {
			if hello, ok := m.(wire.Hello); ok {
				hello.Flags |= wire.HelloSetupMode
				return hello
			}
			return m
		}, say.SetupRefused, "set-up button"},
		{"set-up refused", func(m wire.Message) wire.Message {
			if echo, ok := m.(wire.SetupEcho); ok {
				echo.Result = wire.SetupAccel
				return echo
			}
			return m
		}, say.SetupRefused, "configuration"},
		{"another echo", func(m wire.Message) wire.Message {
			if echo, ok := m.(wire.SetupEcho); ok {
				echo.CRC++
				return echo
			}
			return m
		}, say.SetupRefused, "configuration"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, startFEN, board.White, nil)
			s.device = &spoiled{device: s.device, change: c.change}
			s.until(turn.Boot, c.key)
			notes := fmt.Sprint(s.notes)
			if !strings.Contains(notes, c.hint) {
				t.Errorf("no hint %q in %s", c.hint, notes)
			}
			serial := s.snap.Say.Serial
			s.pass(2 * time.Minute)
			s.shows(turn.Boot, c.key)
			if s.snap.Say.Serial == serial {
				t.Error("nothing is said again after a while")
			}
		})
	}
}

// checkFields sees that a note doesn't name a field like one that every line of the log has: readers of the log would take it for that.
func (s *scene) checkFields(n robot.Note) {
	for i := 0; i < len(n.Fields); i += 2 {
		switch n.Fields[i] {
		case zerolog.LevelFieldName, zerolog.TimestampFieldName, zerolog.MessageFieldName, "component":
			s.t.Errorf("note %q has a field %q, which is the log's own", n.Text, n.Fields[i])
		}
	}
}
