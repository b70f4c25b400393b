// Command pp is an AI agent for the command line: a model proposes,
// deterministic gates decide, and only what they clear is carried out.
package main

import (
	"os"

	"pp/cli"
	"pp/cli/system"
)

// release is the version of a released build, which the linker sets.
var release string

func main() {
	os.Exit(cli.Main(system.OS(release)))
}
