package robot

import (
	"crownhead/arm"
	"crownhead/firmware/link"
)

// LinkSetup is what the controller is told about an arm before any motion.
func LinkSetup(c arm.Config) link.Setup {
	limits := c.Links.Limits
	joint := func(least, greatest float64) link.Joint {
		return link.Joint{
			Min: least, Max: greatest,
			Speed: c.Motion.JointSpeed, Accel: c.Motion.JointAccel, Stop: c.Motion.JointAccel,
		}
	}
	return link.Setup{
		StepsPerDegree: c.Motion.Steps,
		Joints: [3]link.Joint{
			joint(limits.Base.Min, limits.Base.Max),
			joint(limits.Upper.Min, limits.Upper.Max),
			joint(limits.Forearm.Min, limits.Forearm.Max),
		},
	}
}
