package table

import (
	"sync"
)

// ruleNames are the rules that hazards in the table may name, and what each is about. A hazard with another
// name does not load. The map is never changed.
var ruleNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"hidden-execution": "a command or library named in a flag, a variable or a configuration is run",
		"executes-data":    "downloaded, decoded or generated data is executed",
		"machine":          "devices, file systems, boot, kernel, power",
		"resources":        "processes or disk space without bound",
		"persistence":      "something that runs later or at every start",
		"destruction":      "data deleted that cannot be brought back: databases, volumes, buckets, history",
		"protection":       "a safeguard of the machine is switched off",
		"accounts":         "users, groups and passwords",
		"escape":           "a container is given the machine",
		"secret":           "a secret is shown or taken",
		"exfiltration":     "files or variables are sent to another machine",
		"network-settings": "addresses, routes, filters and names of the machine",
		"install":          "software is installed, upgraded or removed",
		"service":          "services and units are changed",
		"process":          "processes are signalled or slowed",
		"remote-change":    "something outside this machine is changed",
		"publish":          "something is made available to others",
		"message":          "a message goes to people",
		"history":          "commits, references or stashes are changed or lost",
		"container":        "containers and images are changed",
		"database":         "a database is used or changed",
		"interactive":      "a program that waits for a person at a terminal",
		"desktop":          "something is opened or changed on the desktop",
		"settings":         "settings of the machine or a program are changed",
		"acts":             "a program changes something that its words do not name",
	}
})
