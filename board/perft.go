package board

// Perft counts the lines of exactly depth legal moves from p. The last move of each line is counted, not played.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(p, depth, make([]Move, 0, 32*depth))
}

// perft keeps the moves of all positions of the line in one list, one position's behind the other's.
func perft(p Position, depth int, line []Move) uint64 {
	if depth == 1 {
		return uint64(p.countMoves(line))
	}
	begin := len(line)
	line = p.AppendMoves(line)
	nodes := uint64(0)
	for _, m := range line[begin:] {
		nodes += perft(p.Play(m), depth-1, line)
	}
	return nodes
}

// PerftPaths is Perft, but counts captures with different landing squares as different moves.
func PerftPaths(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buf [32]Move
	moves := buf[:0]
	if capturers := p.findCapturers(); capturers != 0 {
		moves = p.appendCapturePaths(moves, capturers)
	} else {
		moves = p.appendQuietMoves(moves)
	}
	nodes := uint64(0)
	for _, m := range moves {
		nodes += PerftPaths(p.Play(m), depth-1)
	}
	return nodes
}
