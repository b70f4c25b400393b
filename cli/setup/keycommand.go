package setup

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"pp/cli/config"
	"pp/engine"
)

const (
	// keyCommandTime bounds a key_command, which may ask the person to unlock a store.
	keyCommandTime = 60 * time.Second
	// maxShort bounds what a person's own program may print, in bytes: a key and notes below it.
	maxShort = 64 << 10
)

// runKeyCommand runs the person's own key_command, from their own file, without
// a shell. The key is the first line it prints. What it prints is never shown,
// its errors neither.
func runKeyCommand(ctx context.Context, p config.Provider) (engine.Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, keyCommandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.KeyCommand[0], p.KeyCommand[1:]...)
	cmd.WaitDelay = time.Second
	out := &shortText{}
	cmd.Stdout = out
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it ended well, and left behind an agent that keeps its output open
	}
	key, _, _ := strings.Cut(out.String(), "\n")
	key = strings.TrimSpace(key)
	why := ""
	switch {
	case out.over:
		why = "it prints far more than a key"
	case err != nil && cmd.ProcessState == nil:
		why = "it could not be run"
	case err != nil:
		why = cmd.ProcessState.String()
	case key == "":
		why = "it printed nothing"
	default:
		return engine.NewSecret(p.Name, key), nil
	}
	return engine.Secret{}, &engine.LLMError{Provider: p.Name, Kind: engine.LLMAuth, Err: errors.New("key_command: " +
		why), Hint: "run the key_command of providers." + p.Name + " by hand and see what it says"}
}

// shortText keeps a text, and fails, so that who writes ends, when it gets too long.
type shortText struct {
	strings.Builder
	over bool
}

// Write implements io.Writer.
func (s *shortText) Write(text []byte) (int, error) {
	if s.over = s.over || s.Len()+len(text) > maxShort; s.over {
		return 0, errors.New("the text is too long")
	}
	return s.Builder.Write(text)
}
