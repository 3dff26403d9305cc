package board

// Perft counts the lines of exactly depth legal moves from p, playing every one of them out, the last included.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buf [32]Move
	nodes := uint64(0)
	for _, m := range p.AppendMoves(buf[:0]) {
		nodes += Perft(p.Play(m), depth-1)
	}
	return nodes
}

// PerftPaths is Perft with captures told apart by their landing squares.
func PerftPaths(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buf [32]Move
	moves := buf[:0]
	if capturers := p.capturers(); capturers != 0 {
		moves = p.appendCaptures(moves, capturers, true)
	} else {
		moves = p.appendQuiet(moves)
	}
	nodes := uint64(0)
	for _, m := range moves {
		nodes += PerftPaths(p.Play(m), depth-1)
	}
	return nodes
}
