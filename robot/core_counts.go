package robot

// LinkFaults counts what went wrong on the line so far: damaged frames and lost links.
func (c *Core) LinkFaults() int { return int(c.link.State().Faults.Total()) }
