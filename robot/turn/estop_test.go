package turn

import (
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// A stop that is latched while the controller is refused can be cleared wherever the turn stands.
func TestStopOutlivesRefusedLink(t *testing.T) {
	clear, cleared := commandEvent(command.Clear), Event{Kind: EventEstop}
	refused := Event{Kind: EventLink, Link: LinkRefused, Refusal: RefusedUncalibrated}
	stopped := func() *script {
		return begin(t, startFEN, board.White).feed(Event{Kind: EventEstop, On: true}).want(Stopped, say.Stopped).
			feed(Event{Kind: EventLink, Link: LinkDown}, refused).want(NotReady, say.NotCalibrated)
	}
	t.Run("cleared at once", func(t *testing.T) {
		x := stopped().feed(clear).effects(EffectClear).feed(cleared).want(NotReady, say.NotCalibrated)
		if x.s.Arm.Latched || x.s.Arm.ClearAsked {
			t.Errorf("%+v", x.s.Arm)
		}
		x.feed(clear).effects()
	})
	t.Run("cleared in service", func(t *testing.T) {
		stopped().feed(commandEvent(command.ServiceOn)).want(Service, say.Service).
			feed(clear).effects(EffectClear).feed(cleared).want(Service, say.Service)
	})
	t.Run("the link comes up", func(t *testing.T) {
		stopped().feed(up(2)).want(Stopped, say.Stopped).feed(clear, cleared).want(NotReady, say.GettingReady).
			effects(EffectHome)
	})
	t.Run("the link comes up in service", func(t *testing.T) {
		stopped().feed(commandEvent(command.ServiceOn), up(2), commandEvent(command.ServiceOff)).
			want(Stopped, say.Stopped)
	})
}
