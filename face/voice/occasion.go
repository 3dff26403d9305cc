package voice

import (
	"slices"
	"strings"

	"crownhead/face"
)

// A class says how much a phrase matters. A higher one cuts a remark short, and a warning cuts short whatever matters
// less; otherwise who speaks is let finish.
type class int

const (
	remark  class = iota // nice to hear
	turn                 // tells how the game goes on
	result               // how it ended, and the move that ended it
	warning              // somebody's hand is wanted, or in the way
)

// events are what phrases are for, each with its class. Of two that fall together and matter alike the earlier is spoken.
var events = []struct {
	name  string
	class class
}{
	{"hands_off", warning},
	{"stopped", warning},
	{"trouble", warning},
	{"board_upset", warning},
	{"help", warning},
	{"turn_over", warning},
	{"hold_still", warning},
	{"must_capture", warning},
	{"rule", warning},
	{"mend", warning},
	{"wait", warning},
	{"visitor_wins", result},
	{"robot_wins", result},
	{"draw", result},
	{"greeting", turn},
	{"promotion", turn},
	{"my_capture", turn},
	{"takeback", turn},
	{"hint", turn},
	{"draw_offer", turn},
	{"draw_declined", turn},
	{"takeback_offer", turn},
	{"new_game_offer", turn},
	{"paused", turn},
	{"capture_goes_on", turn},
	{"take_off", turn},
	{"no_move", turn},
	{"farewell", turn},
	{"still_there", turn},
	{"resumed", turn},
	{"set_up", turn},
	{"your_turn", turn},
	{"joke", remark},
	{"good_move", remark},
	{"bad_move", remark},
	{"my_loss", remark},
	{"long_thinking", remark},
	{"thinking", remark},
	{"my_move", remark},
	{"ready", remark},
	{"idle", remark},
}

// Events returns the names of all that phrases can be for.
func Events() []string {
	var names []string
	for _, e := range events {
		names = append(names, e.name)
	}
	return names
}

// spoken says which sentences of face/say have phrases; at the others the voice is silent, and the screen suffices.
var spoken = map[string]string{
	"your_turn": "your_turn", "your_turn_white": "your_turn", "your_turn_black": "your_turn",
	"thinking": "thinking", "my_move": "my_move", "my_capture": "my_capture",
	"hold_still": "hold_still", "hands_off": "hands_off", "hint": "hint",
	"takeback_seen": "takeback", "takeback_done": "takeback", "takeback_offer": "takeback_offer", "new_game_offer": "new_game_offer",
	"draw_offer": "draw_offer", "draw_declined": "draw_declined", "draw_later": "draw_declined", "paused": "paused",
	"your_move": "no_move", "your_move_again": "no_move", "capture_goes_on": "capture_goes_on", "take_off": "take_off",
	"must_capture": "must_capture", "move_not_legal": "rule", "men_go_forward": "rule",
	"put_back": "mend", "put_in_middle": "mend", "put_back_mine": "mend", "take_away": "mend",
	"help_pick": "help", "help_place": "help", "help_remove": "help", "tray_full": "help", "tidy_tray": "help",
	"turn_over": "turn_over", "crown_yours": "promotion",
	"set_up": "set_up", "set_up_as_white": "set_up", "set_up_as_black": "set_up", "new_game": "set_up", "board_upset": "board_upset",
	"getting_ready": "ready", "link_lost": "wait",
	"homing_failed": "trouble", "engine_fault": "trouble", "arm_fault": "trouble", "wrong_firmware": "trouble",
	"setup_refused": "trouble", "not_calibrated": "trouble", "fault_empty": "trouble", "fault_full": "trouble",
	"sensors_fault": "trouble",
	"stopped":       "stopped", "stopped_virtual": "stopped",
	"still_there": "still_there", "resumed": "resumed", "idle_invite": "idle", "end_abandoned": "farewell",
}

// ends are the events of the sentences that tell how a game ended, by their beginnings.
var ends = map[string]string{"end_win_": "visitor_wins", "end_loss_": "robot_wins", "end_draw_": "draw"}

// felt says which feelings have phrases.
var felt = map[face.Cue]string{
	face.Greeting: "greeting", face.PiecesLost: "my_loss", face.VisitorGood: "good_move", face.VisitorBad: "bad_move",
}

// eventOf returns the event of a sentence's key, or "".
func eventOf(key string) string {
	for beginning, event := range ends {
		if strings.HasPrefix(key, beginning) {
			return event
		}
	}
	return spoken[key]
}

// occasions returns what a moment gives to speak about, what matters most first.
func occasions(m face.Moment) []occasion {
	var names []string
	for _, f := range m.Cues {
		names = append(names, felt[f])
	}
	for _, key := range m.Said {
		names = append(names, eventOf(key))
	}
	var out []occasion
	for _, e := range events {
		if !slices.Contains(names, e.name) {
			continue
		}
		o := occasion{event: e.name, class: e.class}
		if m.Ends && (e.name == "my_move" || e.name == "my_capture") {
			o.class = result
		}
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(a, b occasion) int { return int(b.class) - int(a.class) })
	return out
}

// An occasion is one event of a moment.
type occasion struct {
	event string
	class class
}
