package plaintext

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// One text comes out of every encoding that an editor may have saved it in.
func TestEncodings(t *testing.T) {
	const text = "{\"комментарий\": \"ход 1. c3-d4 — d6-e5\"}\r\nв UTF-16 два байта 🙂\n"
	for _, c := range []struct {
		name  string
		enc   encoding.Encoding
		whole bool // only Decode can tell
	}{
		{"UTF-8", encoding.Nop, false},
		{"UTF-8 with a mark", unicode.UTF8BOM, false},
		{"UTF-16, little-endian, with a mark", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), false},
		{"UTF-16, big-endian, with a mark", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), false},
		{"UTF-16, little-endian", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), false},
		{"UTF-16, big-endian", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), false},
		{"Windows-1251", charmap.Windows1251, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := text
			if c.whole {
				text = strings.ReplaceAll(text, "🙂", "")
			}
			data, err := c.enc.NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := Decode([]byte(data)); got != text {
				t.Errorf("Decode: %q", got)
			}
			got, err := io.ReadAll(NewReader(strings.NewReader(data)))
			if want := text; !c.whole && (string(got) != want || err != nil) {
				t.Errorf("NewReader: %q, %v", got, err)
			}
		})
	}
}

// Nothing that isn't text is taken for UTF-16: a file system may leave zeros, and a file may be empty or cut.
func TestWhatIsNoText(t *testing.T) {
	for _, data := range []string{"", "a", "\x00", "\x00\x00\x00\x00", "ab\x00\x00"} {
		got, err := io.ReadAll(NewReader(strings.NewReader(data)))
		if string(got) != data || err != nil || Decode([]byte(data)) != data {
			t.Errorf("%q became %q, %v", data, got, err)
		}
	}
}

func ExampleDecode() {
	fmt.Println(Decode([]byte("\xff\xfec\x003\x00")), Decode([]byte("\xd8\xe0\xf8\xea\xe8")))
	// Output: c3 Шашки
}
