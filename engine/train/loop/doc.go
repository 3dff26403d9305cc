// Package loop is the loop that every training of this program goes through. A training goes by
// generations, each a folder:
//
//	plan.json         its settings
//	games/            games of self-play, in numbered files
//	fit.state         the last checkpoint of the fit
//	generation.json   its record
//
// and its weights, in a format of their own. A [Training] says what a plan is and how a generation
// is made; [Training.Run] finds where the last process ended, makes sure that the settings are the
// same, makes what is missing, keeps the record and asks for a report after each generation.
// Whatever is finished is kept, whenever the process is killed.
//
// A training that wants the same weights whatever the number of cores divides a batch into [Parts]
// parts and adds up their sums in order: [Part] and [ForEachPart].
//
// The package knows neither draughts nor how anything is learnt. A lock keeps a second process out
// of the folder.
package loop
