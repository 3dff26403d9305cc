package turn

import (
	"testing"

	"crownhead/robot/command"
)

// A request for help that is repeated soon, because something else was said, counts as little time
// without an answer.
func TestIdleTimeIsThatOfTheDeadline(t *testing.T) {
	x := moving(t).feed(trouble(ArmHelpPick, 0, 0, 0), commandEvent(command.OfferDraw), due(deadlineHelp))
	if x.s.Wait.IdleMS != readAnswerMS {
		t.Errorf("%d ms after a deadline of %d", x.s.Wait.IdleMS, readAnswerMS)
	}
	if x.feed(due(deadlineHelp)); x.s.Wait.IdleMS != readAnswerMS+deadlines[deadlineHelp].after {
		t.Errorf("%d ms after the next deadline", x.s.Wait.IdleMS)
	}
}
