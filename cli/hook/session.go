package hook

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/store"
)

// Bounds of what is known of a session.
const (
	maxSession  = 256 << 10           // bytes of its file
	maxFlows    = 200                 // of each kind; one is as good as many
	sessionKept = 30 * 24 * time.Hour // since it was last written
)

// session is what is known of a conversation with another agent: where it began, and what it has read
// that must not leave unasked.
type session struct {
	file  string
	dir   string // where its first call was made
	flows []engine.Flow
}

// sessionName names a session of an agent, in the thought trace and as a file.
func sessionName(agent, id string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if id == "" {
		id = "unnamed"
	}
	if len(id) > 60 || strings.Trim(id, letters) != "" {
		sum := sha256.Sum256([]byte(id))
		id = hex.EncodeToString(sum[:16])
	}
	return agent + "-" + id
}

// openSession reads what is known of a session, or begins it in a directory.
func openSession(sys system.System, agent, id, dir string) (session, error) {
	state := config.StateDir(sys.Getenv, setup.Home(sys))
	if state == "" {
		return session{}, exit.NoPlace("what other agents did")
	}
	s := session{file: filepath.Join(state, "hook", sessionName(agent, id)+".session"), dir: dir}
	if id == "" { // sessions that have no names are told apart by where they are
		sum := sha256.Sum256([]byte(dir))
		s.file = filepath.Join(state, "hook", agent+"-in-"+hex.EncodeToString(sum[:8])+".session")
	}
	text, err := store.Read(context.Background(), s.file, maxSession)
	switch {
	case err == nil && len(text) > 0:
		return s, s.read(text)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return s, fmt.Errorf("what its session has read: %w", err)
	}
	if err := store.PrivateDir(filepath.Dir(s.file)); err != nil {
		return s, err
	}
	forgetSessions(filepath.Dir(s.file), sys.Now())
	if err := s.add("dir " + strconv.Quote(dir) + "\n"); err != nil {
		return s, err
	}
	if text, err = store.Read(context.Background(), s.file, maxSession); err != nil {
		return s, err
	}
	return s, s.read(text) // another process may have created it first
}

// add appends lines with one write, so that lines of several processes do not mix.
func (s *session) add(text string) error {
	f, err := os.OpenFile(s.file, os.O_WRONLY|os.O_APPEND|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Size()+int64(len(text)) > maxSession {
		err = fmt.Errorf("%s is full; begin another session", s.file)
	}
	if err == nil {
		_, err = f.WriteString(text)
	}
	return errors.Join(err, f.Close())
}

// read takes up the lines of a session's file. One that was not written to its end is no flow yet: the call
// that it is of was not answered.
func (s *session) read(text []byte) error {
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range lines[:len(lines)-1] {
		kind, rest, _ := strings.Cut(string(line), " ")
		value, err := strconv.Unquote(rest)
		switch {
		case err == nil && kind == "dir":
			if i == 0 { // later ones come from processes that lost the race
				s.dir = value
			}
		case err == nil && i > 0 && (kind == "untrusted" || kind == "secret"):
			s.flows = append(s.flows, engine.Flow{Subject: value, Secret: kind == "secret"})
		default:
			return fmt.Errorf("line %d of %s cannot be read; remove the file to begin anew", i+1, s.file)
		}
	}
	if len(lines) < 2 {
		return fmt.Errorf("%s says nothing; remove it to begin anew", s.file)
	}
	return nil
}

// note adds what a call that may happen now will read, on disk before it is answered.
func (s *session) note(verdicts []engine.Verdict) error {
	text, count := "", map[bool]int{}
	for _, f := range s.flows {
		count[f.Secret]++
	}
	for _, f := range setup.FlowsOf(verdicts) {
		same := func(g engine.Flow) bool { return g.Secret == f.Secret && g.Subject == f.Subject }
		if slices.ContainsFunc(s.flows, same) || count[f.Secret] >= maxFlows {
			continue
		}
		s.flows = append(s.flows, f)
		count[f.Secret]++
		kind := "untrusted "
		if f.Secret {
			kind = "secret "
		}
		text += kind + strconv.Quote(engine.Clip(f.Subject, 500)) + "\n"
	}
	if text == "" {
		return nil
	}
	return s.add(text)
}

// forgetSessions removes what is known of sessions that ended long ago, once a day. What cannot be removed
// stays, and so does what bears no name of a session's file.
func forgetSessions(dir string, now time.Time) {
	stamp := filepath.Join(dir, "forgot")
	if info, err := os.Lstat(stamp); err == nil && now.Sub(info.ModTime()).Abs() < 24*time.Hour {
		return
	}
	if os.WriteFile(stamp, nil, 0o600) != nil || os.Chtimes(stamp, now, now) != nil {
		return
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		agent, rest, _ := strings.Cut(e.Name(), "-")
		_, known := named(agent, append(Agents(), retired()...))
		if !known || !strings.HasSuffix(rest, ".session") && !strings.HasSuffix(rest, ".lock") {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > sessionKept {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
