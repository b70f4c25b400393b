package cli

import (
	"testing"

	"pp/cli/command"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
)

// TestCommandsAreMadeByTheirNames: a command is found by the name in the list, and says the one in its help.
func TestCommandsAreMadeByTheirNames(t *testing.T) {
	t.Parallel()
	opts := &setup.Options{}
	a := command.App{System: system.System{}, Options: opts, Out: output.New(system.System{}, &opts.Options)}
	for _, known := range commands() {
		c := known.make(a)
		if c.Name != known.name || len(c.Aliases) > 0 {
			t.Errorf("%q is made as %q, with the aliases %q", known.name, c.Name, c.Aliases)
		}
	}
}
