package queries

import (
	"errors"
	"fmt"
	"io"

	"crownhead/internal/cli"
	"crownhead/kinematics"
)

// ikAnswer is the JSON of crownhead ik. Without a pose Theta is empty and Error says why.
type ikAnswer struct {
	Theta      []float64 `json:"theta"`
	Iterations int       `json:"iterations"`
	Residual   float64   `json:"residual_mm"`
	Error      string    `json:"error"`
}

// IKOptions are those of crownhead ik.
type IKOptions struct {
	Point  kinematics.Vec // mm
	Nozzle float64        // length, mm
	Method string         // jacobian or closed
}

// IK prints the joint angles that bring the arm's tip to a point.
func IK(o IKOptions, out *cli.Output) error {
	solve, ok := ikMethods[o.Method]
	switch {
	case !ok:
		return cli.BadUsage("method %q is neither jacobian nor closed", o.Method)
	case !(o.Nozzle >= 0 && o.Nozzle <= 200):
		return cli.BadUsage("a nozzle of %v mm is outside 0 … 200", o.Nozzle)
	}
	g := kinematics.DefaultGeometry()
	g.Nozzle = o.Nozzle
	s, err := solve(g, o.Point)
	if errors.Is(err, kinematics.ErrNumber) {
		return cli.BadUsage("--x, --y and --z must all be finite numbers: %w", err)
	}
	answer := ikAnswer{Theta: []float64{}, Iterations: s.Iterations, Residual: s.Residual}
	if err != nil {
		answer.Error = err.Error()
		if out.JSON {
			_ = out.Print(answer, nil) // the error is printed in any case
		}
		return cli.NegativeAnswer("ik", err,
			"the board's squares are in reach with its centre 210 to 230 mm in front of the base")
	}
	answer.Theta = []float64{s.Joints.Base, s.Joints.Upper, s.Joints.Forearm}
	return out.Print(answer, func(w io.Writer) {
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
