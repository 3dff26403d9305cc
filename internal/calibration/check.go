package calibration

import (
	"fmt"
	"slices"
	"strings"

	"crownhead/arm"
	"crownhead/internal/cli"
)

// checkedPlaces are the board's edges and middle, and both plates of the tray.
var checkedPlaces = []string{"a1", "g1", "h4", "h8", "b8", "a5", "d4", "e5", "tray1", "king1"}

// checkPlaces brings the tip to one place after the other, as high as a checker's top, and asks whether it is right.
func (d *dialogue) checkPlaces() error {
	if err := d.findController(); err != nil {
		return err
	}
	places := slices.DeleteFunc(slices.Clone(checkedPlaces), func(name string) bool {
		return name == "king1" && d.arm.status().Tray.KingSlots == 0
	})
	d.printLine("The tip goes to %d places, a checker's height above each. Is it above the middle? y, n, or quit.",
		len(places))
	var wrong []string
	for _, name := range places {
		if err := d.bringTip(name, arm.HeightTouch); err != nil {
			if cerr := d.showRefusal(err); cerr != nil {
				return cerr
			}
			wrong = append(wrong, name)
			continue
		}
		yes, err := d.askYesNo(name)
		if err != nil {
			return cli.NegativeAnswer("calibrate check", fmt.Errorf("given up at %s", name),
				"crownhead calibrate check begins again")
		}
		if !yes {
			wrong = append(wrong, name)
		}
	}
	if len(wrong) > 0 {
		return cli.NegativeAnswer("calibrate check", fmt.Errorf("not right: %s", strings.Join(wrong, ", ")),
			"crownhead calibrate corners measures again")
	}
	d.printLine("Every place is right.")
	return nil
}

// askYesNo asks until the answer is y or n.
func (d *dialogue) askYesNo(name string) (bool, error) {
	for {
		line, err := d.askLine(describePlace(name) + ": y/n")
		switch {
		case err != nil:
			return false, err
		case line == "quit":
			return false, errQuit
		case line == "y" || line == "yes":
			return true, nil
		case line == "n" || line == "no":
			return false, nil
		}
	}
}

// describePlace says where a place is, seen by a person in front of the board.
func describePlace(name string) string {
	where := map[string]string{
		"a1": "the dark corner at the visitor's left", "g1": "the dark square at the visitor's right",
		"h8": "the dark corner at the robot's left hand", "b8": "the dark square at the robot's right hand",
	}
	number := strings.TrimLeft(name, "trayking")
	switch {
	case where[name] != "":
		return name + ", " + where[name]
	case strings.HasPrefix(name, "tray"):
		return name + ", slot " + number + " for captured checkers"
	case strings.HasPrefix(name, "king"):
		return name + ", slot " + number + " for spare kings"
	default:
		return "the square " + name
	}
}
