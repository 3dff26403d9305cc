package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"crownhead/board"
	"crownhead/cmd/crownhead/internal/doctor"
	"crownhead/config"
	"crownhead/face/voice"
	"crownhead/firmware/link"
)

func doctorCommand() command {
	return command{
		"doctor", "[--config F] [--port auto|NAME] [--data DIR] [--move] [--pump] [--sensors [--squares SQ,…]] [--token T] [--json]",
		"checks everything, one line each with its cure; moves nothing unless told to; with a daemon running it asks that one",
		runDoctor,
	}
}

// A checkup is one call of doctor.
type checkup struct {
	c       *call
	file    string
	cfg     config.Config
	data    string
	token   string
	move    bool
	pump    bool
	sensors bool
	over    []board.Square // for the test of both poles

	unread error // the configuration's faults; the defaults are used
	checks []doctor.Check
}

func runDoctor(c *call) error {
	d := &checkup{c: c}
	if err := d.readFlags(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := d.examine(ctx); err != nil {
		return err
	}
	report := doctor.NewReport(d.checks)
	if c.json {
		if err := c.print(report, nil); err != nil {
			return err
		}
	}
	if !report.OK {
		return errNo
	}
	return nil
}

func (d *checkup) readFlags() error {
	f := d.c.flags
	f.StringVar(&d.file, "config", "", "configuration file; the defaults if empty")
	port := d.c.withPort()
	data := f.String("data", "", "folder of journals and games, instead of data in the configuration")
	f.BoolVar(&d.move, "move", false, "home the arm: it moves to its limit switches and touches nothing")
	f.BoolVar(&d.pump, "pump", false, "home the arm and let the pump run for a second")
	f.BoolVar(&d.sensors, "sensors", false, "test each sensor with both poles, step by step, with your help")
	over := f.String("squares", "", "only these squares for --sensors, as in a1,c3")
	f.StringVar(&d.token, "token", "", "operator's token of a running daemon, which it printed at its start; else web.token in the configuration")
	d.c.withJSON()
	if err := d.c.parse(0, 0); err != nil {
		return err
	}
	var err error
	if d.over, err = squaresOf(*over); err != nil {
		return badInput("--squares", err, "dark squares separated by commas, as in a1,c3")
	}
	if *over != "" && !d.sensors {
		return d.c.badUsage(errors.New("--squares says which ones --sensors tests"))
	}
	if d.cfg, d.unread = readConfig(d.file); d.unread != nil {
		d.cfg = config.Default()
	}
	if *port != "" {
		d.cfg.Link.Port = *port
	}
	if d.token == "" {
		d.token = d.cfg.Web.Token
	}
	d.data, err = dataDir(*data, d.cfg)
	return err
}

func squaresOf(text string) ([]board.Square, error) {
	if text == "" {
		return doctor.AllSquares(), nil
	}
	var some []board.Square
	for name := range strings.SplitSeq(text, ",") {
		s, err := board.ParseSquare(name)
		if err != nil {
			return nil, err
		}
		some = append(some, s)
	}
	return some, nil
}

// found notes a check, and prints it at once: some take their time.
func (d *checkup) found(checks ...doctor.Check) {
	d.checks = append(d.checks, checks...)
	if d.c.json {
		return
	}
	for _, c := range checks {
		fmt.Fprintln(d.c.stdout, c)
	}
}

func (d *checkup) examine(ctx context.Context) error {
	d.found(doctor.Configuration(d.file, d.unread), doctor.Reach(d.cfg.Arm), doctor.Disk(d.data))
	r, err := findRunning(d.data)
	switch {
	case err == nil:
		d.found(r.tell(ctx, d.token)...)
		return nil
	case !errors.Is(err, errNoDaemon):
		d.found(doctor.Check{Name: "daemon", State: doctor.Bad, Detail: err.Error(), Hint: "end that one, or wait until it has started"})
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program for the voice: %w", err)
	}
	d.found(doctor.Sound(ctx, d.cfg.Voice, voice.ChildProcess{Command: []string{self, "speak"}}))
	return d.hardware(ctx)
}

// hardware checks what hangs on the controller.
func (d *checkup) hardware(ctx context.Context) error {
	var lines <-chan string
	if d.sensors {
		lines = typed(ctx, os.Stdin)
	}
	x, err := doctor.NewExam(d.cfg, link.SystemPorts{}, lines, func(text string) { fmt.Fprintln(d.c.stderr, "crownhead:", text) })
	if err != nil {
		return badInput("doctor", err, "arm.motion, arm.links.limits and link in the configuration are what the controller is told")
	}
	defer x.Close()
	x.Simulated = worldBeside(d.cfg.Link.Port)
	d.found(x.Connect(ctx)...)
	d.found(x.Controller()...)
	d.found(x.Sensors(), x.Face(ctx))
	d.found(x.Home(ctx, d.move || d.pump))
	d.found(x.Pump(ctx, d.pump))
	if d.sensors {
		d.found(x.Poles(ctx, d.over))
	}
	return nil
}

// typed delivers the lines that a person types. Its goroutine ends with the input, or with the program: nothing can break
// off a read of the terminal.
func typed(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
