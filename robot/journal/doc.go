// Package journal keeps games: a line for every event with its outcome, which can be read back, run again and
// gone on with.
//
// A [Journal] writes lines through a [File]; [ReadLog] reads them; [Replay] runs them through turn.Step again
// and names the first difference. A plain sensor log, which holds presses only, is followed by inference. A
// [Store] keeps journals and finished games in a folder. A disk that hangs is waited for 150 ms at most; what
// it does after that goes on in a goroutine that ends with it.
package journal
