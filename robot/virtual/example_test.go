package virtual_test

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/robot/robottest"
	"crownhead/robot/virtual"
)

// A whole robot plays two plies in virtual time: the visitor moves and presses, the arm answers. One seed gives one
// run.
func ExampleRun() {
	rig, err := robottest.MakeRig(robottest.StartFEN, board.White, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	visitor := &robottest.QuickPerson{Rig: rig, Choose: robottest.FirstMove}
	_, err = virtual.Run(context.Background(), rig.RunConfig(visitor, robottest.AfterPlies(2)))
	fmt.Println(rig.Core.Position().FEN(), err)
	// Output: W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,e3,g3,b4:Be5,b6,d6,h6,a7,c7,e7,g7,b8,d8,f8,h8 <nil>
}
