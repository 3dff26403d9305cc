package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"crownhead/config"
	"crownhead/internal/cli"
)

// ReadConfig reads a configuration file; without one the defaults hold.
func ReadConfig(file string) (config.Config, error) {
	if file == "" {
		return config.Default(), nil
	}
	cfg, err := config.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return cfg, cli.BadInput("config "+file, err, "crownhead config print > "+file+" makes one, with every option")
	}
	if err != nil {
		return cfg, cli.BadInput("config "+file, err,
			"docs/config.md lists every option; crownhead config check "+file+" checks again")
	}
	return cfg, nil
}

// configReport is the JSON of crownhead config check.
type configReport struct {
	OK     bool          `json:"ok"`
	Faults config.Faults `json:"faults"`
}

// CheckConfig prints every fault of a configuration file.
func CheckConfig(file string, out *cli.Output) error {
	_, err := ReadConfig(file)
	report := configReport{OK: err == nil, Faults: config.Faults{}}
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		return err // the file could not be read at all
	}
	report.Faults = append(report.Faults, faults...)
	printed := out.Print(report, func(w io.Writer) {
		if err == nil {
			fmt.Fprintln(w, "no fault found")
		}
	})
	if printed != nil {
		return printed
	}
	if err != nil {
		return cli.NegativeAnswer("config "+file, faults, "docs/config.md lists every option with its default and bounds")
	}
	return nil
}

// PrintConfig prints what the daemon would use.
func PrintConfig(file string, out *cli.Output) error {
	cfg, err := ReadConfig(file)
	if err != nil {
		return err
	}
	if out.JSON {
		return out.Print(cfg.Plain(), nil)
	}
	text, err := cfg.YAML()
	if err != nil {
		return err
	}
	_, err = out.Stdout.Write(text)
	return err
}

// DataDir is the data directory that a flag, the configuration or the system's custom names.
func DataDir(flag string, cfg config.Config) (string, error) {
	if flag != "" {
		return ResolveFolder("--data", flag)
	}
	if cfg.Data != "" {
		return cfg.Data, nil
	}
	for _, variable := range []string{"XDG_STATE_HOME", "LocalAppData"} {
		if dir := os.Getenv(variable); dir != "" {
			return filepath.Join(dir, "crownhead"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", cli.BadInput("data", err, cli.DataHint)
	}
	return filepath.Join(home, ".local", "state", "crownhead"), nil
}

// ResolveFolder returns the folder that the value of a flag means, by the rules of the configuration's folders.
func ResolveFolder(flag, value string) (string, error) {
	folder, err := config.ResolveFolder(value)
	if err != nil {
		return "", cli.BadInput(flag+" "+value, err, "")
	}
	return folder, nil
}
