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

// treeNodes are enough for the tree of a full search: few states have more than 16 actions.
func treeNodes(p Plan) int { return max(1<<14, 16*(p.Visits+p.Fast)) }

// A gameMaker plays one game.
type gameMaker struct {
	plan   Plan
	engine *mcts.Engine
	rng    *rand.Rand
	made   Game
	game   board.Game
	state  net.State
	way    []net.Action
	legal  []net.Action
}

func newGameMaker(p Plan, number uint64) *gameMaker {
	return &gameMaker{plan: p, rng: rand.New(rand.NewPCG(p.Seed, number))}
}

// playGame makes the game of a number.
func playGame(ctx context.Context, e net.Evaluator, p Plan, number uint64) (*Game, error) {
	m := newGameMaker(p, number)
	o := mcts.DefaultOptions()
	o.Nodes, o.Seed = treeNodes(p), m.rng.Uint64()
	var err error
	if m.engine, err = mcts.New(e, o); err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	if err := m.playOpening(ctx); err != nil {
		return nil, err
	}
	for certain := false; !certain; {
		if o := m.game.Outcome(); o.Over() {
			m.made.White = whiteResult(o)
			break
		}
		if certain, err = m.playDecision(ctx); err != nil {
			return nil, err
		}
	}
	return &m.made, nil
}

// maxOpenings is how many are tried before the last is taken, even or not.
const maxOpenings = 20

// playOpening plays random moves until the game is even.
func (m *gameMaker) playOpening(ctx context.Context) error {
	for range maxOpenings {
		m.setGame(board.NewGame(board.Start(), board.FederationRules))
		m.made = Game{Start: m.game.Start()}
		for plies := m.rng.IntN(m.plan.Opening + 1); m.game.Plies() < plies && !m.game.Outcome().Over(); {
			m.legal = m.state.AppendActions(m.legal[:0])
			if err := m.applyDecision(Decision{Action: m.legal[m.rng.IntN(len(m.legal))]}); err != nil {
				return err
			}
		}
		if m.game.Outcome().Over() {
			continue
		}
		r, err := m.searchState(ctx, false)
		if err != nil {
			return err
		}
		if math.Abs(r.Value) <= m.plan.Even {
			return nil
		}
	}
	return nil
}

// setGame makes a game the current one.
func (m *gameMaker) setGame(g board.Game) {
	m.game, m.state, m.way = g, net.NewState(g), m.way[:0]
}

// playDecision takes the next decision. If the result is certain then, it is the game's.
func (m *gameMaker) playDecision(ctx context.Context) (certain bool, err error) {
	full := m.rng.Float64() < m.plan.Full
	m.legal = m.state.AppendActions(m.legal[:0])
	if len(m.legal) == 1 {
		return false, m.applyDecision(forcedDecision(m.legal[0], full))
	}
	r, err := m.searchState(ctx, full)
	if err != nil {
		return false, err
	}
	d := Decision{Action: m.sampleAction(r), Searched: true, Value: float32(r.Value)}
	if full {
		d.Policy = policyTarget(r)
	}
	if r.Certain {
		m.made.White = int(r.Value)
		if m.state.Position.Turn == board.Black {
			m.made.White = -m.made.White
		}
	}
	return r.Certain, m.applyDecision(d)
}

// forcedDecision is one without a choice.
func forcedDecision(a net.Action, learnt bool) Decision {
	if !learnt {
		return Decision{Action: a}
	}
	return Decision{Action: a, Policy: []net.ActionShare{{Action: a, Part: 1}}}
}

// searchState searches the current state.
func (m *gameMaker) searchState(ctx context.Context, full bool) (mcts.Result, error) {
	q := mcts.Query{Game: m.game, Way: m.way, Limits: engine.Limits{Nodes: int64(m.plan.Fast)}}
	if full {
		m.engine.Forget()
		q.Limits.Nodes, q.Explores = int64(m.plan.Visits), true
	}
	r, err := m.engine.Search(ctx, q)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return r, fmt.Errorf("selfplay: searching %s: %w", m.game.Position().FEN(), err)
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
func (m *gameMaker) sampleAction(r mcts.Result) net.Action {
	best := 0
	for i, f := range r.Actions {
		if f.Policy > r.Actions[best].Policy {
			best = i
		}
	}
	temperature := m.plan.Temperature * math.Exp2(-float64(m.game.Plies())/m.plan.Cooling)
	if temperature < minTemperature {
		return r.Actions[best].Action
	}
	weights, sum := make([]float64, len(r.Actions)), 0.0
	for i, f := range r.Actions {
		weights[i] = math.Pow(f.Policy/r.Actions[best].Policy, 1/temperature)
		sum += weights[i]
	}
	x := m.rng.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return r.Actions[i].Action
		}
	}
	return r.Actions[best].Action
}

// applyDecision records a decision and carries it out.
func (m *gameMaker) applyDecision(d Decision) error {
	m.made.Decisions = append(m.made.Decisions, d)
	next, move, whole := m.state.Act(d.Action)
	if !whole {
		m.state, m.way = next, append(m.way, d.Action)
		return nil
	}
	g, err := m.game.Play(move)
	if err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	m.setGame(g)
	return nil
}
