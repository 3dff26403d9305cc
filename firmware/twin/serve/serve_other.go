//go:build !linux

package serve

import (
	"context"
	"fmt"
)

// Run refuses: this system has no pseudo-terminals that the virtual robot knows.
func Run(_ context.Context, cfg Config) error {
	return fmt.Errorf("serve: serving %s: %w", cfg.Path, ErrNoPty)
}
