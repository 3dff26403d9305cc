package sim

import (
	"reflect"
	"testing"
)

// What the program answers is read as it is written, and nothing else is.
func TestParseOutputs(t *testing.T) {
	o, err := parseOutputs("48016005 0a00ff m2=1@48000005 s3=1500@48000100 e15=165@48000200\n")
	want := Outputs{Cycle: 48016005, Bytes: []byte{10, 0, 255}, Events: []Event{
		{Kind: Step, Index: 2, Value: 1, Cycle: 48000005},
		{Kind: Servo, Index: 3, Value: 1500, Cycle: 48000100},
		{Kind: Row, Index: 15, Value: 165, Cycle: 48000200},
	}}
	if err != nil || !reflect.DeepEqual(o, want) {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := parseOutputs("16 -\n"); err != nil || o.Cycle != 16 || o.Bytes != nil || o.Events != nil {
		t.Errorf("%+v, %v", o, err)
	}
	for _, bad := range []string{
		"", "x -", "16 0", "16 xy", "16 - m2=1", "16 - m2@3", "16 - =1@3", "16 - m=1@3", "16 - m2=one@3", "16 - m2=1@x",
	} {
		if o, err := parseOutputs(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, o)
		}
	}
	in := Inputs{Switches: 5, Field: 0xFFFFFFFF, Buttons: RedButton | EmergencyButton, SupplyMv: 12000}
	if got := encodeSlice(1000, in, []byte{0xAB}); got != "slice 1000 5 4294967295 5 12000 ab\n" {
		t.Errorf("%q", got)
	}
}

func FuzzParseOutputs(f *testing.F) {
	f.Add("48016005 0a00ff m2=1@48000005 s3=1500@48000100")
	f.Add("16 -")
	f.Fuzz(func(_ *testing.T, line string) { _, _ = parseOutputs(line) })
}
