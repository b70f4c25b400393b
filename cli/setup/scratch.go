package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// MachinesName is the directory of the state directory that holds the temporary directories of conversations.
const MachinesName = "machines"

// The temporary directories of conversations that nobody continues stay for scratchLife, of the scratchKept newest.
const (
	scratchLife = 24 * time.Hour
	scratchKept = 16
)

// scratch is where the temporary directories of a conversation are.
type scratch struct {
	id    string   // of the conversation, "" before it begins
	lock  *os.File // held while the conversation goes on; nil before a command needs the directories
	keeps bool     // for whoever continues the conversation
	last  engine.Scratch
}

// begins names the conversation whose temporary directories these are.
func (m *Machine) begins(id string, keeps bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.scratch.id, m.scratch.keeps = id, keeps
}

// place is the directory of a conversation, by a path without links, "" where there is no place for it. Nothing has to
// be there.
func (m *Machine) place() string {
	dir := m.settings.Kept(MachinesName)
	if dir == "" {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if real, err := effect.Resolve(store.NewView(), "/", dir); err == nil {
		dir = real.Name
	}
	return filepath.Join(dir, cmp.Or(m.scratch.id, "none"))
}

// shared are the temporary directories that commands and pp's own tools have for themselves. Servers of tools have the
// machine's.
func (m *Machine) shared(f engine.Facts, action engine.Action) engine.Scratch {
	call, isCall := action.Op.(engine.Call)
	if isCall && strings.HasPrefix(call.Tool, engine.ServerPrefix) || !isCall && action.Command() == "" {
		return engine.Scratch{}
	}
	return m.scratches(f)
}

// temporary are those directories where the conversation began.
func (m *Machine) temporary() engine.Scratch {
	at := m.settings.Where
	return m.scratches(engine.Facts{Workspace: at.Workspace, Home: at.Home, Temp: os.TempDir()})
}

// scratches are the temporary directories for whatever the machine gives them to, none where no mounts can give
// commands these.
func (m *Machine) scratches(f engine.Facts) engine.Scratch {
	place := m.place()
	if place == "" || !m.Confined() {
		return engine.Scratch{}
	}
	own := m.settings.Config.Paths
	out := engine.Scratch{Place: place, Except: append(f.Workspace.Roots(), f.Home,
		filepath.Dir(filepath.Dir(place)), own.CacheDir, filepath.Dir(own.ConfigFile))}
	out.Except = slices.DeleteFunc(out.Except, func(name string) bool { return len(name) < 2 })
	for _, dir := range [...]string{"/tmp", "/var/tmp", "/dev/shm", f.Temp} {
		known := slices.ContainsFunc(out.Dirs, func(d string) bool { return effect.Within(dir, d) })
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && !known && len(dir) > 1 {
			out.Dirs = append(out.Dirs, dir)
		}
	}
	return out
}

// open makes the temporary directories before an action that may use them.
func (m *Machine) open(s engine.Scratch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.Place == "" || m.scratch.id == "" {
		return nil
	}
	if m.scratch.lock == nil {
		sweep(filepath.Dir(s.Place), m.settings.System.Now())
		f, err := lockPlace(s.Place)
		if err != nil {
			return err
		}
		m.scratch.lock = f
	}
	m.scratch.last = s
	now := m.settings.System.Now()
	errs := []error{os.Chtimes(s.Place, now, now)}
	for _, dir := range s.Dirs {
		if real := s.Real(dir); real != dir {
			errs = append(errs, makeScratch(s, dir))
		}
	}
	return errors.Join(errs...)
}

// makeScratch makes what stands in for a directory, and in it places for mounts and for $TMPDIR. Commands may have put
// links there, which lead nowhere else.
func makeScratch(s engine.Scratch, dir string) error {
	real := s.Real(dir)
	if err := os.Mkdir(real, 0o700); !errors.Is(err, fs.ErrExist) {
		if err = cmp.Or(err, os.Chmod(real, 0o777|os.ModeSticky)); err != nil {
			return err
		}
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil // a command closed it, and can open it again
	}
	defer root.Close()
	for _, name := range append(s.Above(), os.TempDir()) {
		if below, in := strings.CutPrefix(name, dir+"/"); in && s.Has(name) {
			_ = root.MkdirAll(below, 0o700) // without it programs say themselves what they could not write
		}
	}
	return nil
}

// Close ends what the commands of a conversation share. What they left in the directories stays for whoever may
// continue it.
func (m *Machine) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.scratch.lock
	if m.scratch.lock = nil; f == nil {
		return nil
	}
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil { // nobody else is in the conversation
		if m.scratch.keeps {
			removeEmpty(m.scratch.last)
		} else {
			sandbox.Discard(f.Name())
		}
	}
	return f.Close()
}

// removeEmpty removes a place in which nothing was left but the places of mounts.
func removeEmpty(s engine.Scratch) {
	root, err := os.OpenRoot(s.Place)
	if err != nil {
		return
	}
	defer root.Close()
	bare := engine.Scratch{Place: s.Place, Dirs: s.Dirs}
	for _, name := range slices.Concat(s.Except, []string{os.TempDir()}, s.Dirs) {
		for below, in := strings.CutPrefix(bare.Real(name), s.Place+"/"); in && below != "."; below = path.Dir(below) {
			if info, err := root.Lstat(below); err == nil && (!info.IsDir() || root.Remove(below) != nil) {
				break
			}
		}
	}
	_ = os.Remove(s.Place)
}

// sweep removes the directories of conversations that nobody has continued for a day, and of all but the newest.
func sweep(dir string, now time.Time) {
	type old struct {
		name string
		at   time.Time
	}
	var all []old
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			all = append(all, old{filepath.Join(dir, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b old) int { return b.at.Compare(a.at) })
	for i, o := range all {
		if i < scratchKept && now.Sub(o.at) < scratchLife {
			continue
		}
		if f, err := lockDir(o.name, unix.LOCK_EX|unix.LOCK_NB); err == nil {
			sandbox.Discard(o.name)
			f.Close()
		}
	}
}

// lockPlace makes the place of a conversation and holds it, so that no other pp sweeps it away.
func lockPlace(place string) (*os.File, error) {
	for {
		if err := os.MkdirAll(place, 0o700); err != nil {
			return nil, err
		}
		f, err := lockDir(place, unix.LOCK_SH)
		if errors.Is(err, fs.ErrNotExist) {
			continue // swept away just now
		}
		if err != nil {
			return nil, err
		}
		held, err := f.Stat()
		if there, gone := os.Lstat(place); err == nil && gone == nil && os.SameFile(held, there) {
			return f, nil
		}
		f.Close()
	}
}

// lockDir locks a directory, which ends with the file.
func lockDir(dir string, how int) (*os.File, error) {
	f, err := os.OpenFile(dir, unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), how); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// sharing makes the temporary directories before an action that may use them.
type sharing struct {
	machine *Machine
	inner   engine.Actuator
}

// Do implements engine.Actuator.
func (s sharing) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if err := s.machine.open(c.Verdict().Facts.Scratch); err != nil {
		return engine.Result{}, fmt.Errorf("the conversation's temporary directories cannot be made: %w", err)
	}
	return s.inner.Do(ctx, c)
}
