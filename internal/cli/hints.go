package cli

// Hints that several commands give.
const (
	DataHint = "--data DIR, or data: in the configuration, chooses the folder of journals and games"
	PortHint = "--port auto looks for the controller, --port NAME names its port; " +
		"crownhead run --twin needs no hardware"
	FENHint = `a position is the side to move and both sides' pieces, such as "W:Wa1,Kb2:Bc3"`
)
