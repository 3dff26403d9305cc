package cli

import (
	"strings"
	"testing"
)

// An error may quote a megabyte; people want to read the beginning and the end of it.
func TestShortenLines(t *testing.T) {
	long := "line one\n" + strings.Repeat("ж", 1<<20) + " is wrong\nline three"
	got := shortenLines(long)
	if !strings.HasPrefix(got, "line one\nжж") || !strings.HasSuffix(got, "ж is wrong\nline three") || len(got) > 1200 {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
	if short := "a: b\nc"; shortenLines(short) != short {
		t.Errorf("%q became %q", short, shortenLines(short))
	}
}
