// Package net holds the networks that evaluate positions: what they see, how they are computed, how
// one of them learns, and the files that hold them. It knows the board and nothing of search; it
// has no goroutine, no clock and reads no file by itself.
//
// There are two kinds. The compact net is the one that the robot plays with. The paper's net is the
// one that the robot's paper describes: E. E. Kopets, A. I. Karimov, G. Y. Kolev, L. Scalera and D.
// N. Butusov, "Interactive Robot for Playing Russian Checkers", Robotics 2020, 9(4), 107,
// https://doi.org/10.3390/robotics9040107. In files the kinds are "lean" and "article".
//
// # Moves as actions
//
// The policy is over 280 actions, the (from, to) pairs of a king on the empty board, as in the
// paper. A quiet move is one action. A capture is a chain of actions, one a jump, with the same
// side to move: a [State] amid a capture has the position before the move, and [board.Step] says
// where the piece stands and what it has jumped. [State.Apply] reports when the chain has become a
// move; before that there is none. The steps in between follow the rules: jumped pieces stay and
// block until the end, a man that reaches the last rank in mid-capture goes on as a king, a king
// lands only where the capture can go on, if there is such a square. A move may end where it began;
// an action never does. Where the same move has several ways, each of their chains is the move, and
// [MoveActions] is the one that its notation shows.
//
// Values that are backed up through a tree change their sign where the side to move changes, not at
// every action.
//
// # What the compact net sees
//
// The 32 dark squares, turned so that the side to move always moves up: for Black, square s is
// square 31 − s of the board (h8 is a1), and actions are turned with it; [Evaluator] turns the
// logits back. Each square has a row of 8 planes:
//
//	0  own men                1 on their squares
//	1  own kings
//	2  the other's men
//	3  the other's kings
//	4  repetition             everywhere: 0 the position is new, ½ it has stood before, 1 for the third time
//	5  nearest draw           everywhere: how full the fullest of the draw counts is, 0 … 1
//	6  piece in flight        amid a capture, the square where the capturing piece stands
//	7  jumped                 amid a capture, the pieces jumped so far
//
// Amid a capture planes 0 and 1 show the capturing piece in flight: on the square where it stands,
// not where it began, as a king once it has become one. What it has jumped is in planes 2 and 3
// until the capture ends. The same holds for the paper's net.
//
// # What the paper's net sees
//
// All 64 squares, a1 first, from White's side always. With n past positions, 0 … 7:
//
//	2i, 2i+1     White's and Black's pieces i moves ago (0: now), ½ a man, 1 a king; 0 where the game has no such past
//	2n+2         the side to move: 1 White, 0 Black
//	2n+3         piece in flight
//	2n+4         jumped
//
// The first 2n+3 = 3 … 17 planes are the paper's; the last two are ours, for captures as chains.
// The history holds whole moves: positions amid a capture are never part of it.
//
// # The nets
//
// The compact net: convolutions over a square, its 4 neighbours on the diagonals and the 4 next
// ones (9 taps, off the board a row of zeros); a stem, and 4 residual blocks of two convolutions
// with 32 filters. In every other block the mean and maximum of a quarter of the channels over the
// board go through a dense layer into the bias of the second convolution, so that every square
// knows what the whole board has. The policy is a channel for each of 4 directions × 7 distances,
// read at the square that a piece leaves; the value comes from means and maxima of all channels, by
// a dense layer and tanh.
//
// The paper's net: filters 4×4 padded by one line before and two after (its "first" rank and file
// are a1's), a stem, six residual layers of two convolutions with 75 filters, policy and value by
// dense layers over the board.
//
// Both run on one kernel: 4 squares by 16 or 24 channels, whose sums stay in registers over all
// taps and input channels; rows are found by a table of offsets, and bias, residual and ReLU are
// part of the same pass. It is assembly where the processor has AVX2 and FMA, and plain Go
// elsewhere; GODEBUG=cpu.avx2=off forbids the assembly. The sums of two kernels differ by rounding
// only: by less than 2⁻¹⁸ of the sum of the absolute values of what was added.
//
// # Learning
//
// A [Trainer] changes a compact net by Adam; its [Learner]s, one a goroutine, add up gradients of
// (z − v)² − Σ π log p, the softmax being over the legal actions. The backward pass runs on the
// same kernel, with the table of squares inverted and the weights transposed; the gradients of
// weights are outer products over the squares. [Trainer.Encode] writes what a training needs to go
// on. Playing the games, and keeping the examples, is the work of other packages.
//
// # Files
//
// Weights are safetensors files, in single or half precision, with their [Origin] in the header.
// [Read] is strict, and [Net.Encode] writes the same bytes for the same net.
package net
