package firmware

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"crownhead/firmware/link/wire"
)

// The tables in docs/firmware.md have every code of the protocol, in the words that the log has, and no other;
// each has its hint.
func TestFaultsDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/firmware.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		heading string
		reason  func(uint8) string
	}{
		{"### Faults\n", wire.FaultReason},
		{"### Why it stopped\n", wire.CauseReason},
		{"### Set-up refused\n", wire.SetupReason},
		{"### Why it was reset\n", wire.ResetReason},
	} {
		_, section, found := strings.Cut(string(text), c.heading)
		section, _, _ = strings.Cut(section, "\n#")
		if !found {
			t.Fatalf("no %q", c.heading)
		}
		rows := rows(t, section)
		for code := range 256 {
			reason := c.reason(uint8(code))
			known := code != 0 && !strings.HasPrefix(reason, "unknown ") // 0 is no fault
			row, listed := rows[code]
			if known != listed || listed && row[0] != reason {
				t.Errorf("%s%d: known %v as %q, in the table %q", c.heading, code, known, reason, row)
			}
			for i, cell := range row {
				if cell == "" {
					t.Errorf("%s%d: cell %d is empty", c.heading, code, i)
				}
			}
		}
	}
}

var numbered = regexp.MustCompile(`(?m)^\| (\d+) \| (.*) \|$`)

// rows are the cells behind the number of each row that has one.
func rows(t *testing.T, table string) map[int][]string {
	t.Helper()
	all := map[int][]string{}
	for _, m := range numbered.FindAllStringSubmatch(table, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || all[n] != nil {
			t.Fatalf("row %q: %v, or twice", m[0], err)
		}
		all[n] = strings.Split(m[2], " | ")
	}
	return all
}
