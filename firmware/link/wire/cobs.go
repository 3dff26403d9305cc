package wire

// appendCOBS appends the consistent-overhead byte stuffing of src: no zero
// byte remains. Frames are shorter than 254 bytes, so the coded form is always
// one byte longer than the plain one, and a lost byte shows in the length.
func appendCOBS(dst, src []byte) []byte {
	code := len(dst)
	dst = append(dst, 1)
	for _, b := range src {
		if b == 0 {
			code = len(dst)
			dst = append(dst, 1)
			continue
		}
		dst = append(dst, b)
		dst[code]++
	}
	return dst
}

// decodeCOBS decodes src, which holds no zero byte, in place. It reports false
// when the chain of code bytes does not end exactly at the end of src.
func decodeCOBS(src []byte) ([]byte, bool) {
	out := src[:0]
	for i := 0; i < len(src); {
		end := i + int(src[i])
		if src[i] == 0 || end > len(src) {
			return nil, false
		}
		out = append(out, src[i+1:end]...)
		if end < len(src) {
			out = append(out, 0)
		}
		i = end
	}
	return out, len(src) > 0
}
