//go:build !amd64

package net

func choose() kernel { return plain }
