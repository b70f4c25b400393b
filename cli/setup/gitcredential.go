package setup

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"pp/actuators/credential"
	"pp/cli/system"
	"pp/engine"
	"pp/gates/secrets"
)

// Bounds of what the person's git is asked.
const (
	gitTime = 30 * time.Second // a helper may have to unlock a store
	gitMax  = 64 << 10         // bytes of its answer
)

// personalGit asks the person's own git, with their environment and in no repository, so that nothing of a workspace
// has a part in the answer. It implements credential.Git.
type personalGit struct{ sys system.System }

var _ credential.Git = personalGit{}

var errNoPassword = errors.New("no helper of git knows a password")

// Fill implements credential.Git. What helpers print is never shown, their errors neither.
func (g personalGit) Fill(ctx context.Context, u credential.Use) (name, password string, err error) {
	var request strings.Builder
	for _, field := range [...][2]string{{"protocol", u.Scheme}, {"host", u.Address()}, {"path", u.Path},
		{"username", u.User}} {
		if strings.ContainsAny(field[1], "\n\x00") {
			return "", "", errNoPassword
		}
		if field[1] != "" {
			fmt.Fprintf(&request, "%s=%s\n", field[0], field[1])
		}
	}
	out, err := g.run(ctx, request.String()+"\n", "-c", "core.askPass=", "credential", "fill")
	if err != nil {
		return "", "", errNoPassword
	}
	for line := range strings.Lines(out) {
		switch key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "="); key {
		case "username":
			name = value
		case "password":
			password = value
		}
	}
	if password == "" {
		return "", "", errNoPassword
	}
	return name, password, nil
}

// HTTP implements credential.Git.
func (g personalGit) HTTP(ctx context.Context, address string) map[string]string {
	settings := map[string]string{}
	out, _ := g.run(ctx, "", "config", "--get-urlmatch", "http", address)
	for line := range strings.Lines(out) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		settings[strings.TrimPrefix(strings.ToLower(key), "http.")] = value
	}
	return settings
}

func (g personalGit) run(ctx context.Context, input string, words ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", words...)
	cmd.Dir, cmd.WaitDelay = "/", time.Second
	cmd.Env = append(cmd.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GCM_INTERACTIVE=never",
		"GIT_DIR=/nonexistent", "LC_ALL=C")
	cmd.Stdin = strings.NewReader(input)
	out := &shortText{most: gitMax}
	cmd.Stdout = out
	err := cmd.Run()
	return out.String(), err
}

// newLender is what lends commands the person's credentials.
func newLender(s *Settings) *credential.Lender {
	return credential.NewLender(credential.Options{Home: s.Where.Home, AgentSocket: s.System.Env("SSH_AUTH_SOCK"),
		Git: personalGit{s.System}, Mask: func(values []engine.Secret) func(string) string {
			return secrets.NewRedactor(secrets.NewVault(values)).Redact
		}})
}
