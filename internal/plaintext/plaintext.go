// Package plaintext reads text files as people's editors have written them: UTF-8, with or without a byte order mark,
// UTF-16, and, of whole files, the Windows code page for Cyrillic. It knows nothing of what the text says. Everything
// that reads text of other programs reads it through here, so that all files may be written the same ways.
package plaintext

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The marks with which a text may begin.
var (
	markUTF8         = []byte("\xef\xbb\xbf")
	markLittleEndian = []byte("\xff\xfe")
	markBigEndian    = []byte("\xfe\xff")
)

// NewReader returns a reader of the same text in UTF-8, without its mark. It holds a few kilobytes, however long the
// text is. Text in no encoding that it knows comes out as it is.
func NewReader(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	start, _ := b.Peek(len(markUTF8)) // an error comes again with the first Read
	if bytes.HasPrefix(start, markUTF8) {
		_, _ = b.Discard(len(markUTF8))
		return b
	}
	if order, ok := recognizeUTF16(start); ok {
		return transform.NewReader(b, order.NewDecoder())
	}
	return b
}

// Decode returns the text of a whole file in UTF-8, without its mark. What is no UTF-8 is taken for Windows-1251, in
// which most old games of draughts are kept.
func Decode(data []byte) string {
	if order, ok := recognizeUTF16(data); ok {
		if text, err := order.NewDecoder().Bytes(data); err == nil {
			return string(text)
		}
	}
	data = bytes.TrimPrefix(data, markUTF8)
	if utf8.Valid(data) {
		return string(data)
	}
	text, err := charmap.Windows1251.NewDecoder().Bytes(data)
	if err != nil {
		return string(data)
	}
	return string(text)
}

// recognizeUTF16 recognizes UTF-16 by its mark, or by the first character: each of our files begins with one of ASCII.
func recognizeUTF16(start []byte) (encoding.Encoding, bool) {
	switch {
	case bytes.HasPrefix(start, markLittleEndian), len(start) > 1 && start[0] != 0 && start[1] == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), true
	case bytes.HasPrefix(start, markBigEndian), len(start) > 1 && start[0] == 0 && start[1] != 0:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM), true
	}
	return nil, false
}
