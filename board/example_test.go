package board_test

import (
	"fmt"

	"crownhead/board"
)

func ExampleParseFEN() {
	p, err := board.ParseFEN("W:Wa1,Kb2:Bc3,d6")
	b2, _ := board.ParseSquare("b2")
	fmt.Println(p.Turn, "to move;", p.PieceAt(b2), p.White.Squares(), p.Black.Squares(), err)

	_, err = board.ParseFEN("W:Wa1,b1:Bc3")
	fmt.Println(err)
	// Output:
	// white to move; white king [a1 b2] [c3 d6] <nil>
	// board: reading FEN "W:Wa1,b1:Bc3": column 7: "b1" is not a square: want a dark square a1-h8 or a number 1-32
}

// A capture must be made, and it goes on as long as it can.
func ExamplePosition_Moves() {
	p, _ := board.ParseFEN("W:Wc3,g1:Bd4,f6,h8")
	for _, m := range p.Moves() {
		fmt.Println(p.Notation(m), "captures", m.Captured.Squares())
	}
	// Output: c3:e5:g7 captures [d4 f6]
}

func ExamplePosition_ParseMove() {
	p := board.Start()
	_, err := p.ParseMove("c3-c4")
	fmt.Println(err)
	m, err := p.ParseMove("c3-d4")
	fmt.Println(m.From, m.To, err)
	fmt.Println(p.Play(m).FEN())
	// Output:
	// board: reading move "c3-c4": square "c4": a light square; draughts are played on the dark ones
	// c3 d4 <nil>
	// B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
}

// The numbers of lines from the start position are well known: a move generator that gets them right is right.
func ExamplePerft() {
	for depth := 1; depth <= 6; depth++ {
		fmt.Println(depth, board.Perft(board.Start(), depth))
	}
	// Output:
	// 1 7
	// 2 49
	// 3 302
	// 4 1469
	// 5 7482
	// 6 37986
}

// A Game is a value: two games go on from the same position without disturbing each other.
func ExampleGame() {
	start := board.NewGame(board.Start(), board.FederationRules)
	open, _ := start.Position().ParseMove("c3-d4")
	played, _ := start.Play(open)
	fmt.Println(played.Plies(), start.Plies(), played.Outcome().Result == board.Unfinished)
	fmt.Println(played.Resign(board.Black).Outcome())
	// Output:
	// 1 0 true
	// {2-0 resignation}
}
