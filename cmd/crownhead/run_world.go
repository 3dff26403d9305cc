package main

import (
	"context"
	"errors"
	"os"
	"strconv"

	"crownhead/firmware/link"
	"crownhead/firmware/twin/serve"
)

// meetWorld finds the virtual robot's world: that of the one which is started here, or of one that is running behind the
// port. Real hardware has none.
func (d *daemonRun) meetWorld(ctx context.Context) error {
	if d.virtual {
		return d.startTwin(ctx)
	}
	d.mail = newNeighbour(d.cfg.Link.Port, d.log)
	if worldBeside(d.cfg.Link.Port) {
		d.client = serve.Dial(serve.WorldPath(d.cfg.Link.Port))
		d.table = newTable(d.client)
	}
	return nil
}

// worldBeside tells that a port is a virtual robot's: the real firmware, when that drives one, doesn't know.
func worldBeside(port string) bool {
	info, err := os.Stat(serve.WorldPath(port))
	return err == nil && info.Mode()&os.ModeSocket != 0
}

// rejected ends a run by another clock than the wall's when it meets real hardware.
func (d *daemonRun) rejected(why link.Refusal) {
	if why == link.RefusedReal {
		d.giveUp(badInput("--pace", errors.New("the controller at "+d.cfg.Link.Port+" is real hardware"), "leave --pace out: only the virtual robot can go faster"))
	}
}

// startTwin starts the virtual robot beside the daemon, and lays the game's position on its table.
func (d *daemonRun) startTwin(ctx context.Context) (err error) {
	pace := strconv.FormatFloat(d.clock.Pace(), 'g', -1, 64)
	if d.child, err = startTwin(ctx, d.cfg.Link.Port, d.c.stderr, "--pace", pace, "--askew", strconv.FormatUint(d.askew, 10)); err != nil {
		return err
	}
	d.client = d.child.Client
	d.mail, d.table = newMessenger(d.client, d.log), newTable(d.client)
	return layTable(ctx, d.client, d.core.Position(), d.core.Settings().Visitor)
}
