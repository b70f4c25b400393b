package complete

import (
	"embed"
	"fmt"
)

//go:embed scripts
var scripts embed.FS

// Shells are the shells that there are scripts for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Script is what a shell reads to complete the command lines of pp.
func Script(shell string) (string, error) { return script("completion", shell) }

// KeyBinding is what a shell reads to bind Alt-i: the words on the line become the
// command that `pp -e` proposes for them, and wait there to be run. Where it fails
// the line stays and the error is shown.
func KeyBinding(shell string) (string, error) { return script("key", shell) }

func script(name, shell string) (string, error) {
	text, err := scripts.ReadFile("scripts/" + name + "." + shell)
	if err != nil {
		return "", fmt.Errorf("there is no script for the shell %q", shell)
	}
	return string(text), nil
}
