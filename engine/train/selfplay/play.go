package selfplay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
)

// treeNodes is enough for the tree of a full search: few states have more than 16 actions.
func treeNodes(p Plan) int { return max(1<<14, 16*(p.Visits+p.FastVisits)) }

// A gameRun is a game that is being played.
type gameRun struct {
	plan           Plan
	engine         *mcts.Engine
	rng            *rand.Rand
	record         Game
	game           board.Game
	state          net.State
	partialCapture []net.Action
	legal          []net.Action
}

func newGameRun(p Plan, number uint64) *gameRun {
	return &gameRun{plan: p, rng: rand.New(rand.NewPCG(p.Seed, number))}
}

// playGame makes the game of a number.
func playGame(ctx context.Context, e net.Evaluator, p Plan, number uint64) (*Game, error) {
	run := newGameRun(p, number)
	o := mcts.DefaultOptions()
	o.Nodes, o.Seed = treeNodes(p), run.rng.Uint64()
	var err error
	if run.engine, err = mcts.New(e, o); err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	if err := run.playOpening(ctx); err != nil {
		return nil, err
	}
	for proven := false; !proven; {
		if o := run.game.Outcome(); o.Over() {
			run.record.White = whiteResult(o)
			break
		}
		if proven, err = run.playDecision(ctx); err != nil {
			return nil, err
		}
	}
	return &run.record, nil
}

// maxOpenings is how many are tried before the last is taken, even or not.
const maxOpenings = 20

// playOpening plays random moves until the game is even.
func (run *gameRun) playOpening(ctx context.Context) error {
	for range maxOpenings {
		run.setGame(board.NewGame(board.Start(), board.FederationRules))
		run.record = Game{Start: run.game.Start()}
		for plies := run.rng.IntN(run.plan.Opening + 1); run.game.Plies() < plies && !run.game.Outcome().Over(); {
			run.legal = run.state.AppendActions(run.legal[:0])
			if err := run.applyDecision(Decision{Action: run.legal[run.rng.IntN(len(run.legal))]}); err != nil {
				return err
			}
		}
		if run.game.Outcome().Over() {
			continue
		}
		r, err := run.searchState(ctx, false)
		if err != nil {
			return err
		}
		if math.Abs(r.Value) <= run.plan.Even {
			return nil
		}
	}
	return nil
}

// setGame makes a game the current one.
func (run *gameRun) setGame(g board.Game) {
	run.game, run.state, run.partialCapture = g, net.NewState(g), run.partialCapture[:0]
}

// playDecision takes the next decision. If the result is proven then, it is the game's.
func (run *gameRun) playDecision(ctx context.Context) (proven bool, err error) {
	full := run.rng.Float64() < run.plan.Full
	run.legal = run.state.AppendActions(run.legal[:0])
	if len(run.legal) == 1 {
		return false, run.applyDecision(forcedDecision(run.legal[0], full))
	}
	r, err := run.searchState(ctx, full)
	if err != nil {
		return false, err
	}
	d := Decision{Action: run.sampleAction(r), Searched: true, Value: float32(r.Value)}
	if full {
		d.Policy = policyTarget(r)
	}
	if r.Proven {
		run.record.White = int(r.Value)
		if run.state.Position.Turn == board.Black {
			run.record.White = -run.record.White
		}
	}
	return r.Proven, run.applyDecision(d)
}

// forcedDecision is one without a choice.
func forcedDecision(a net.Action, learnt bool) Decision {
	if !learnt {
		return Decision{Action: a}
	}
	return Decision{Action: a, Policy: []net.ActionShare{{Action: a, Part: 1}}}
}

// searchState searches the current state.
func (run *gameRun) searchState(ctx context.Context, full bool) (mcts.Result, error) {
	q := mcts.Query{
		Game: run.game, PartialCapture: run.partialCapture,
		Limits: engine.Limits{Nodes: int64(run.plan.FastVisits)},
	}
	if full {
		run.engine.Forget()
		q.Limits.Nodes, q.Explores = int64(run.plan.Visits), true
	}
	r, err := run.engine.Search(ctx, q)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return r, fmt.Errorf("selfplay: searching %s: %w", run.game.Position().FEN(), err)
	}
	return r, nil
}

// policyTarget is what a network is to learn of a search.
func policyTarget(r mcts.Result) []net.ActionShare {
	var list []net.ActionShare
	for _, f := range r.Actions {
		if f.Policy > 0 {
			list = append(list, net.ActionShare{Action: f.Action, Part: float32(f.Policy)})
		}
	}
	return list
}

// minTemperature is where nothing is left to chance.
const minTemperature = 0.1

// sampleAction draws an action by its share, sharpened by the temperature of the ply.
func (run *gameRun) sampleAction(r mcts.Result) net.Action {
	best := 0
	for i, f := range r.Actions {
		if f.Policy > r.Actions[best].Policy {
			best = i
		}
	}
	temperature := run.plan.Temperature * math.Exp2(-float64(run.game.Plies())/run.plan.Cooling)
	if temperature < minTemperature {
		return r.Actions[best].Action
	}
	weights, sum := make([]float64, len(r.Actions)), 0.0
	for i, f := range r.Actions {
		weights[i] = math.Pow(f.Policy/r.Actions[best].Policy, 1/temperature)
		sum += weights[i]
	}
	x := run.rng.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return r.Actions[i].Action
		}
	}
	return r.Actions[best].Action
}

// applyDecision records a decision and carries it out.
func (run *gameRun) applyDecision(d Decision) error {
	run.record.Decisions = append(run.record.Decisions, d)
	next, move, whole := run.state.Apply(d.Action)
	if !whole {
		run.state, run.partialCapture = next, append(run.partialCapture, d.Action)
		return nil
	}
	g, err := run.game.Play(move)
	if err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	run.setGame(g)
	return nil
}
