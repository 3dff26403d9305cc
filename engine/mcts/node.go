package mcts

import (
	"crownhead/board"
	"crownhead/engine/net"
)

// A node is an action and what is known of the state to which it leads. Totals and results are
// White's, whichever side is to move: so nothing changes its sign in the backup, and only the
// selection must know the side to move.
type node struct {
	total  float64 // of its playouts' values
	prior  float32
	visits uint32
	first  uint32     // its children lie one after the other from here; 0: it has none yet
	plies  uint16     // of a proven result: until the game has ended, counted from the parent's state
	action net.Action // that leads here
	count  uint8      // of children
	proven provenResult
}

// A provenResult is how a state ends by the best play of both, if that is proven.
type provenResult uint8

const (
	unproven provenResult = iota // not known
	whiteWins
	drawn
	blackWins
)

// value is White's value of a result.
func (v provenResult) value() float64 {
	switch v {
	case whiteWins:
		return 1
	case blackWins:
		return -1
	}
	return 0
}

// mean is White's value of a node that has been visited.
func (n *node) mean() float64 {
	if n.proven != unproven {
		return n.proven.value()
	}
	return n.total / float64(n.visits)
}

// valueFor is a node's value for a side; 0 if it has not been visited.
func (n *node) valueFor(to board.Color) float64 {
	if n.visits == 0 && n.proven == unproven {
		return 0
	}
	if v := signFor(to) * n.mean(); v != 0 {
		return v
	}
	return 0 // and not −0
}

// winFor is the result that a side wins.
func winFor(c board.Color) provenResult {
	if c == board.White {
		return whiteWins
	}
	return blackWins
}

// signFor is the factor between White's values and a side's.
func signFor(c board.Color) float64 {
	if c == board.White {
		return 1
	}
	return -1
}

// The nodes lie in pages, so that an arena that grows copies nothing. They hold no pointers: the
// garbage collector does not scan them.
const (
	pageBits  = 12
	pageNodes = 1 << pageBits
)

type page [pageNodes]node

// An arena is room for nodes, which have numbers. Number 0 is none.
type arena struct {
	pages []*page
	next  uint32
	limit uint32 // no number is as high
}

// reset forgets all nodes and keeps the pages.
func (a *arena) reset() { a.next = 1 }

func (a *arena) node(i uint32) *node { return &a.pages[i>>pageBits][i%pageNodes] }

// children are those of a node, in the order of their actions.
func (a *arena) children(n *node) []node {
	if n.first == 0 {
		return nil
	}
	at := n.first % pageNodes
	return a.pages[n.first>>pageBits][at : at+uint32(n.count)]
}

// allocate returns the first of n empty nodes on one page; false if there is no room.
func (a *arena) allocate(n int) (first uint32, ok bool) {
	first, last := a.next, a.next+uint32(n)-1
	if first>>pageBits != last>>pageBits {
		first = last >> pageBits << pageBits
		last = first + uint32(n) - 1
	}
	if last >= a.limit {
		return 0, false
	}
	if int(first>>pageBits) == len(a.pages) {
		a.pages = append(a.pages, new(page))
	}
	for ; a.next <= last; a.next++ { // the skipped rest of a page is cleared, too: no old nodes must be found there
		*a.node(a.next) = node{}
	}
	return first, true
}
