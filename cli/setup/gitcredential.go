package setup

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"pp/actuators/credential"
	"pp/engine"
	"pp/gates/secrets"
)

// gitTime bounds what the person's git is asked: a helper may have to unlock a store.
const gitTime = 30 * time.Second

// personalGit asks the person's own git, with their environment and in no repository, so that nothing of a workspace
// has a part in the answer. It and its helpers are looked for where no command may write. It implements
// credential.Git.
type personalGit struct {
	where environment
}

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
	if !g.trusted(ctx) {
		return "", "", errNoPassword
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

// trusted reports whether no file that the person's git is configured by lies in the workspace, nor a helper that it
// names: what a command may have written must not run outside the sandbox.
func (g personalGit) trusted(ctx context.Context) bool {
	out, err := g.run(ctx, "", "config", "--list", "--show-origin", "-z")
	if err != nil {
		return false
	}
	within := func(name string) bool {
		resolved, err := filepath.EvalSymlinks(name)
		_, in := g.where.Workspace.Contains(resolved)
		return err == nil && in
	}
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		key, value, _ := strings.Cut(fields[i+1], "\n")
		if name, ok := strings.CutPrefix(fields[i], "file:"); ok && within(name) {
			return false
		}
		for word := range strings.FieldsSeq(value) {
			if strings.HasPrefix(key, "credential.") && within(strings.TrimLeft(word, `!"'`)) {
				return false
			}
		}
	}
	return true
}

func (g personalGit) run(ctx context.Context, input string, words ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	program := g.where.Git()
	if program == "" {
		return "", errNoPassword
	}
	cmd := exec.CommandContext(ctx, program, words...)
	cmd.Dir, cmd.WaitDelay = "/", time.Second
	cmd.Env = append(cmd.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GCM_INTERACTIVE=never",
		"GIT_DIR=/nonexistent", "LC_ALL=C", "PATH="+g.where.Programs())
	cmd.Stdin = strings.NewReader(input)
	out := &shortText{}
	cmd.Stdout = out
	err := cmd.Run()
	return out.String(), err
}

// newLender is what lends commands the person's credentials.
func newLender(s *Settings) *credential.Lender {
	return credential.NewLender(credential.Options{Home: s.Where.Home, AgentSocket: s.System.Env("SSH_AUTH_SOCK"),
		Git: personalGit{s.Where}, Values: secrets.Values, Mask: func(values []engine.Secret) func(string) string {
			return secrets.NewRedactor(secrets.NewVault(values)).Redact
		}})
}
