package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gopkg.in/yaml.v3"

	"crownhead/arm"
	"crownhead/internal/atomicfile"
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
		if err := atomicfile.Replace(path+BackupExt, old); err != nil {
			return fmt.Errorf("config: writing: %w", err)
		}
	}
	if err := atomicfile.Replace(path, text); err != nil {
		return fmt.Errorf("config: writing: %w", err)
	}
	return nil
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
