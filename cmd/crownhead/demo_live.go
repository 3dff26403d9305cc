package main

import "context"

func (d *demoRun) playLive(ctx context.Context, n int) (gameReport, error) { return d.playFast(ctx, n) }
