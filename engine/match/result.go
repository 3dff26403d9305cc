package match

// A Result is what a match, or as much of it as has been played, says.
type Result struct {
	Wins, Draws, Losses int // A's
	Pairs               Pentanomial
	Faults              map[string]int // how often, by who and how: "a time", "b illegal"
	FirstFaults         []string       // what happened, of the first of them
	Usage               [2]Usage
	Verdict             string // of the sequential test: "H1", "H0" or ""
}

// keptFaults is how many faults are told in words.
const keptFaults = 10

// Games is how many have been played.
func (r *Result) Games() int { return r.Wins + r.Draws + r.Losses }

// Score is A's points a game, 0.5 before the first.
func (r *Result) Score() float64 {
	if r.Games() == 0 {
		return 0.5
	}
	return (float64(r.Wins) + float64(r.Draws)/2) / float64(r.Games())
}

// Elo is by how much A is better, with bounds that hold in 95 of 100 matches.
func (r *Result) Elo() (elo, low, high float64) {
	l, h := r.Pairs.bounds(r.Score(), r.Games())
	return Elo(r.Score()), Elo(l), Elo(h)
}

// add counts a pair, or a half of one.
func (r *Result) add(pair []Game) {
	points := 0
	for _, g := range pair {
		points += g.Points
		switch g.Points {
		case 0:
			r.Losses++
		case 1:
			r.Draws++
		case 2:
			r.Wins++
		}
		for n := range g.Usage {
			r.Usage[n].add(g.Usage[n])
		}
		r.fault(g)
	}
	if len(pair) == 2 {
		r.Pairs[points]++
	}
}

func (r *Result) fault(g Game) {
	if g.Fault.Kind == "" {
		return
	}
	if r.Faults == nil {
		r.Faults = map[string]int{}
	}
	r.Faults[g.Fault.side()+" "+g.Fault.Kind]++
	if len(r.FirstFaults) < keptFaults {
		r.FirstFaults = append(r.FirstFaults, g.Fault.By+": "+g.Fault.What)
	}
}

func (f Fault) side() string {
	if f.ByA {
		return "a"
	}
	return "b"
}
