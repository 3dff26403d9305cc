//go:build !linux

package link

// permission says how to be let at the device. Other systems let every user.
func permission(string) string {
	return "end the program that holds it, such as a serial monitor, and plug the controller in again"
}

// holders names the processes that have the device open; here nothing tells.
func holders(string) string { return "" }
