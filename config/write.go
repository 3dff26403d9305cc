package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gopkg.in/yaml.v3"

	"crownhead/arm"
)

// BackupExt is what the name of a file's last version ends with.
const BackupExt = ".bak"

// WriteCalibration writes where the arm's places are into the file, and that they were measured. Nothing else of the file
// changes, comments and line ends included; its last version stays beside it as F.bak. A file that isn't there is made.
// The file is never seen half-written.
func WriteCalibration(path string, c arm.Config) error {
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = nil, nil
	}
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	text, err := calibrated(old, c)
	if err != nil {
		return err
	}
	if old != nil {
		if err := replace(path+BackupExt, old); err != nil {
			return err
		}
	}
	return replace(path, text)
}

// calibrated is the text of a configuration with a calibration in it; what comes out is read again, and must say so.
func calibrated(old []byte, c arm.Config) ([]byte, error) {
	want := calibration(c)
	if len(bytes.TrimSpace(old)) == 0 {
		body, err := encode(want)
		return append([]byte("# Written by crownhead calibrate corners.\n"), body...), err
	}
	if _, err := Parse(old); err != nil {
		return nil, err
	}
	text, err := merge(old, want)
	if err != nil {
		return nil, err
	}
	got, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("config: what would be written is not sound: %w", err)
	}
	if !bytes.Equal(plainText(calibration(got.Arm)), plainText(want)) || !got.Calibrated {
		return nil, errors.New("config: the file is laid out in a way that can't be written to")
	}
	return text, nil
}

func plainText(n *yaml.Node) []byte {
	text, _ := yaml.Marshal(n) // plain numbers
	return text
}

// encode writes YAML with the indentation of config print.
func encode(n *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	err := errors.Join(enc.Encode(n), enc.Close())
	return out.Bytes(), err
}

// calibration is what a calibration writes, under the names of the file.
func calibration(c arm.Config) *yaml.Node {
	b, l := c.Board, c.Links
	return group(
		"calibrated", true,
		"arm", group(
			"links", group("upper", l.Upper, "forearm", l.Forearm, "tool", l.Tool),
			"board", group("centre_x", b.CentreX, "centre_y", b.CentreY, "yaw", b.Yaw, "surface", b.Surface, "tilt_x", b.TiltX, "tilt_y", b.TiltY),
			"tray", group("surface", c.Tray.Surface, "trophies", c.Tray.Trophies, "kings", c.Tray.Kings),
		),
	)
}

// group is a mapping of names to values in turn.
func group(pairs ...any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(pairs); i += 2 {
		n.Content = append(n.Content, scalar(pairs[i]), scalar(pairs[i+1]))
	}
	return n
}

func scalar(v any) *yaml.Node {
	if n, ok := v.(*yaml.Node); ok {
		return n
	}
	n := &yaml.Node{}
	if err := n.Encode(v); err != nil {
		panic(err) // numbers, words and lists of places
	}
	if n.Kind == yaml.SequenceNode {
		n.Style = yaml.FlowStyle
	}
	return n
}

// replace puts a file in place of another at once: whoever reads it sees the one or the other.
func replace(path string, text []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("config: writing: %w", err)
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("config: writing: %w", err)
	}
	return nil
}
