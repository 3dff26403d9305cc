package web

import "crownhead/robot"

// Names of robot's types that pages are made from.
type (
	Snapshot     = robot.Snapshot
	LastMove     = robot.LastMove
	FaceSnapshot = robot.FaceSnapshot
)
