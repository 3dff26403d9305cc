package main

import (
	"io"
	"time"

	"github.com/rs/zerolog"
)

// newLog returns a log for people: a line an event, with the time of day to the millisecond.
func newLog(w io.Writer) zerolog.Logger {
	return zerolog.New(zerolog.ConsoleWriter{Out: w, NoColor: true, PartsOrder: []string{
		logTime, zerolog.LevelFieldName, zerolog.MessageFieldName,
	}, FieldsExclude: []string{logTime}}).Hook(zerolog.HookFunc(func(e *zerolog.Event, _ zerolog.Level, _ string) {
		e.Str(logTime, time.Now().Format("15:04:05.000"))
	}))
}

// logTime is the field with the time of day; zerolog's own would need a global setting to be finer than a second.
const logTime = "at"
