package match

// A Result is the result of a match, or of as much of it as has been played.
type Result struct {
	Wins, Draws, Losses int // A's
	Pairs               Pentanomial
	Faults              map[string]int // counts by side and kind: "a time", "b illegal"
	FirstFaults         []string       // descriptions of the first ones
	Usage               [2]Usage
	Verdict             string // of the sequential test: "H1", "H0" or ""
}

// maxFaultTexts is how many faults are described.
const maxFaultTexts = 10

// Games is the number of games played.
func (r *Result) Games() int { return r.Wins + r.Draws + r.Losses }

// Score is A's points per game, 0.5 before the first.
func (r *Result) Score() float64 {
	if r.Games() == 0 {
		return 0.5
	}
	return (float64(r.Wins) + float64(r.Draws)/2) / float64(r.Games())
}

// Elo is by how much A is better, with bounds that hold in 95 of 100 matches.
func (r *Result) Elo() (elo, low, high float64) {
	l, h := r.Pairs.scoreBounds(r.Score(), r.Games())
	return EloFromScore(r.Score()), EloFromScore(l), EloFromScore(h)
}

// addPair counts a pair, or half of one.
func (r *Result) addPair(pair []Game) {
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
			r.Usage[n].accumulate(g.Usage[n])
		}
		r.countFault(g)
	}
	if len(pair) == 2 {
		r.Pairs[points]++
	}
}

func (r *Result) countFault(g Game) {
	if g.Fault.Kind == "" {
		return
	}
	if r.Faults == nil {
		r.Faults = map[string]int{}
	}
	r.Faults[g.Fault.sideKey()+" "+g.Fault.Kind]++
	if len(r.FirstFaults) < maxFaultTexts {
		r.FirstFaults = append(r.FirstFaults, g.Fault.By+": "+g.Fault.What)
	}
}

func (f Fault) sideKey() string {
	if f.ByA {
		return "a"
	}
	return "b"
}
