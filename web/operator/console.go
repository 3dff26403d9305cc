// Package operator serves the operator's page: how every part of the robot is, what happened, the
// arm and its calibration, behind a token.
//
// A Console paints the page whole (html/template) and keeps it alive by server-sent events. A Gate
// tells the operator from everybody else. The package commands nothing by itself: the page's
// buttons send commands to the same address as the visitor's page does, and package web asks the
// Gate whether they may. Imports run that way only, web → operator, because package web serves both
// pages from one port behind one guard.
//
// Each stream lives in the goroutine of its request; WatchParts is run by the server. A Console
// keeps no state but since when each part is as it is.
package operator

import (
	"embed"
	"io/fs"

	"github.com/rs/zerolog"

	"crownhead/robot"
)

//go:embed static operator.html
var files embed.FS

// Static returns the scripts and style sheets of the page, under static/. The page uses some of the
// visitor's page as well.
func Static() fs.FS { return files }

// A StatusSource is what the page needs of the robot besides what visitors see.
type StatusSource interface {
	// Status is the present state behind the game.
	Status() robot.Status
	// SubscribeStatus delivers the present state and each new one, newest first, until the returned
	// function is called; the sender must not wait.
	SubscribeStatus() (<-chan robot.Status, func())
}

// A Console is the operator's page and its streams.
type Console struct {
	status   StatusSource
	snapshot func() robot.Snapshot
	layout   func() ArmLayout
	gate     *Gate
	log      zerolog.Logger
	changed  changeTimes
}

// NewConsole returns the page of a robot. The snapshot is what visitors see; the layout is read
// anew each time, since a calibration changes it.
func NewConsole(
	status StatusSource, snapshot func() robot.Snapshot, layout func() ArmLayout, gate *Gate, log zerolog.Logger,
) *Console {
	return &Console{status: status, snapshot: snapshot, layout: layout, gate: gate, log: log}
}
