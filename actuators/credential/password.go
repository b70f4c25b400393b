package credential

import (
	"context"
	"fmt"
	"io"
	"net"
	"path"
	"slices"
	"strings"
	"time"

	"pp/actuators/sandbox"
)

// Git is what is asked of the person's own git, outside the sandbox and outside any repository.
type Git interface {
	// Fill gives the user name and password that the person's helpers know for a host; it asks nobody.
	Fill(ctx context.Context, u Use) (name, password string, err error)
}

// password is what the person's git knows for one use.
type password struct {
	use         Use
	name, value string
}

// base is the address of a use without a path.
func (u Use) base() string { return u.Scheme + "://" + u.Address() }

// Bounds of a question to the lent credential helper.
const (
	maxQuestion  = 16 << 10
	questionTime = 10 * time.Second
)

// lendPasswords makes a credential helper for the git of one command. The helper is git's own credential-cache, whose
// daemon is pp: it answers for the hosts that were approved and for no other, until the command has ended. Nothing is
// written to a disk.
func (l *Lender) lendPasswords(loan *Loan, dir string, known []password) error {
	if len(known) == 0 {
		return nil
	}
	socket := path.Join(dir, "git")
	s, err := serveSocket(socket, func(conn net.Conn) { answerGit(conn, known) })
	if err != nil {
		return err
	}
	loan.end = slices.Insert(loan.end, 0, s.Close)
	loan.Sockets = true
	loan.Binds = append(loan.Binds, sandbox.Bind{From: socket, To: socket})
	for _, k := range known {
		loan.keep("the password of git", k.value)
		setting := [2]string{"credential." + k.use.base() + ".helper", "cache --socket " + socket}
		if !slices.Contains(loan.Git, setting) {
			loan.Git = append(loan.Git, setting)
		}
	}
	return nil
}

// answerGit answers one question of git's credential-cache: an action and a description, a line each.
func answerGit(conn net.Conn, known []password) {
	late := time.AfterFunc(questionTime, func() { conn.Close() })
	defer late.Stop()
	text, err := io.ReadAll(io.LimitReader(conn, maxQuestion))
	if err != nil {
		return
	}
	asked := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		asked[key] = value
	}
	if asked["action"] != "get" {
		return
	}
	for _, k := range known {
		if asked["protocol"] == k.use.Scheme && strings.EqualFold(asked["host"], k.use.Address()) &&
			(asked["username"] == "" || asked["username"] == k.name) {
			fmt.Fprintf(conn, "username=%s\npassword=%s\n", k.name, k.value)
			return
		}
	}
}
