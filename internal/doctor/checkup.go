package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"crownhead/board"
	"crownhead/config"
	"crownhead/face/voice"
	"crownhead/firmware/link"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/daemonclient"
	"crownhead/internal/twinprocess"
)

// Options are those of crownhead doctor.
type Options struct {
	Config  string // file; the defaults if empty
	Port    string // instead of link.port in the configuration
	Data    string // data directory, instead of the configuration's
	Token   string // the operator's, of a running daemon; else the configuration's
	Move    bool   // home the arm
	Pump    bool   // home the arm and let the pump run
	Sensors bool   // test each sensor with both poles
	Squares string // over these, as in a1,c3; all if empty
}

// A checkup is one run of crownhead doctor.
type checkup struct {
	Options
	out      *cli.Output
	cfg      config.Config
	unread   error // why the configuration could not be read; the defaults are used
	dir      string
	squares  []board.Square // for the test of both poles
	findings []Finding
}

// Run checks everything and prints one line for each part. A part that is bad makes the answer "no".
func Run(ctx context.Context, o Options, out *cli.Output) error {
	c := &checkup{Options: o, out: out}
	if err := c.readOptions(); err != nil {
		return err
	}
	if err := c.checkParts(ctx); err != nil {
		return err
	}
	report := NewReport(c.findings)
	if out.JSON {
		if err := out.Print(report, nil); err != nil {
			return err
		}
	}
	if !report.OK {
		return cli.ErrNegative
	}
	return nil
}

func (c *checkup) readOptions() (err error) {
	if c.squares, err = parseSquares(c.Squares); err != nil {
		return cli.BadInput("--squares", err, "dark squares separated by commas, as in a1,c3")
	}
	if c.Squares != "" && !c.Sensors {
		return cli.BadUsage("--squares says which ones --sensors tests")
	}
	if c.cfg, c.unread = app.ReadConfig(c.Config); c.unread != nil {
		c.cfg = config.Default()
	}
	if c.Port != "" {
		c.cfg.Link.Port = c.Port
	}
	if c.Token == "" {
		c.Token = c.cfg.Web.Token
	}
	c.dir, err = app.DataDir(c.Data, c.cfg)
	return err
}

func parseSquares(text string) ([]board.Square, error) {
	if text == "" {
		return AllSquares(), nil
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

// addFindings keeps findings, and prints them at once: some checks take their time.
func (c *checkup) addFindings(findings ...Finding) {
	c.findings = append(c.findings, findings...)
	if c.out.JSON {
		return
	}
	for _, f := range findings {
		fmt.Fprintln(c.out.Stdout, f)
	}
}

func (c *checkup) checkParts(ctx context.Context) error {
	c.addFindings(Configuration(c.Config, c.unread), Reach(c.cfg.Arm), Disk(c.dir))
	daemon, err := daemonclient.Find(c.dir)
	switch {
	case err == nil:
		c.addFindings(askDaemon(ctx, daemon, c.Token)...)
		return nil
	case !errors.Is(err, daemonclient.ErrNoDaemon):
		c.addFindings(Finding{"daemon", Bad, err.Error(), "end that one, or wait until it has started"})
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program for the voice: %w", err)
	}
	c.addFindings(Sound(ctx, c.cfg.Voice, voice.ChildProcess{Command: []string{self, "speak"}}))
	return c.checkHardware(ctx)
}

// checkHardware checks what hangs on the controller.
func (c *checkup) checkHardware(ctx context.Context) error {
	var lines <-chan string
	if c.Sensors {
		lines = readLines(ctx, os.Stdin)
	}
	x, err := NewHardwareCheck(c.cfg, link.SystemPorts{}, lines,
		func(text string) { fmt.Fprintln(c.out.Stderr, "crownhead:", text) })
	if err != nil {
		return cli.BadInput("doctor", err,
			"arm.motion, arm.links.limits and link in the configuration are what the controller is told")
	}
	defer x.Close()
	x.Simulated = twinprocess.IsVirtual(c.cfg.Link.Port)
	c.addFindings(x.Connect(ctx)...)
	c.addFindings(x.Controller()...)
	c.addFindings(x.Sensors(), x.Face(ctx))
	c.addFindings(x.Home(ctx, c.Move || c.Pump))
	c.addFindings(x.Pump(ctx, c.Pump))
	if c.Sensors {
		c.addFindings(x.SensorPolarity(ctx, c.squares))
	}
	return nil
}

// readLines delivers the lines that a person types. Its goroutine ends with the input, or with the program: nothing can
// interrupt a read of the terminal.
func readLines(ctx context.Context, in io.Reader) <-chan string {
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
