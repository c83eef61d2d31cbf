package proc

import "sync"

// live holds the children of this process that a Process owns. Children belong to the operating system's process, not
// to a value in it, so this is the one piece of state the package keeps: without it, two users of the package could
// end each other's programs.
var live = struct {
	sync.Mutex
	pids     map[int]bool
	prepared bool
}{pids: map[int]bool{}}

// KillAll ends every program at once, for a process that is about to end itself.
func KillAll() {
	live.Lock()
	defer live.Unlock()
	for pid := range live.pids {
		killGroup(pid)
	}
}
