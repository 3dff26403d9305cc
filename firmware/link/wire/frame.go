package wire

import "encoding/binary"

// maxPayload bounds the payload of every type, so that a controller can hold
// frames in fixed buffers.
const maxPayload = 48

const (
	headerLen = 4 // type, session, sequence, acknowledgement
	crcLen    = 2
	// MaxFrame is the longest frame on the line: COBS adds one byte, the
	// delimiter another.
	MaxFrame = headerLen + maxPayload + crcLen + 2
)

// Frame is one message as it goes on the line. Session distinguishes frames of this
// handshake from stale ones, Seq is zero for types outside the sequence, Ack is
// the sequence number of the last frame received in order.
type Frame struct {
	Type    Type
	Session uint8
	Seq     uint8
	Ack     uint8
	Payload []byte
}

// AppendEncode appends the frame as it goes on the line, delimiter included.
func AppendEncode(dst []byte, f Frame) []byte {
	var plain [MaxFrame]byte
	b := append(plain[:0], byte(f.Type), f.Session, f.Seq, f.Ack)
	b = append(b, f.Payload...)
	b = binary.LittleEndian.AppendUint16(b, CRC(crcInit, b))
	return append(appendCOBS(dst, b), 0)
}

// Encode returns the frame as it goes on the line, delimiter included.
func Encode(f Frame) []byte { return AppendEncode(nil, f) }

// DecodeErrors counts what a Decoder has dropped, by kind. Empty stretches between
// two delimiters are not errors.
type DecodeErrors struct {
	Overrun uint64 // longer than any frame
	COBS    uint64 // broken stuffing, or too short for a header
	CRC     uint64
	Type    uint64 // right CRC, unknown type
	Length  uint64 // right CRC, wrong payload length for its type
}

// Total returns the number of stretches that were dropped.
func (e DecodeErrors) Total() uint64 { return e.Overrun + e.COBS + e.CRC + e.Type + e.Length }

// Decoder cuts a byte stream into frames. After garbage it resumes at the next
// delimiter. The zero value is ready.
type Decoder struct {
	Errors DecodeErrors

	buf     [MaxFrame]byte
	length  int
	overrun bool
}

// Feed takes the next bytes and calls yield for each good frame. The payload
// is valid during that call only.
func (d *Decoder) Feed(p []byte, yield func(Frame)) {
	for _, b := range p {
		switch {
		case b == 0:
			d.decodeFrame(yield)
			d.length, d.overrun = 0, false
		case d.length == len(d.buf):
			d.overrun = true
		default:
			d.buf[d.length] = b
			d.length++
		}
	}
}

func (d *Decoder) decodeFrame(yield func(Frame)) {
	if d.overrun {
		d.Errors.Overrun++
		return
	}
	if d.length == 0 {
		return
	}
	b, ok := decodeCOBS(d.buf[:d.length])
	if !ok || len(b) < headerLen+crcLen {
		d.Errors.COBS++
		return
	}
	body := b[:len(b)-crcLen]
	if CRC(crcInit, body) != binary.LittleEndian.Uint16(b[len(body):]) {
		d.Errors.CRC++
		return
	}
	f := Frame{Type: Type(body[0]), Session: body[1], Seq: body[2], Ack: body[3], Payload: body[headerLen:]}
	switch size, known := f.Type.Size(); {
	case !known:
		d.Errors.Type++
	case size != len(f.Payload):
		d.Errors.Length++
	default:
		yield(f)
	}
}
