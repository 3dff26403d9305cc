package cli

import (
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"
)

// An Output is where a command writes, and how.
type Output struct {
	Stdout io.Writer
	Stderr io.Writer
	JSON   bool // one JSON value on Stdout and nothing else there
}

// Print writes v as JSON if that is wanted, else calls text.
func (o *Output) Print(v any, text func(w io.Writer)) error {
	if !o.JSON {
		text(o.Stdout)
		return nil
	}
	return json.NewEncoder(o.Stdout).Encode(v)
}

// NewLog returns a log for people: one line an event, with the time of day to the millisecond.
func NewLog(w io.Writer) zerolog.Logger {
	return zerolog.New(zerolog.ConsoleWriter{Out: w, NoColor: true, PartsOrder: []string{
		logTime, zerolog.LevelFieldName, zerolog.MessageFieldName,
	}, FieldsExclude: []string{logTime}}).Hook(zerolog.HookFunc(func(e *zerolog.Event, _ zerolog.Level, _ string) {
		e.Str(logTime, time.Now().Format("15:04:05.000"))
	}))
}

// logTime is the field with the time of day; zerolog's own would need a global setting to be finer than a second.
const logTime = "at"

// IsTerminal reports whether a person may be at the other end.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
