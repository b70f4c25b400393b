// Command pp is an AI agent for the command line: a model proposes,
// deterministic gates decide, and only what they clear is carried out.
package main

import (
	"os"

	"pp/cli"
	"pp/cli/system"
)

func main() {
	os.Exit(cli.Main(system.OS()))
}
