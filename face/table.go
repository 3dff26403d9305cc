package face

// States of the game that have an emotion of their own, the rows of the mood table. The first five are lasting: the face
// rests in them. The others are of the moment: they pass.
const (
	stateEven   = "even"
	stateAhead  = "ahead"
	stateBehind = "behind"
	stateIdle   = "idle"
	stateFault  = "fault"

	stateGreeting    = "greeting"
	stateCaptured    = "captured"
	stateBereft      = "bereft"
	stateRuleBroken  = "rule_broken"
	stateVisitorGood = "visitor_good"
	stateVisitorBad  = "visitor_bad"
	stateJumpUp      = "jump_up"
	stateJumpDown    = "jump_down"
	stateDive        = "dive"
	stateWon         = "won"
	stateLost        = "lost"
	stateDrawn       = "drawn"
)

// States returns the rows of the mood table in order.
func States() []string {
	return []string{
		stateEven, stateAhead, stateBehind, stateIdle, stateFault,
		stateGreeting, stateCaptured, stateBereft, stateRuleBroken, stateVisitorGood, stateVisitorBad,
		stateJumpUp, stateJumpDown, stateDive, stateWon, stateLost, stateDrawn,
	}
}

// Both tables keep what the robot's source says of it: a capture makes it happy, and only a jump of the win estimate
// surprises or frightens it.

// positiveMoods is a good host: it shares the visitor's luck, and mourns with him rather than scold.
func positiveMoods() map[string]string {
	return map[string]string{
		stateEven: "neutral", stateAhead: "neutral", stateBehind: "neutral", stateIdle: "neutral", stateFault: "sad",
		stateGreeting: "happy", stateCaptured: "happy", stateBereft: "happy", stateRuleBroken: "sad",
		stateVisitorGood: "happy", stateVisitorBad: "sad",
		stateJumpUp: "surprised", stateJumpDown: "surprised", stateDive: "afraid",
		stateWon: "happy", stateLost: "happy", stateDrawn: "happy",
	}
}

// negativeMoods is a stage villain: it gloats, sulks and frowns.
func negativeMoods() map[string]string {
	return map[string]string{
		stateEven: "neutral", stateAhead: "happy", stateBehind: "angry", stateIdle: "neutral", stateFault: "sad",
		stateGreeting: "neutral", stateCaptured: "happy", stateBereft: "angry", stateRuleBroken: "angry",
		stateVisitorGood: "disgusted", stateVisitorBad: "happy",
		stateJumpUp: "surprised", stateJumpDown: "surprised", stateDive: "afraid",
		stateWon: "happy", stateLost: "sad", stateDrawn: "disgusted",
	}
}
