package arm

import "crownhead/kinematics"

// A Segment is a piece of motion, as a Controller takes it.
type Segment = kinematics.Segment
