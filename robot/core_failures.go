package robot

import "time"

// A ArmFailure is why the arm gave a move up.
type ArmFailure struct {
	At     time.Duration
	Reason string
}

// keptFailures is how many are remembered: the first ones tell why.
const keptFailures = 5

// fails remembers a failure of the arm.
func (c *Core) fails(now time.Duration, reason string) {
	if len(c.failures) < keptFailures {
		c.failures = append(c.failures, ArmFailure{now, reason})
	}
}

// ArmFailures are the first times that the arm gave a move up in this run.
func (c *Core) ArmFailures() []ArmFailure { return c.failures }
