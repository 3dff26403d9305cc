package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"crownhead/arm"
)

// checkReach adds a fault for every option that puts something out of the arm's reach. It needs a configuration
// without other faults.
func (w *decoder) checkReach(c arm.Config) {
	_, err := arm.New(c)
	var beyond arm.UnreachablePlaces
	if !errors.As(err, &beyond) {
		if err != nil {
			w.addProblem("arm", strings.TrimPrefix(err.Error(), "arm: "))
		}
		return
	}
	for len(beyond) > 0 {
		option := beyond[0].Option
		group := slices.DeleteFunc(slices.Clone(beyond), func(b arm.UnreachablePlace) bool { return b.Option != option })
		beyond = slices.DeleteFunc(beyond, func(b arm.UnreachablePlace) bool { return b.Option == option })
		w.addProblemWithHint("arm."+option, describeUnreachable(group), reachHint(group))
	}
}

// describeUnreachable describes in one line which places an option puts out of reach, the worst ones first.
func describeUnreachable(group arm.UnreachablePlaces) string {
	slices.SortStableFunc(group, func(a, b arm.UnreachablePlace) int { return int(distanceRank(b) - distanceRank(a)) })
	worst, places := []string{}, map[string]bool{}
	for _, b := range group {
		const most = 3
		if !places[b.Place] && len(worst) < most {
			worst = append(worst, fmt.Sprintf("%s (%s)", b, describeExcess(b)))
		}
		places[b.Place] = true
	}
	if len(places) == 1 {
		return fmt.Sprintf("out of the arm's reach: %s at %v", worst[0], group[0].Err)
	}
	return fmt.Sprintf("%d squares are out of the arm's reach, the worst %s", len(places), strings.Join(worst, ", "))
}

// distanceRank ranks places by distance from reach; a place that can't be moved into reach along its direction
// is the worst.
func distanceRank(b arm.UnreachablePlace) float64 {
	const worse = 1e6
	if math.IsNaN(b.Excess) {
		return worse
	}
	return math.Abs(b.Excess)
}

func describeExcess(b arm.UnreachablePlace) string {
	switch {
	case math.IsNaN(b.Excess):
		return "outside the range of the base's turn"
	case b.Excess > 0:
		return fmt.Sprintf("%g mm too far", b.Excess)
	default:
		return fmt.Sprintf("%g mm too near", -b.Excess)
	}
}

func reachHint(group arm.UnreachablePlaces) string {
	b := group[0] // the worst
	switch {
	case math.IsNaN(b.Excess):
		return "move it into the range that the links and limits allow"
	case b.Excess > 0:
		return fmt.Sprintf("put it at least %g mm nearer to the base", b.Excess)
	default:
		return fmt.Sprintf("put it at least %g mm farther from the base", -b.Excess)
	}
}
