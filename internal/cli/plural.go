package cli

import (
	"fmt"
	"strings"
)

// Plural is "1 game", "2 games", "2 presses", "2 plies".
func Plural(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "s") || strings.HasSuffix(what, "ch"):
		return fmt.Sprintf("%d %ses", n, what)
	case what == "ply":
		return fmt.Sprintf("%d plies", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
