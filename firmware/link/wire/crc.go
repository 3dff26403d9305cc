package wire

// crcTable is the table of CRC-16/CCITT-FALSE: polynomial 0x1021, not
// reflected.
var crcTable = func() (t [256]uint16) {
	for i := range t {
		c := uint16(i) << 8
		for range 8 {
			if c&0x8000 != 0 {
				c = c<<1 ^ 0x1021
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return t
}()

// CRC continues a CRC-16/CCITT-FALSE over b. A new one starts at crcInit; the
// check value of "123456789" is 0x29B1.
func CRC(crc uint16, b []byte) uint16 {
	for _, x := range b {
		crc = crc<<8 ^ crcTable[byte(crc>>8)^x]
	}
	return crc
}

// crcInit is the value a CRC starts from.
const crcInit = 0xFFFF
