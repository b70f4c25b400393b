package sandbox

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine/effect"
)

// Bounds of the private caches.
const (
	scarce   = 1 << 30             // bytes left on the disk, below which a private cache is removed
	outdated = 30 * 24 * time.Hour // after which a private cache that no command used is removed
)

// cacheVariables name the directories of caches that are not where their tool has them by default.
var cacheVariables = [...]string{"GOCACHE", "GOMODCACHE", "npm_config_cache", "PIP_CACHE_DIR",
	"UV_CACHE_DIR", "CCACHE_DIR"}

// offline tells package managers that there is no network: they take what their caches have, and do not try again.
func (s *Sandbox) offline() []string {
	out := []string{"npm_config_prefer_offline=true", "npm_config_fetch_retries=0", "CARGO_NET_OFFLINE=true",
		"UV_OFFLINE=1", "PIP_RETRIES=0"}
	gopath := cmp.Or(s.opts.Env["GOPATH"], path.Join(s.opts.Home, "go"))
	modules := cmp.Or(s.opts.Env["GOMODCACHE"], path.Join(gopath, "pkg/mod"))
	if downloads := path.Join(modules, "cache/download"); s.opts.Env["GOPROXY"] == "" && isDir(downloads) {
		out = append(out, "GOPROXY="+(&url.URL{Scheme: "file", Path: downloads}).String())
	}
	return out
}

// caches gives a command that acts its caches. What it writes there goes into pp's private layer over the person's
// cache, where later commands in the workspace find it, and nothing outside pp does.
func (b *builder) caches() {
	s := b.sandbox
	if !b.spec.Network {
		b.spec.Env = append(b.spec.Env, s.offline()...)
	}
	if s.opts.CacheDir == "" || len(b.roots) == 0 {
		return
	}
	sum := sha256.Sum256([]byte(b.roots[0]))
	name := hex.EncodeToString(sum[:8])
	if s.opts.ProbeDir == "" || !s.Probe().Layers {
		b.coldCaches(path.Join(s.opts.CacheDir, name))
		return
	}
	b.spec.caches.base = path.Join(s.opts.ProbeDir, "caches", name)
	for _, dir := range s.cacheDirs() {
		meets := func(root string) bool { return effect.Within(root, dir) || effect.Within(dir, root) }
		there := exists(dir)
		changed := func(g Grant) bool { // where the command may write, no mount point is made
			return effect.Within(g.Path, dir) || (g.Kind == GrantTree || !there) && meets(g.Path)
		}
		if slices.ContainsFunc(b.roots, meets) || slices.ContainsFunc(b.spec.Writable, changed) ||
			slices.ContainsFunc(b.spec.caches.dirs, meets) ||
			there && !(isDir(dir) && b.searched(dir) && s.layers(dir)) {
			continue
		}
		b.spec.caches.dirs = append(b.spec.caches.dirs, dir)
		for _, d := range filepath.SplitList(s.opts.Env["PATH"]) {
			if effect.Within(d, dir) { // what runs is the person's
				b.spec.ReadOnly = append(b.spec.ReadOnly, d)
			}
		}
	}
}

// searched reports whether the secrets in a cache are known: it was shown.
func (b *builder) searched(dir string) bool {
	return slices.ContainsFunc(b.spec.Visible, func(v string) bool { return effect.Within(dir, v) })
}

// coldCaches gives a command empty caches of its own, where layers over the person's are not possible.
func (b *builder) coldCaches(base string) {
	thrifty(base)
	for _, c := range [...]struct{ variable, dir string }{
		{"GOCACHE", "go-build"}, {"npm_config_cache", "npm"}, {"PIP_CACHE_DIR", "pip"},
		{"XDG_CACHE_HOME", "cache"}, {"CCACHE_DIR", "ccache"},
	} {
		dir := path.Join(base, c.dir)
		if os.MkdirAll(dir, 0o700) != nil {
			return
		}
		b.spec.Env = append(b.spec.Env, c.variable+"="+dir)
	}
	b.spec.Caches = append(b.spec.Caches, base)
}

// thrifty removes a private cache when little of the disk is left. Commands fill it unasked, and make it again.
func thrifty(base string) {
	var fs unix.Statfs_t
	if unix.Statfs(base, &fs) == nil && fs.Bavail*uint64(fs.Bsize) < scarce {
		Discard(base)
	}
}

// cacheDirs are the directories of the caches, with links resolved. Some are not there.
func (s *Sandbox) cacheDirs() []string {
	var names, out []string
	if s.opts.Home != "" {
		for _, c := range s.opts.Caches {
			names = append(names, path.Join(s.opts.Home, c))
			if rest, ok := strings.CutPrefix(c, ".cache/"); ok && s.opts.Env["XDG_CACHE_HOME"] != "" {
				names = append(names, path.Join(s.opts.Env["XDG_CACHE_HOME"], rest))
			}
		}
	}
	for _, v := range cacheVariables {
		names = append(names, s.opts.Env[v])
	}
	if gopath := s.opts.Env["GOPATH"]; gopath != "" {
		names = append(names, path.Join(gopath, "pkg/mod"), path.Join(gopath, "pkg/sumdb"))
	}
	for _, name := range names {
		if !path.IsAbs(name) || path.Clean(name) == "/" || kernelPath(name) {
			continue
		}
		resolved, err := filepath.EvalSymlinks(name)
		if errors.Is(err, os.ErrNotExist) && !isLink(name) && effect.Within(name, s.opts.Home) {
			resolved, err = path.Clean(name), nil
		}
		own := func(d string) bool { return effect.Within(resolved, d) }
		if err == nil && !slices.Contains(out, resolved) && !slices.ContainsFunc(s.opts.Own, own) &&
			!s.tree.secret(resolved) && !effect.Within(s.opts.Home, resolved) {
			out = append(out, resolved)
		}
	}
	slices.SortFunc(out, byDepth)
	return out
}

// layers reports whether a layer can be mounted over a cache. It finds out once.
func (s *Sandbox) layers(dir string) bool {
	known, ok := s.layerable.Load(dir)
	if !ok {
		known = undo.Impossible(dir, s.opts.ProbeDir, s.EveryID()) == ""
		s.layerable.Store(dir, known)
	}
	return known.(bool)
}

// hold makes the layers of a command's caches, and gives what releases them. One command at a time writes the layer
// that lasts; what another one writes beside it goes with that one.
func (c *privateCaches) hold(now time.Time) (release func(), err error) {
	if len(c.dirs) == 0 {
		return func() {}, nil
	}
	all := path.Dir(c.base)
	thrifty(c.base)
	if err := os.MkdirAll(c.base, 0o700); err != nil {
		return nil, err
	}
	expire(all, now)
	own, err := temporary(path.Join(all, "tmp"))
	if err != nil {
		return nil, err
	}
	lasting, lerr := lock(c.base, unix.LOCK_EX|unix.LOCK_NB)
	release = func() {
		Discard(own.Name())
		own.Close()
		if lerr == nil {
			_ = unix.Flock(int(lasting.Fd()), unix.LOCK_UN) // a process that is just being started may have the file too
			lasting.Close()
		}
	}
	for i, dir := range c.dirs {
		kept := path.Join(c.base, strings.ReplaceAll(dir, "/", "%"))
		mine := path.Join(own.Name(), strconv.Itoa(i))
		m := undo.Mount{Target: dir, Upper: kept, Work: mine + ".work"}
		there := isDir(dir)
		if err = os.MkdirAll(kept, 0o700); there {
			err = errors.Join(err, os.Mkdir(m.Work, 0o700))
		}
		if lerr != nil {
			m.Mask, m.Upper = kept, mine
			err = errors.Join(err, os.Mkdir(mine, 0o700))
		}
		if err != nil {
			release()
			return nil, err
		}
		if there {
			c.layers = append(c.layers, m)
		} else {
			c.binds = append(c.binds, Bind{m.Upper, dir})
		}
	}
	_ = os.Chtimes(c.base, now, now)
	return release, nil
}

// expire removes the private caches that no command used for long.
func expire(all string, now time.Time) {
	names := readNames(all, maxSiblings)
	for _, n := range names {
		dir := path.Join(all, n)
		if info, err := os.Lstat(dir); err != nil || now.Sub(info.ModTime()) < outdated {
			continue
		}
		if held, err := lock(dir, unix.LOCK_EX|unix.LOCK_NB); err == nil {
			Discard(dir)
			held.Close()
		}
	}
}

// layeredCaches are the caches over which a command gets layers.
func (s *Sandbox) layeredCaches() []string {
	if s.opts.CacheDir == "" || s.opts.ProbeDir == "" || !s.Probe().Layers {
		return nil
	}
	return slices.DeleteFunc(s.cacheDirs(), func(dir string) bool { return isDir(dir) && !s.layers(dir) })
}
