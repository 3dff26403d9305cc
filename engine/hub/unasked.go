package hub

import "fmt"

// mostUnasked is how many lines an engine may say between two moves.
const mostUnasked = 10_000

// unasked takes what an engine has said since its last answer out of the way: what it tells of a search that is over, and what
// nobody understands. It returns what is wrong with it, if anything is: an answer that nobody has asked for would be taken for the
// next one.
func unasked(lines <-chan line) string {
	for range mostUnasked {
		select {
		case l, more := <-lines:
			switch {
			case !more:
				return "it has ended"
			case l.Command == "done" || l.Command == "error":
				return fmt.Sprintf("it says unasked: %.200s", l)
			}
		default:
			return ""
		}
	}
	return "it talks without end"
}
