package sandbox

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
)

// sharedMemory holds files of anybody, between the devices.
const sharedMemory = "/dev/shm"

// kernelPath reports whether a path is no place for files.
func kernelPath(name string) bool {
	return effect.Within(name, "/dev") && !effect.Within(name, sharedMemory) ||
		effect.Within(name, "/proc") || effect.Within(name, "/sys")
}

func isDir(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.IsDir()
}

func isRegular(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// hidden are the directories that a command finds empty.
func (s *Sandbox) hidden() []string {
	out := []string{sharedMemory} // where there is none too: programs look for it
	for _, d := range [...]string{"/tmp", "/var/tmp", "/run", "/home", "/root", s.opts.Home, s.opts.Temp} {
		if d != "" && d != "/" && !withinAny(d, out) && isDir(d) {
			out = append(out, d)
		}
	}
	return out
}

// scratch are the hidden directories that a command may write to; what it writes
// there is gone with it.
func (s *Sandbox) scratch() []string {
	out := []string{"/tmp", "/var/tmp", sharedMemory}
	if s.opts.Temp != "" && !slices.Contains(out, s.opts.Temp) {
		out = append(out, s.opts.Temp)
	}
	if s.opts.Home != "" {
		out = append(out, path.Join(s.opts.Home, ".cache"))
	}
	return out
}

// seen reports whether a command can see a path.
func (s Spec) seen(name string) bool {
	if !withinAny(name, s.Hidden) || s.isShared(name) {
		return true
	}
	return withinAny(name, s.Visible) ||
		slices.ContainsFunc(s.Writable, func(g Grant) bool { return effect.Within(name, g.Path) })
}

// pathVariables name directories that programs look things up in.
var pathVariables = [...]string{"GOROOT", "GOMODCACHE", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NVM_DIR",
	"VIRTUAL_ENV", "PYENV_ROOT", "ASDF_DATA_DIR", "MISE_DATA_DIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
	"REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO"}

// visible brings back what a command needs below the hidden directories: the
// workspace, what it was cleared to read, programs and caches of tools.
func (b *builder) visible() {
	for _, r := range b.roots {
		b.show(r)
		b.linkedGit(r)
	}
	if b.sandbox.opts.Home != "" {
		for _, d := range slices.Concat(b.sandbox.opts.Tools, b.sandbox.opts.Caches) {
			name := path.Join(b.sandbox.opts.Home, d)
			reads := func(r string) bool { return effect.Within(r, name) }
			// What only looks around has an empty place that it may write.
			if b.acts || !slices.Contains(b.spec.Scratch, name) || slices.ContainsFunc(b.reads, reads) {
				b.showTools(name)
			}
		}
		for _, f := range [...]string{".config/pip/pip.conf", ".pip/pip.conf"} {
			name := path.Join(b.sandbox.opts.Home, f)
			// With a credential, it is for the one command that may use that.
			text, err := readSettings(name)
			if err == nil && !strings.Contains(text, "@") &&
				(b.sandbox.opts.Values == nil || len(b.sandbox.opts.Values(name, []byte(text))) == 0) {
				b.showTools(name)
			}
		}
		b.gitSettings(path.Join(b.sandbox.opts.Home, ".gitconfig"), 0)
		b.gitSettings(path.Join(b.sandbox.opts.Home, ".config/git/config"), 0)
	}
	for _, name := range slices.Concat(pathVariables[:], cacheVariables[:]) {
		b.showTools(b.sandbox.opts.Env[name])
	}
	for _, name := range slices.Concat(b.programs, b.reads) {
		if dir := path.Dir(path.Dir(name)); exists(path.Join(dir, "pyvenv.cfg")) { // a virtual environment
			b.showTools(dir)
		}
	}
	if gopath := b.sandbox.opts.Env["GOPATH"]; gopath != "" {
		b.showTools(path.Join(gopath, "pkg/mod"))
		b.showTools(path.Join(gopath, "bin"))
	}
	for _, d := range filepath.SplitList(b.sandbox.opts.Env["PATH"]) {
		b.showTools(d)
	}
	for _, p := range b.reads {
		b.showRead(p)
	}
	// The file that names the name servers often stands in /run.
	if resolved, err := filepath.EvalSymlinks("/etc/resolv.conf"); err == nil && b.spec.Network {
		b.show(resolved)
	}
	slices.SortFunc(b.spec.Visible, byDepth)
}

// show makes a path visible, unless it is already. A directory that holds homes is
// never shown whole without having been read on purpose.
func (b *builder) show(name string) bool {
	homes := []string{b.sandbox.opts.Home, "/home", "/root"}
	if !path.IsAbs(name) || slices.Contains(b.spec.Hidden, name) && slices.Contains(homes, name) {
		return false
	}
	if !withinAny(name, b.spec.Hidden) || withinAny(name, b.spec.Visible) {
		return false
	}
	b.spec.Visible = append(b.spec.Visible, name)
	return true
}

// showRead shows what a command was cleared to read; a directory only when all
// of it could be searched for secrets.
func (b *builder) showRead(name string) {
	if !withinAny(name, b.spec.Hidden) || withinAny(name, b.spec.Visible) || b.spec.changeable(name) {
		return
	}
	if isDir(name) && !b.sandbox.tree.scan(name).complete {
		return
	}
	b.spec.Visible = append(b.spec.Visible, name)
	b.shown = append(b.shown, name)
}

// showTools shows a directory of programs, with links resolved.
func (b *builder) showTools(name string) {
	if name == "" || !path.IsAbs(name) || !withinAny(path.Clean(name), b.spec.Hidden) || unix.Access(name, 0) != nil {
		return
	}
	resolved, err := filepath.EvalSymlinks(name)
	own := func(d string) bool { return effect.Within(resolved, d) }
	if err == nil && !slices.ContainsFunc(b.sandbox.opts.Own, own) && !b.sandbox.tree.secret(resolved) &&
		b.show(resolved) {
		b.spec.Masked = append(b.spec.Masked, b.sandbox.tools.shallow(resolved)...)
	}
}

// openDir opens a directory, unless it is a link.
func openDir(name string) (*os.File, error) {
	return os.OpenFile(name, unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
}

// readNames gives at most limit names in a directory.
func readNames(dir string, limit int) []string {
	f, err := openDir(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(limit)
	return names
}

func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// readable reports whether the user running pp may read a path.
func readable(name string) bool { return unix.Access(name, unix.R_OK) == nil }
