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

// BackupExt is the extension of the previous version of a file.
const BackupExt = ".bak"

// WriteCalibration writes the places of the arm into the file, and that they were measured. Nothing else in the file
// changes, comments and line ends included. Its previous version stays beside it with BackupExt. A missing file is
// created. Nobody ever sees the file half-written.
func WriteCalibration(path string, c arm.Config) error {
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = nil, nil
	}
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	text, err := textWithCalibration(old, c)
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

// textWithCalibration returns the text of a configuration with a calibration in it. It parses the result again
// and checks that it holds the calibration.
func textWithCalibration(old []byte, c arm.Config) ([]byte, error) {
	want := calibrationNode(c)
	if len(bytes.TrimSpace(old)) == 0 {
		body, err := encodeYAML(want)
		return append([]byte("# Written by crownhead calibrate corners.\n"), body...), err
	}
	if _, err := Parse(old); err != nil {
		return nil, err
	}
	text, err := mergeValues(old, want)
	if err != nil {
		return nil, err
	}
	got, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("config: writing the calibration would make the file faulty: %w", err)
	}
	if !bytes.Equal(canonicalText(calibrationNode(got.Arm)), canonicalText(want)) || !got.Calibrated {
		return nil, errors.New("config: the layout of the file doesn't allow writing the calibration into it")
	}
	return text, nil
}

func canonicalText(n *yaml.Node) []byte {
	text, _ := yaml.Marshal(n) // a node of plain values always marshals
	return text
}

// calibrationNode returns what a calibration writes, under the names of the file.
func calibrationNode(c arm.Config) *yaml.Node {
	b, l := c.Board, c.Links
	return mappingNode(
		"calibrated", true,
		"arm", mappingNode(
			"links", mappingNode("upper", l.Upper, "forearm", l.Forearm, "tool", l.Tool),
			"board", mappingNode(
				"centre_x", b.CentreX, "centre_y", b.CentreY, "yaw", b.Yaw, "surface", b.Surface,
				"tilt_x", b.TiltX, "tilt_y", b.TiltY,
			),
			"tray", mappingNode("surface", c.Tray.Surface, "trophies", c.Tray.Trophies, "kings", c.Tray.Kings),
		),
	)
}

// mappingNode returns a mapping from pairs of a name and a value.
func mappingNode(pairs ...any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(pairs); i += 2 {
		n.Content = append(n.Content, scalarNode(pairs[i]), scalarNode(pairs[i+1]))
	}
	return n
}

func scalarNode(v any) *yaml.Node {
	if n, ok := v.(*yaml.Node); ok {
		return n
	}
	n := &yaml.Node{}
	if err := n.Encode(v); err != nil {
		panic(err) // numbers, words and lists of places always encode
	}
	if n.Kind == yaml.SequenceNode {
		n.Style = yaml.FlowStyle
	}
	return n
}
