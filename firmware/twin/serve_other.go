//go:build !linux

package twin

import (
	"context"
	"fmt"
)

// Serve refuses: this system has no pseudo-terminals that the twin knows.
func Serve(_ context.Context, cfg ServeConfig) error {
	return fmt.Errorf("twin: serving %s: %w", cfg.Path, ErrNoPty)
}
