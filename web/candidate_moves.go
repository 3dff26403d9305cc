package web

import "crownhead/robot"

// A candidateMove is one that the visitor may have made, where sensors alone can't tell. Its hue
// distinguishes it from the others.
type candidateMove struct {
	robot.AnimatedMove
	Hue int `json:"hue"`
}

// candidateMoves are the moves to choose from, and the squares on which they differ.
func candidateMoves(moves []robot.AnimatedMove) ([]candidateMove, []glow) {
	candidates, glows := make([]candidateMove, len(moves)), []glow{}
	for i, m := range moves {
		candidates[i] = candidateMove{m, i%hues + 1}
		glows = append(glows, glow{distinctiveSquare(m, moves), candidates[i].Hue})
	}
	return candidates, glows
}

// distinctiveSquare is the square by which a move is known among others: its end, or its beginning
// where another ends there.
func distinctiveSquare(m robot.AnimatedMove, others []robot.AnimatedMove) string {
	for _, o := range others {
		if o.To == m.To && o.From != m.From {
			return m.From
		}
	}
	return m.To
}

// recolourSquares gives the squares that distinguish candidates their hues in a sentence, and others none.
func recolourSquares(sentence []textPart, ends []glow) []textPart {
	hueOf := map[string]int{}
	for _, g := range ends {
		hueOf[g.Square] = g.Hue
	}
	parts := make([]textPart, len(sentence))
	for i, p := range sentence {
		parts[i] = textPart{Text: p.Text}
		if hue := hueOf[p.Square]; hue > 0 {
			parts[i] = textPart{p.Text, p.Square, hue}
		}
	}
	return parts
}
