package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"crownhead/kinematics"
)

// ikAnswer is what ik prints. Without a pose Theta is empty and Error says why.
type ikAnswer struct {
	Theta      []float64 `json:"theta"`
	Iterations int       `json:"iterations"`
	Residual   float64   `json:"residual_mm"`
	Error      string    `json:"error"`
}

func ikCommand() command {
	return command{
		name: "ik", usage: "--x MM --y MM --z MM [--nozzle MM] [--method jacobian|closed] [--json]",
		summary: "the joint angles that bring the arm's tip to a point",
		run:     ik,
	}
}

// ik answers which joints bring the tip to a point.
func ik(c *call) error {
	var p kinematics.Vec
	g := kinematics.DefaultGeometry()
	var method string
	c.flags.Float64Var(&p.X, "x", math.NaN(), "millimetres in front of the base axis")
	c.flags.Float64Var(&p.Y, "y", math.NaN(), "millimetres to the robot's left")
	c.flags.Float64Var(&p.Z, "z", math.NaN(), "millimetres above the table")
	c.flags.Float64Var(&g.Nozzle, "nozzle", g.Nozzle, "length of the nozzle below the platform, millimetres")
	c.flags.StringVar(&method, "method", "jacobian", "jacobian or closed")
	c.withJSON()
	if err := c.parse(0, 0); err != nil {
		return err
	}
	solve, ok := ikMethods[method]
	switch {
	case !ok:
		return c.badUsage(fmt.Errorf("method %q is neither jacobian nor closed", method))
	case !(g.Nozzle >= 0 && g.Nozzle <= 200):
		return c.badUsage(fmt.Errorf("a nozzle of %v mm is outside 0 … 200", g.Nozzle))
	}
	s, err := solve(g, p)
	if errors.Is(err, kinematics.ErrNumber) {
		return c.badUsage(fmt.Errorf("--x, --y and --z must all be finite numbers: %w", err))
	}
	answer := ikAnswer{Theta: []float64{}, Iterations: s.Iterations, Residual: s.Residual}
	if err != nil {
		answer.Error = err.Error()
		if c.json {
			_ = c.print(answer, nil) // the fault is told in any case
		}
		return answerNo("ik", err, "the board's squares are in reach with its centre 210 to 230 mm in front of the base")
	}
	answer.Theta = []float64{s.Joints.Base, s.Joints.Upper, s.Joints.Forearm}
	return c.print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "base %.4f°, a %.4f°, b %.4f°; %d iterations, residual %.6f mm\n",
			s.Joints.Base, s.Joints.Upper, s.Joints.Forearm, s.Iterations, s.Residual)
	})
}

// ikMethods are the two ways to the pose; the iteration starts above the middle of the board.
var ikMethods = map[string]func(kinematics.Geometry, kinematics.Vec) (kinematics.Solution, error){
	"jacobian": func(g kinematics.Geometry, p kinematics.Vec) (kinematics.Solution, error) {
		return g.InverseJacobian(p, kinematics.Joints{Base: 0, Upper: 70, Forearm: -45})
	},
	"closed": func(g kinematics.Geometry, p kinematics.Vec) (kinematics.Solution, error) {
		q, err := g.Inverse(p)
		if err != nil {
			return kinematics.Solution{}, err
		}
		return kinematics.Solution{Joints: q, Residual: p.Minus(g.Forward(q)).Length()}, nil
	},
}
