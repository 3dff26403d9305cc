package net_test

import (
	"fmt"
	"log"

	"crownhead/board"
	"crownhead/engine/adam"
	"crownhead/engine/net"
)

// A capture of several pieces is a chain of actions; the state becomes the next position with the
// last of them.
func ExampleState_Apply() {
	p, err := board.ParseFEN("W:Wc3:Bd4,f6")
	if err != nil {
		log.Fatal(err)
	}
	s := net.NewState(board.NewGame(p, board.FederationRules))
	for {
		a := s.AppendActions(nil)[0]
		next, move, complete := s.Apply(a)
		fmt.Println(a, complete)
		if s = next; complete {
			fmt.Println(p.Notation(move))
			return
		}
	}
	// Output:
	// c3e5 false
	// e5g7 true
	// c3:e5:g7
}

// A net that has learnt nothing evaluates the start, and is written and read again.
func ExampleNet_Evaluator() {
	n, err := net.NewCompact(net.CompactShape{Blocks: 2, Filters: 16}, 1)
	if err != nil {
		log.Fatal(err)
	}
	s := net.NewState(board.NewGame(board.Start(), board.FederationRules))
	var logits [net.Actions]float32
	value := n.Evaluator().Evaluate(&s, &logits)

	legal := s.AppendActions(nil)
	priors := make([]float32, len(legal))
	net.Priors(&logits, legal, priors)
	sum := float32(0)
	for _, p := range priors {
		sum += p
	}
	fmt.Printf("value %t, %d actions, priors add up to %.3f\n", -1 < value && value < 1, len(legal), sum)

	file, err := n.Encode(net.Half)
	if err != nil {
		log.Fatal(err)
	}
	again, err := net.Read(file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, %d weights, %d bytes\n", again.Kind(), again.Weights(), len(file))
	// Output:
	// value true, 7 actions, priors add up to 1.000
	// lean, 11885 weights, 25466 bytes
}

// A net learns an example by heart.
func ExampleTrainer() {
	n, err := net.NewCompact(net.CompactShape{Blocks: 1, Filters: 16}, 1)
	if err != nil {
		log.Fatal(err)
	}
	trainer, err := net.NewTrainer(n, adam.Default)
	if err != nil {
		log.Fatal(err)
	}
	s := net.NewState(board.NewGame(board.Start(), board.FederationRules))
	best := s.AppendActions(nil)[0]
	example := net.Example{State: s, Policy: []net.ActionShare{{Action: best, Part: 1}}, Value: 1}

	learner := trainer.Learner()
	for range 300 {
		learner.Learn(&example)
		trainer.Step(learner)
	}
	var logits [net.Actions]float32
	value := n.Evaluator().Evaluate(&s, &logits)
	fmt.Printf("value %.1f\n", value)
	// Output: value 1.0
}
