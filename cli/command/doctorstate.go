package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pp/actuators/undo"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"

	"golang.org/x/sys/unix"
)

// maxLooked bounds how many files below the state directory are looked at.
const maxLooked = 100_000

func checkTerminal(a App) checkup {
	c := checkup{What: "terminal", State: healthy}
	p, there := a.present()
	switch {
	case there:
		p.Close()
		c.Says = "a person can be asked here"
	case a.System.Env("CI") != "":
		c.Says = "nobody is asked here: CI is set"
	case !system.IsTerminal(a.System.Stderr):
		c.Says = "nobody can be asked here: standard error is no terminal"
	default:
		c.Says = "nobody can be asked here: pp is not in the foreground of a terminal"
	}
	return c
}

func checkState(s *setup.Settings) checkup {
	c := checkup{What: "state directory", State: healthy}
	dir := s.Config.Paths.StateDir
	if dir == "" {
		return c.found(degraded, "there is no place for it: nothing is kept and nothing can be suspended", "export HOME=…")
	}
	if err := setup.Usable(dir); err != nil {
		return c.found(unhealthy, fmt.Sprintf("%s: %v: nothing is kept, and what must be recorded first does not happen",
			dir, err), "export XDG_STATE_HOME=…")
	}
	if _, err := os.Stat(dir); err != nil {
		c.Says = dir + " is made when something is kept"
		return c
	}
	probe, err := os.CreateTemp(dir, ".pp-*")
	if err != nil {
		return c.found(unhealthy, err.Error()+": nothing can be kept", "export XDG_STATE_HOME=…")
	}
	_, err = probe.WriteString("x") // a full disk still takes a name
	if err = errors.Join(err, probe.Sync(), probe.Close(), os.Remove(probe.Name())); err != nil {
		return c.found(unhealthy, fmt.Sprintf("%s: %s: nothing can be kept", dir, output.Cause(err)), "df -h "+QuoteWord(dir))
	}
	c.Says = dir
	return checkPrivate(c, dir)
}

// checkSecretFiles looks at what may hold keys: the configuration and what is
// beside it.
func checkSecretFiles(s *setup.Settings) checkup {
	c := checkup{What: "secret files", State: healthy, Says: "none is open to others"}
	if s.Config.Paths.ConfigFile == "" {
		return c
	}
	dir := filepath.Dir(s.Config.Paths.ConfigFile)
	if _, err := os.Stat(dir); err != nil {
		return c
	}
	return checkPrivate(c, dir)
}

// checkPrivate finds what others could read or write below a directory of pp's own,
// which is to be private as a whole.
func checkPrivate(c checkup, dir string) checkup {
	open, alien, err := openToOthers(dir)
	switch {
	case err != nil:
		c.State, c.Says, c.Remedy = degraded, err.Error(), "ls -la "+QuoteWord(dir)
	case alien != "":
		c.State, c.Says, c.Remedy = degraded, alien+" belongs to another user", "chown -R \"$(id -u)\" "+QuoteWord(dir)
	case len(open) > 0:
		c.State, c.Remedy = degraded, "chmod -R go-rwx "+QuoteWord(dir)
		c.Says = open[0] + " can be read by others"
		if n := len(open) - 1; n > 0 {
			c.Says = fmt.Sprintf("%s and %d more can be read by others", open[0], n)
		}
	}
	return c
}

// openToOthers are the files and directories below one that have a mode for
// others, and one that belongs to somebody else. Links are not followed.
func openToOthers(dir string) (open []string, alien string, err error) {
	looked := 0
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, "", err
	}
	err = filepath.WalkDir(real, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone meanwhile
		}
		if err != nil {
			return err
		}
		if looked++; looked > maxLooked {
			return filepath.SkipAll
		}
		var st unix.Stat_t
		if unix.Lstat(name, &st) != nil {
			return nil
		}
		switch kind := st.Mode & unix.S_IFMT; {
		case kind != unix.S_IFREG && kind != unix.S_IFDIR:
		case kind == unix.S_IFDIR && st.Mode&0o077 == 0 && (d.Name() == undo.LayersName || d.Name() == undo.SpareName):
			return fs.SkipDir // what commands did, with the modes and owners that it has or had
		case int(st.Uid) != os.Getuid():
			alien = name
		case st.Mode&0o077 != 0:
			open = append(open, name)
		}
		return nil
	})
	return open, alien, err
}
