package sandbox

import (
	"os"
	"path"
	"path/filepath"
	"slices"
)

// systemDirs hold the system's programs, libraries and settings, which every program needs. Whatever else stands at the
// top of a machine is somebody's.
var systemDirs = [...]string{"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/etc", "/nix", "/gnu",
	"/dev", "/proc", "/sys"}

// others are the directories at the top that are not the system's and that are not hidden already.
func others(hidden []string) []string {
	names := readNames("/", maxSiblings)
	var out []string
	for _, n := range names {
		full := "/" + n
		if !slices.Contains(systemDirs[:], full) && !slices.Contains(hidden, full) && isDir(full) {
			out = append(out, full)
		}
	}
	return out
}

// systemLinks shows parts of the system that some distributions keep elsewhere.
func (b *builder) systemLinks() {
	for _, name := range [...]string{"/usr/local", "/etc/ssl/certs", "/etc/ssl/ca-bundle.pem", "/etc/pki/tls/certs"} {
		if resolved, err := filepath.EvalSymlinks(name); err == nil {
			b.show(resolved)
		}
	}
}

// program shows a file or directory of the program, and what a link there leads to.
func (b *builder) program(name string) {
	for range maxLinks {
		b.installed(path.Dir(name))
		if dir, err := filepath.EvalSymlinks(path.Dir(name)); err == nil { // what is a link itself is shown as one
			b.reads = append(b.reads, path.Join(dir, path.Base(name)))
		}
		to, err := os.Readlink(name)
		if err != nil {
			return
		}
		if !path.IsAbs(to) {
			to = path.Join(path.Dir(name), to)
		}
		name = to
	}
}

// maxLinks is how many links are followed from a program.
const maxLinks = 10

// installed shows the tree that a directory of programs belongs to, such as /opt/node of /opt/node/bin, outside of
// homes: of those some parts are shown to every command.
func (b *builder) installed(bin string) {
	tree := path.Dir(path.Clean(bin))
	homes := append([]string{"/home", "/root", "/tmp"}, b.roots...)
	if b.sandbox.opts.Home != "" {
		homes = append(homes, b.sandbox.opts.Home)
	}
	if path.Base(bin) != "bin" || path.Dir(tree) == "/" || withinAny(tree, homes) || !withinAny(tree, b.spec.Hidden) {
		return
	}
	b.showTools(tree)
	// A link to it stands in what is hidden too. A mount of its own in that place would not have the masks.
	resolved, err := filepath.EvalSymlinks(tree)
	if err == nil && resolved != tree && b.spec.seen(resolved) && len(b.sandbox.tools.shallow(resolved)) == 0 {
		b.spec.Lent = append(b.spec.Lent, Bind{resolved, tree})
	}
}
