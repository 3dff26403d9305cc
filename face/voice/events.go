package voice

import (
	"slices"
	"strings"

	"crownhead/face"
)

// A priority says how much a phrase matters. A higher one cuts small talk short, and a warning cuts
// short whatever matters less; otherwise the phrase that is spoken may finish.
type priority int

const (
	smallTalk priority = iota // nice to hear
	progress                  // how the game goes on
	outcome                   // how the game ended, and the move that ended it
	warning                   // somebody has to help, or to keep their hands away
)

// An event is something that phrases are for, and what brings it about.
type event struct {
	name     string // as packs have it
	priority priority
	chance   float64  // how often it is spoken of; 0: always
	cue      face.Cue // that the face reacted to
	keys     []string // sentences of face/say; one that ends with "_" stands for all that begin so
}

// events is the one table of events. A new event is one entry here, phrases in the packs, and a word in
// packs/README.md; at sentences that are in no entry the voice is silent, and the screen suffices. Of
// two events at one moment that matter alike, the earlier in the table is spoken of.
var events = []event{
	{name: "hands_off", priority: warning, keys: []string{"hands_off"}},
	{name: "stopped", priority: warning, keys: []string{"stopped", "stopped_virtual"}},
	{name: "trouble", priority: warning, keys: []string{
		"homing_failed", "engine_fault", "arm_fault", "wrong_firmware", "setup_refused", "not_calibrated",
		"fault_empty", "fault_full", "sensors_fault",
	}},
	{name: "board_upset", priority: warning, keys: []string{"board_upset"}},
	{name: "help", priority: warning, keys: []string{
		"help_pick", "help_place", "help_remove", "tray_full", "tidy_tray",
	}},
	{name: "turn_over", priority: warning, keys: []string{"turn_over"}},
	{name: "hold_still", priority: warning, keys: []string{"hold_still"}},
	{name: "must_capture", priority: warning, keys: []string{"must_capture"}},
	{name: "rule", priority: warning, keys: []string{"move_not_legal", "men_go_forward"}},
	{name: "mend", priority: warning, keys: []string{"put_back", "put_in_middle", "put_back_mine", "take_away"}},
	{name: "wait", priority: warning, keys: []string{"link_lost"}},
	{name: "visitor_wins", priority: outcome, keys: []string{"end_win_"}},
	{name: "robot_wins", priority: outcome, keys: []string{"end_loss_"}},
	{name: "draw", priority: outcome, keys: []string{"end_draw_"}},
	{name: "greeting", priority: progress, cue: face.Greeting},
	{name: "promotion", priority: progress, keys: []string{"crown_yours"}},
	{name: "my_capture", priority: progress, keys: []string{"my_capture"}},
	{name: "takeback", priority: progress, keys: []string{"takeback_seen", "takeback_done"}},
	{name: "hint", priority: progress, keys: []string{"hint"}},
	{name: "draw_offer", priority: progress, keys: []string{"draw_offer"}},
	{name: "draw_declined", priority: progress, keys: []string{"draw_declined", "draw_later"}},
	{name: "takeback_offer", priority: progress, keys: []string{"takeback_offer"}},
	{name: "new_game_offer", priority: progress, keys: []string{"new_game_offer"}},
	{name: "paused", priority: progress, keys: []string{"paused"}},
	{name: "capture_goes_on", priority: progress, keys: []string{"capture_goes_on"}},
	{name: "take_off", priority: progress, keys: []string{"take_off"}},
	{name: "no_move", priority: progress, keys: []string{"your_move", "your_move_again"}},
	{name: "farewell", priority: progress, keys: []string{"end_abandoned"}},
	{name: "still_there", priority: progress, keys: []string{"still_there"}},
	{name: "resumed", priority: progress, keys: []string{"resumed"}},
	{name: "set_up", priority: progress, keys: []string{
		"set_up", "set_up_as_white", "set_up_as_black", "new_game",
	}},
	{name: "your_turn", priority: progress, keys: []string{"your_turn", "your_turn_white", "your_turn_black"}},
	{name: "joke", priority: smallTalk, chance: 0.2},
	{name: "good_move", priority: smallTalk, cue: face.VisitorGood},
	{name: "bad_move", priority: smallTalk, cue: face.VisitorBad},
	{name: "my_loss", priority: smallTalk, cue: face.PiecesLost},
	{name: "long_thinking", priority: smallTalk},
	{name: "thinking", priority: smallTalk, keys: []string{"thinking"}},
	{name: "my_move", priority: smallTalk, chance: 0.5, keys: []string{"my_move"}},
	{name: "ready", priority: smallTalk, keys: []string{"getting_ready"}},
	{name: "idle", priority: smallTalk, keys: []string{"idle_invite"}},
}

// eventNames returns the names of all that phrases can be for.
func eventNames() []string {
	var names []string
	for _, e := range events {
		names = append(names, e.name)
	}
	return names
}

// chanceOf returns how often the event of a name is spoken of; 0: always.
func chanceOf(name string) float64 {
	for _, e := range events {
		if e.name == name {
			return e.chance
		}
	}
	return 0
}

// arisesFrom reports whether a moment brings the event about.
func (e event) arisesFrom(m face.Moment) bool {
	if e.cue != "" && slices.Contains(m.Cues, e.cue) {
		return true
	}
	return slices.ContainsFunc(m.Said, e.isAbout)
}

// isAbout reports whether the sentence of a key brings the event about.
func (e event) isAbout(key string) bool {
	return slices.ContainsFunc(e.keys, func(k string) bool {
		return k == key || strings.HasSuffix(k, "_") && strings.HasPrefix(key, k)
	})
}

// isMove reports whether the event is a move of the robot's.
func (e event) isMove() bool { return e.name == "my_move" || e.name == "my_capture" }

// eventsOf returns the events of a moment, the one that matters most first. The robot's move matters
// more when it ends the game.
func eventsOf(m face.Moment) []event {
	var found []event
	for _, e := range events {
		if !e.arisesFrom(m) {
			continue
		}
		if m.Ends && e.isMove() {
			e.priority = outcome
		}
		found = append(found, e)
	}
	slices.SortStableFunc(found, func(a, b event) int { return int(b.priority) - int(a.priority) })
	return found
}
