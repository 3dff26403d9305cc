package turn

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// A reader is a visitor at a table of true checkers, who does something with them and then exactly what the screen says.
type reader struct {
	*script
	rng   *rand.Rand
	table map[board.Square]board.Color
	off   map[board.Color]int // checkers that a hand holds
	log   []string
	lost  bool
}

// newReader has a game played by random moves, so that the robot has moved last.
func newReader(t testing.TB, seed uint64, plies int) *reader {
	r := &reader{script: begin(t, startFEN, board.White), rng: rand.New(rand.NewPCG(seed, 5))}
	for range plies {
		moves := r.s.Game.Position().Moves()
		if len(moves) == 0 || r.s.Phase != VisitorTurn {
			return nil
		}
		r.visitor(r.s.Game.Position().Notation(moves[r.rng.IntN(len(moves))]))
		if r.s.Phase != Thinking {
			return nil
		}
		moves = r.s.Game.Position().Moves()
		r.robot(r.s.Game.Position().Notation(moves[r.rng.IntN(len(moves))]))
		if r.s.Phase == Help && r.s.Wait.Reason == awaitTurnOver {
			r.feed(press(r.s.OccupiedByGame()))
		}
	}
	if r.s.Phase != VisitorTurn || len(r.s.Game.Position().Moves()) == 0 {
		return nil
	}
	r.layTable()
	return r
}

// layTable lays the checkers as the game has them.
func (r *reader) layTable() {
	r.table, r.off = map[board.Square]board.Color{}, map[board.Color]int{}
	p := r.s.Game.Position()
	for _, c := range []board.Color{board.White, board.Black} {
		for _, sq := range p.Pieces(c).Squares() {
			r.table[sq] = c
		}
	}
}

func (r *reader) occupied() (b board.Bits) {
	for sq := range r.table {
		b |= sq.Bit()
	}
	return b
}

func (r *reader) pick(set board.Bits) board.Square {
	squares := set.Squares()
	if len(squares) == 0 {
		return board.NoSquare
	}
	return squares[r.rng.IntN(len(squares))]
}

func (r *reader) lift(sq board.Square) {
	if c, has := r.table[sq]; has {
		delete(r.table, sq)
		r.off[c]++
	}
}

func (r *reader) lay(c board.Color, sq board.Square) {
	if _, has := r.table[sq]; !has && r.off[c] > 0 {
		r.off[c]--
		r.table[sq] = c
	}
}

func (r *reader) move(from, to board.Square) {
	if c, has := r.table[from]; has && to != board.NoSquare {
		r.lift(from)
		r.lay(c, to)
	}
}

// acts are what hands plausibly do in their turn, beside a legal move.
var acts = map[string]func(*reader){
	"nothing":                       func(*reader) {},
	"the robot's checker moved":     func(r *reader) { r.move(r.pick(r.pieces(board.Black)), r.pick(r.beside(board.Black))) },
	"the robot's move set back":     func(r *reader) { r.setBack(r.lastMove()) },
	"another landing":               func(r *reader) { m := r.anyMove(); r.makeMoveTo(m, r.pick(^r.occupied())) },
	"a captured checker stays":      func(r *reader) { m := r.anyMove(); r.makeMoveTo(m, m.To); r.leaveOne(m) },
	"only the checker of a capture": func(r *reader) { m := r.anyMove(); r.move(m.From, m.To) },
	"half a capture":                func(r *reader) { r.halfCapture() },
	"only the captured ones":        func(r *reader) { r.liftAll(r.anyMove().Captured) },
	"two of their own": func(r *reader) {
		for range 2 {
			r.move(r.pick(r.pieces(board.White)), r.pick(r.beside(board.White)))
		}
	},
	"an illegal move": func(r *reader) { r.move(r.pick(r.pieces(board.White)), r.pick(r.beside(board.White))) },
	"one knocked off": func(r *reader) { r.lift(r.pick(r.occupied())) },
	"a move, one off": func(r *reader) { m := r.anyMove(); r.makeMoveTo(m, m.To); r.lift(r.pick(r.occupied() &^ m.To.Bit())) },
	"a move, and another": func(r *reader) {
		m := r.anyMove()
		r.makeMoveTo(m, m.To)
		r.move(r.pick(r.pieces(board.Black)), r.pick(r.beside(board.Black)))
	},
}

func (r *reader) pieces(c board.Color) (b board.Bits) {
	for sq, has := range r.table {
		if has == c {
			b |= sq.Bit()
		}
	}
	return b
}

// beside returns the empty squares beside checkers of a colour.
func (r *reader) beside(c board.Color) (b board.Bits) {
	for _, sq := range (^r.occupied()).Squares() {
		for _, other := range r.pieces(c).Squares() {
			if df, dr := sq.File()-other.File(), sq.Rank()-other.Rank(); df*df == 1 && dr*dr == 1 {
				b |= sq.Bit()
			}
		}
	}
	return b
}

func (r *reader) anyMove() board.Move {
	moves := r.s.Game.Position().Moves()
	return moves[r.rng.IntN(len(moves))]
}

func (r *reader) liftAll(set board.Bits) {
	for _, sq := range set.Squares() {
		r.lift(sq)
	}
}

func (r *reader) makeMoveTo(m board.Move, to board.Square) {
	r.liftAll(m.Captured)
	if m.From != to {
		r.move(m.From, to)
	}
}

func (r *reader) leaveOne(m board.Move) {
	if sq := r.pick(m.Captured); sq != board.NoSquare {
		r.lay(board.Black, sq)
	}
}

func (r *reader) halfCapture() {
	steps := r.s.Game.Position().CaptureSteps()
	if len(steps) == 0 {
		return
	}
	st := steps[r.rng.IntN(len(steps))]
	r.liftAll(st.Captured)
	r.move(st.From, st.At)
}

func (r *reader) lastMove() board.Move { return r.s.Game.Moves()[r.s.Game.Plies()-1] }

// setBack undoes a move of the robot's on the board.
func (r *reader) setBack(m board.Move) {
	r.move(m.To, m.From)
	for _, sq := range m.Captured.Squares() {
		r.off[board.White]++
		r.lay(board.White, sq)
	}
}

// obey does what the screen says, and reports whether there is more to press for.
func (r *reader) obey() (more bool) {
	p, said := r.s.Game.Position(), r.s.Said
	var sq []board.Square
	for _, name := range said.Squares {
		s, _ := board.ParseSquare(name)
		sq = append(sq, s)
	}
	put := func(c board.Color) {
		strays := r.pieces(c) &^ p.Pieces(c) // their own ones out of place; people know whose is whose
		switch {
		case len(sq) > 1 && strays.Has(sq[1]):
			r.move(sq[1], sq[0])
		case strays != 0 && (r.off[c] == 0 || len(sq) > 1):
			r.move(r.pick(strays), sq[0])
		default:
			r.lay(c, sq[0])
		}
	}
	switch say.Key(said.Key) {
	case say.PutBack, say.PutInMiddle, say.SetUpWhite, say.SetUpWhiteKing:
		put(board.White)
	case say.PutBackMine, say.SetUpBlack, say.SetUpBlackKing:
		put(board.Black)
	case say.TakeAway, say.TakeOff, say.SetUpWrong:
		r.lift(sq[0])
	case say.MenGoForward, say.MoveNotLegal:
		r.move(sq[1], sq[0])
	case say.CaptureGoesOn:
		r.move(sq[0], sq[1])
		m, err := p.ParseMove(said.Move)
		if err == nil && m.To == sq[1] {
			r.liftAll(m.Captured)
		}
	case say.MustCapture:
		m, err := p.ParseMove(said.Move)
		if err != nil {
			r.Errorf("no capture in %+v", said)
			return false
		}
		r.layTable()
		r.makeMoveTo(m, m.To)
	case say.WhichMove, say.WasIt:
		answer := command.NoMove
		for _, m := range r.s.Turn.Candidates {
			if r.tableIs(p.Play(m)) {
				answer = p.Notation(m)
			}
		}
		r.log = append(r.log, "answers "+answer)
		r.feed(Event{Kind: EventCommand, Command: command.Which, Args: map[string]string{command.ArgMove: answer}})
	case say.TakebackOffer, say.TakebackDone, say.NewGameOffer:
		return false
	case say.YourMove, say.YourMoveAgain:
		if !r.tableIs(p) {
			r.log = append(r.log, fmt.Sprintf("%s over a changed board %v in %s", said.Key, r.table, p.FEN()))
			r.lost = true
			return false
		}
		m := r.anyMove()
		r.makeMoveTo(m, m.To)
	}
	return true
}

// tableIs reports whether every checker stands as a position has it.
func (r *reader) tableIs(p board.Position) bool {
	return r.pieces(board.White) == p.Pieces(board.White) && r.pieces(board.Black) == p.Pieces(board.Black)
}

// play presses and obeys until a move is played, and holds the game against the table.
func (r *reader) play() error {
	plies := r.s.Game.Plies()
	for range 14 {
		r.feed(press(r.occupied()))
		r.log = append(r.log, fmt.Sprintf("%v %s: %s %v %s", r.occupied(), r.s.Phase, r.s.Said.Key, r.s.Said.Squares, r.s.Said.Move))
		if r.s.Phase == Thinking || r.s.Phase == Over {
			if r.s.Game.Plies() != plies+1 || !r.tableIs(r.s.Game.Position()) {
				return fmt.Errorf("the game is %s, the table %v", r.s.Game.Position().FEN(), r.table)
			}
			return nil
		}
		more := r.obey()
		if r.lost {
			return fmt.Errorf("no move said")
		}
		if !more {
			return nil
		}
		if r.s.Phase == Setup {
			r.feed(scan(r.occupied()))
		}
	}
	return fmt.Errorf("no end")
}

// actNames are the names of acts in order.
func actNames() []string { return slices.Sorted(maps.Keys(acts)) }

// Whatever a hand plausibly does, who then does what the screen says comes to a board that the game agrees with.
func TestHandsAreLedBack(t *testing.T) {
	for seed := range uint64(400) {
		for _, name := range actNames() {
			r := newReader(t, seed, 1+int(seed)%30)
			if r == nil {
				break
			}
			fen := r.s.Game.Position().FEN()
			acts[name](r)
			if err := r.play(); err != nil {
				t.Fatalf("%s, seed %d in %s: %v\n%s", name, seed, fen, err, strings.Join(r.log, "\n"))
			}
		}
	}
}

// Who moves the robot's checkers only, or none, and presses and presses, has not moved.
func TestPressesAloneMoveNothing(t *testing.T) {
	for seed := range uint64(400) {
		for _, name := range []string{"nothing", "the robot's checker moved", "the robot's move set back"} {
			r := newReader(t, seed, 1+int(seed)%30)
			if r == nil || name == "the robot's move set back" && r.lastMove().Captured != 0 {
				break
			}
			plies := r.s.Game.Plies()
			acts[name](r)
			for range 9 {
				if r.feed(press(r.occupied())); r.s.Game.Plies() > plies && !r.tableIs(r.s.Game.Position()) {
					t.Fatalf("%s, seed %d: played %v", name, seed, r.s.Game.Moves()[plies])
				}
			}
		}
	}
}

// Over squares that are all masked presses alone play no move, whether it was made or not. The screen asks, and what is
// touched there counts.
func TestMaskedMovesAreAskedAbout(t *testing.T) {
	for seed := range uint64(60) {
		r := newReader(t, seed, 1+int(seed)%30)
		if r == nil {
			continue
		}
		p := r.s.Game.Position()
		for _, m := range p.Moves() {
			x := &script{TB: t, s: r.s}
			for _, sq := range (m.From.Bit() | m.To.Bit() | m.Captured).Squares() {
				x.feed(Event{Kind: EventMask, Square: sq.String(), On: true})
			}
			for range 8 {
				x.feed(press(r.occupied()))
			}
			if x.s.Game.Plies() != r.s.Game.Plies() || x.s.Said.Key != string(say.WhichMove) {
				t.Fatalf("%s in %s: says %+v, played %v", p.Notation(m), p.FEN(), x.s.Said, x.then.Move)
			}
			answer := map[string]string{command.ArgMove: p.Notation(m)}
			x.feed(Event{Kind: EventCommand, Command: command.Which, Args: answer})
			if x.s.Game.Position() != p.Play(m) {
				t.Fatalf("%s in %s is not played", p.Notation(m), p.FEN())
			}
		}
	}
}
