// Package journal keeps games: a line for every event with its outcome. A game can be read back, run again, and
// resumed.
//
// A [Journal] writes lines through a [File]; [ReadLog] reads them; [Replay] runs them through turn.Step again
// and names the first difference. A plain sensor log holds the presses with the board at each, and perhaps
// scans, the engine's moves and commands; the moves that it leaves out are inferred. A
// [Store] keeps journals and finished games in a folder. A disk that hangs is waited for 150 ms at most; what
// it does after that goes on in a goroutine that ends with it.
package journal
