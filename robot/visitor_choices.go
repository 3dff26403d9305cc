package robot

import (
	"cmp"

	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// visitorChoices is what a visitor has chosen in place of the configuration. It stays from game to game, until the
// visitor has gone. What was not chosen is "".
type visitorChoices struct{ level, lang, attitude string }

// recordCommand records the choice that a command makes, if it makes one.
func (v *visitorChoices) recordCommand(name command.Name, args map[string]string) {
	switch name {
	case command.Level:
		v.level = args[command.ArgLevel]
	case command.Language:
		v.lang = args[command.ArgLang]
	case command.Attitude:
		v.attitude = args[command.ArgAttitude]
	}
}

// applyTo returns the settings with what was chosen.
func (v *visitorChoices) applyTo(set turn.Settings) turn.Settings {
	set.Level = cmp.Or(v.level, set.Level)
	set.Lang = cmp.Or(v.lang, set.Lang)
	set.Attitude = cmp.Or(v.attitude, set.Attitude)
	return set
}

// restoreChoices forgets what a visitor has chosen who has gone before the first move, also in the game at hand.
func (c *Core) restoreChoices() {
	c.choices = visitorChoices{}
	now, set := c.state.Settings, c.cfg.Settings
	args := map[string]string{
		command.ArgLevel: set.Level, command.ArgLang: set.Lang, command.ArgAttitude: set.Attitude,
	}
	if !set.Alternate && now.VisitorColor != set.VisitorColor {
		args[command.ArgColour] = set.VisitorColor.String()
	}
	if len(args) > 3 || now.Level != set.Level || now.Lang != set.Lang || now.Attitude != set.Attitude {
		c.queue.push(turn.Event{Kind: turn.EventCommand, Command: turn.CommandRestore, Args: args})
	}
}
