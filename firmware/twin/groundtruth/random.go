package groundtruth

// Streams of random numbers. Each kind of chance draws from a generator of its own, made of the run's
// seed and one of these numbers, so that one more draw of one kind does not shift the others. All
// packages of the virtual robot draw from this list and nowhere else.
const (
	StreamRobot       = 1  // deviations of a robot's links
	StreamVisitorHand = 2  // scatter of what the visitor lays
	StreamRelease     = 3  // scatter of what the nozzle lets go
	StreamPickMiss    = 4  // picks that fail
	StreamBootID      = 5  // the virtual controller's boot ids
	StreamFromHost    = 6  // noise of the cable towards the controller
	StreamToHost      = 7  // noise of the cable towards the host
	StreamMisaligned  = 8  // robots that nobody has calibrated
	StreamTransitDrop = 9  // checkers that fall from the nozzle on their way
	StreamFlicker     = 10 // flickering sensors; XORed into the seed, because each period has its own generator
)
