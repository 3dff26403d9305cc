//go:build !race

package nets

const raced = false
