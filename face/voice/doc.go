// Package voice speaks: it holds the phrase packs, chooses what to say at a moment of the game, and plays it.
//
// Three things are apart. A Pack is data: phrases with their sounds, built in for three languages or read from a folder.
// The chooser and the talk (choose.go, talk.go) are pure: they decide what is said, what is dropped and what is cut short,
// from moments and times that are handed in; one seed gives one evening. The Player (player.go) is the only part with
// goroutines and a clock: Run owns them all. It plays each phrase in a child process, so that a device that is unplugged,
// a sound server that has died or a driver that hangs can hold up nothing but the phrase. In that process, and nowhere
// else, Play hands the sound to the system's device, where this program was built with sound.
//
// Volumes are percent, loudness as it is felt; sounds are Ogg Vorbis. The package knows the keys of face/say, not the
// texts, and neither draughts nor the robot.
package voice
