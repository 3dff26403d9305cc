//go:build !linux

package link

// permissionHint says how to get access to the device. Other systems let every user have it.
func permissionHint(string) string {
	return "end the program that holds it, such as a serial monitor, and plug the controller in again"
}

// deviceHolders names the processes that have the device open. Other systems than Linux don't show them.
func deviceHolders(string) string { return "" }
