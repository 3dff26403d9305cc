package web

import "crownhead/robot"

// moveHelp is what a robot shows of where checkers may go; nothing of one that doesn't say it.
func moveHelp(v robot.Snapshot) robot.MoveHelp {
	if v.Help.Targets == nil {
		v.Help.Targets = map[string][]string{}
	}
	return v.Help
}
