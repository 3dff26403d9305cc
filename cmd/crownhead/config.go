package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"crownhead/config"
)

func configCommand() command {
	return command{"config", "check|print|schema [F] [--json]", "checks a configuration file, prints what the daemon would use, or prints the JSON Schema of such files", runConfig}
}

type configReport struct {
	OK     bool          `json:"ok"`
	Faults config.Faults `json:"faults"`
}

func runConfig(c *call) error {
	c.withJSON()
	if err := c.parse(1, 2); err != nil {
		return err
	}
	file := ""
	if len(c.args) == 2 {
		file = c.args[1]
	}
	switch c.args[0] {
	case "check":
		return checkConfig(c, file)
	case "print":
		return printConfig(c, file)
	case "schema":
		return printSchema(c, file)
	default:
		return c.badUsage(fmt.Errorf("config %q: wanted check, print or schema", c.args[0]))
	}
}

// readConfig reads the file, or gives the defaults when there is none.
func readConfig(file string) (config.Config, error) {
	if file == "" {
		return config.Default(), nil
	}
	cfg, err := config.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return cfg, badInput("config "+file, err, "crownhead config print > "+file+" makes one, with every option")
	}
	if err != nil {
		return cfg, badInput("config "+file, err, "docs/config.md lists every option; crownhead config check "+file+" checks again")
	}
	return cfg, nil
}

func checkConfig(c *call, file string) error {
	_, err := readConfig(file)
	report := configReport{OK: err == nil, Faults: config.Faults{}}
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		return err // the file could not be read at all
	}
	report.Faults = append(report.Faults, faults...)
	if perr := c.print(report, func(w io.Writer) {
		if err == nil {
			fmt.Fprintln(w, "no fault found")
		}
	}); perr != nil {
		return perr
	}
	if err != nil {
		return answerNo("config "+file, faults, "docs/config.md lists every option with its default and bounds")
	}
	return nil
}

func printConfig(c *call, file string) error {
	cfg, err := readConfig(file)
	if err != nil {
		return err
	}
	if c.json {
		return c.print(cfg.Plain(), nil)
	}
	text, err := cfg.YAML()
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(text)
	return err
}

// printSchema prints the same with --json: a schema is JSON.
func printSchema(c *call, file string) error {
	if file != "" {
		return c.badUsage(errors.New("config schema takes no file: it is that of all files"))
	}
	text, err := config.Schema()
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(text)
	return err
}
