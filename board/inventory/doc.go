// Package inventory knows every checker as a body: where it is, its colour, and which of its sides is up.
//
// A position of the game has pieces on squares; a robot has bodies in its hands. What was captured lies in a slot of
// the tray or with the visitor, a spare king has a slot of its own, and one that was crowned has lain there before.
// An Inventory is a value: its methods return another one. The sensors see no sides and no tray, so an inventory is
// what the program knows, from the game and from what the arm and people were told to do.
package inventory
