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

// A player makes one game.
type player struct {
	plan   Plan
	engine *mcts.Engine
	dice   *rand.Rand
	made   Game
	game   board.Game
	state  net.State
	way    []net.Action
	legal  []net.Action
}

func newPlayer(p Plan, number uint64) *player {
	return &player{plan: p, dice: rand.New(rand.NewPCG(p.Seed, number))}
}

// play makes the game of a number.
func play(ctx context.Context, e net.Evaluator, p Plan, number uint64) (*Game, error) {
	m := newPlayer(p, number)
	o := mcts.DefaultOptions()
	o.Nodes, o.Seed = treeNodes(p), m.dice.Uint64()
	var err error
	if m.engine, err = mcts.New(e, o); err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	if err := m.begin(ctx); err != nil {
		return nil, err
	}
	for certain := false; !certain; {
		if o := m.game.Outcome(); o.Over() {
			m.made.White = whiteResult(o)
			break
		}
		if certain, err = m.decide(ctx); err != nil {
			return nil, err
		}
	}
	return &m.made, nil
}

// openings is how many are tried before the last is taken, even or not.
const openings = 20

// begin plays by chance until the game is even.
func (m *player) begin(ctx context.Context) error {
	for range openings {
		m.stand(board.NewGame(board.Start(), board.FederationRules))
		m.made = Game{Start: m.game.Start()}
		for plies := m.dice.IntN(m.plan.Opening + 1); m.game.Plies() < plies && !m.game.Outcome().Over(); {
			m.legal = m.state.AppendActions(m.legal[:0])
			if err := m.act(Decision{Action: m.legal[m.dice.IntN(len(m.legal))]}); err != nil {
				return err
			}
		}
		if m.game.Outcome().Over() {
			continue
		}
		r, err := m.search(ctx, false)
		if err != nil {
			return err
		}
		if math.Abs(r.Value) <= m.plan.Even {
			return nil
		}
	}
	return nil
}

// stand makes a game's position the present one.
func (m *player) stand(g board.Game) {
	m.game, m.state, m.way = g, net.NewState(g), m.way[:0]
}

// decide takes the next decision. If the result is certain then, it is the game's.
func (m *player) decide(ctx context.Context) (certain bool, err error) {
	full := m.dice.Float64() < m.plan.Full
	m.legal = m.state.AppendActions(m.legal[:0])
	if len(m.legal) == 1 {
		return false, m.act(single(m.legal[0], full))
	}
	r, err := m.search(ctx, full)
	if err != nil {
		return false, err
	}
	d := Decision{Action: m.choose(r), Searched: true, Value: float32(r.Value)}
	if full {
		d.Policy = shares(r)
	}
	if r.Certain {
		m.made.White = int(r.Value)
		if m.state.Position.Turn == board.Black {
			m.made.White = -m.made.White
		}
	}
	return r.Certain, m.act(d)
}

// single is a decision without a choice.
func single(a net.Action, learnt bool) Decision {
	if !learnt {
		return Decision{Action: a}
	}
	return Decision{Action: a, Policy: []net.Share{{Action: a, Part: 1}}}
}

// search searches the present state.
func (m *player) search(ctx context.Context, full bool) (mcts.Result, error) {
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

// shares are what is to be learnt of a search.
func shares(r mcts.Result) []net.Share {
	var list []net.Share
	for _, f := range r.Actions {
		if f.Policy > 0 {
			list = append(list, net.Share{Action: f.Action, Part: float32(f.Policy)})
		}
	}
	return list
}

// coldest is the temperature below which nothing is left to chance.
const coldest = 0.1

// choose draws an action by its share, sharpened by the temperature of the ply.
func (m *player) choose(r mcts.Result) net.Action {
	best := 0
	for i, f := range r.Actions {
		if f.Policy > r.Actions[best].Policy {
			best = i
		}
	}
	heat := m.plan.Temperature * math.Exp2(-float64(m.game.Plies())/m.plan.Cooling)
	if heat < coldest {
		return r.Actions[best].Action
	}
	weights, sum := make([]float64, len(r.Actions)), 0.0
	for i, f := range r.Actions {
		weights[i] = math.Pow(f.Policy/r.Actions[best].Policy, 1/heat)
		sum += weights[i]
	}
	x := m.dice.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return r.Actions[i].Action
		}
	}
	return r.Actions[best].Action
}

// act records a decision and carries it out.
func (m *player) act(d Decision) error {
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
	m.stand(g)
	return nil
}
