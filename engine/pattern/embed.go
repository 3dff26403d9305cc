package pattern

import (
	_ "embed"
	"fmt"
	"sync"
)

//go:embed weights.pat
var file []byte

// embedded is the evaluation that is in the program, unpacked when it is first asked for.
var embedded = sync.OnceValues(func() (*Evaluation, Header) {
	e, h, err := Read(file)
	if err != nil {
		panic(fmt.Sprintf("pattern: the program was built with weights that are no weights: %v", err))
	}
	return e, h
})

// Embedded is the evaluation that is in the program.
func Embedded() *Evaluation {
	e, _ := embedded()
	return e
}

// EmbeddedHeader tells where it comes from.
func EmbeddedHeader() Header {
	_, h := embedded()
	return h
}
