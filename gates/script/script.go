package script

import (
	"path"
	"regexp"
	"strings"
)

// Place says where the commands of a file run, which decides what they may do there without being asked about.
type Place uint8

// The places. The zero value is the strictest.
const (
	Machine Place = iota // a person's own machine
	Runner               // a machine that is made for one run
	Image                // an image that is being built
)

// Script is text that one shell runs.
type Script struct {
	Text Text
	// Dir is the directory that it starts in: absolute in an image, else below the one of the repository; "" is that one.
	Dir string
	Env map[string]string // variables that the file gives it
	// Other names what runs it where that is no shell that can be judged, "" where it is one.
	Other string
}

// Problem is something that is denied, or asked about, without any command being judged.
type Problem struct {
	Line, Col    int
	Rule, Reason string
	Asks         bool
}

// Opener gives the text of a file that another includes, by its name as written, and whether it is judged apart: then
// only what it sets counts.
type Opener func(name string) (text string, apart, ok bool)

// File is what stands in a file.
type File struct {
	Place    Place
	Scripts  []Script
	Problems []Problem
	open     Opener
	worked   int
	lines    []string // of a file of YAML or JSON
}

// Kind is a kind of file that commands stand in.
type Kind uint8

// The kinds. The zero value is no such file.
const (
	KindNone Kind = iota
	KindShell
	KindShellRunner // one that a forge's machine runs
	KindShellImage  // one that an image starts with
	KindMake
	KindDocker
	KindPackage
	KindWorkflow
	KindGitLab
)

// Kinds says which files hold commands that Read finds.
const Kinds = "shell scripts, Makefiles, Dockerfiles, package.json, workflows and actions of GitHub, and .gitlab-ci.yml"

// Bounds of one file. What goes beyond them is denied, never passed over.
const (
	MaxBytes   = 1 << 20
	maxScripts = 4000
	maxText    = 4 << 20 // bytes of all scripts together
	maxWork    = 200_000 // parts looked at, the same one by several names included
	// maxProblems is how many are said: of more a reader has no use, and each takes time to say.
	maxProblems = 1000
)

// KindOf tells the kind of a file by its name, as a path with slashes, and by its first bytes where the name has no
// end.
func KindOf(name, text string) Kind {
	dir, base := path.Split(name)
	lower := strings.ToLower(base)
	switch ext := path.Ext(lower); {
	case base == "Makefile", base == "makefile", base == "GNUmakefile", ext == ".mk", ext == ".mak",
		strings.HasPrefix(base, "Makefile.") && !otherLanguage(lower):
		return KindMake
	case lower == "dockerfile", lower == "containerfile", ext == ".dockerfile", ext == ".containerfile",
		strings.HasPrefix(lower, "dockerfile.") && !template(ext),
		strings.HasPrefix(lower, "containerfile.") && !template(ext), strings.HasPrefix(lower, "dockerfile-") && ext == "":
		return KindDocker
	case base == "package.json":
		return KindPackage
	case strings.HasSuffix(lower, ".gitlab-ci.yml"), strings.HasSuffix(lower, ".gitlab-ci.yaml"):
		return KindGitLab
	case lower == "action.yml", lower == "action.yaml",
		(ext == ".yml" || ext == ".yaml") && workflows.MatchString(dir):
		return KindWorkflow
	case ext == ".sh", ext == ".bash", ext == "" && shebang(text) != "", ext == "" && path.Base(dir) == ".husky":
		return shellKind(dir, lower)
	}
	return KindNone
}

// otherLanguage reports whether a Makefile is so in name alone: in JavaScript, Perl, Python, or as cargo-make has it.
func otherLanguage(name string) bool {
	switch path.Ext(name) {
	case ".js", ".cjs", ".mjs", ".ts", ".pl", ".py", ".rb", ".toml", ".md":
		return true
	}
	return false
}

// shellKind tells where a script runs, by its name and its directories.
func shellKind(dir, base string) Kind {
	if strings.Contains(base, "entrypoint") {
		return KindShellImage
	}
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case ".github", ".gitlab", ".ci", "ci", ".circleci", ".buildkite", ".travis":
			return KindShellRunner
		case "rootfs", "entrypoint", "docker-entrypoint.d", "docker-entrypoint-initdb.d":
			return KindShellImage
		}
	}
	return KindShell
}

// template reports whether files with this end of their name are not yet what they will be.
func template(ext string) bool {
	switch ext {
	case ".template", ".tmpl", ".tpl", ".j2", ".jinja", ".erb", ".in", ".m4", ".dockerignore":
		return true
	}
	return false
}

// workflows are the directories in which forges look for workflows of GitHub's form.
var workflows = regexp.MustCompile(`(^|/)\.(github|gitea|forgejo)/workflows/$`)

// Read finds the commands in a file of a kind. It never fails: what cannot be read is a problem. What the file includes
// is asked for by its name as written; nil is nothing.
func Read(kind Kind, text string, open Opener) File {
	f := File{open: open}
	switch {
	case len(text) > MaxBytes:
		f.problem(1, 1, "over-cap", "The file is larger than what is looked at; split it.")
		return f
	case strings.IndexByte(text, 0) >= 0:
		f.problem(1, 1, "unreadable", "The file holds NUL bytes, so it is no text.")
		return f
	}
	switch kind {
	case KindShell, KindShellRunner, KindShellImage:
		f.Place = Place(kind - KindShell)
		f.readShell(text)
	case KindMake:
		f.readMake(text)
	case KindDocker:
		f.readDocker(text)
	case KindPackage:
		f.readPackage(text)
	case KindWorkflow:
		f.readYAML(text, (&workflow{File: &f}).gitHub)
	case KindGitLab:
		f.readYAML(text, (&workflow{File: &f}).gitLab)
	case KindNone:
		f.problem(1, 1, "kind", "pp cannot judge this kind of file. It judges "+Kinds+".")
	}
	if kind != KindNone {
		f.unknownPrograms()
		f.carry(kind == KindMake || kind == KindPackage)
	}
	f.bound()
	return f
}

func (f *File) problem(line, col int, rule, reason string) {
	f.report(Problem{Line: line, Col: col, Rule: rule, Reason: reason})
}

// beyond reports that a part of the file exceeds a limit, and asks a person to read it.
func (f *File) beyond(t Text, what string) {
	line, col := t.Position(0)
	f.report(Problem{Line: line, Col: col, Rule: "over-cap", Asks: true,
		Reason: what + " is too large for pp to judge; make it smaller, or read it yourself."})
}

// exhaust stops reading a file that exceeds a limit.
func (f *File) exhaust() { f.worked = maxWork + 1 }

func (f *File) report(p Problem) {
	if len(f.Problems) == maxProblems {
		f.exhaust()
		return
	}
	f.Problems = append(f.Problems, p)
}

// add adds a script, unless there is nothing in it.
func (f *File) add(s Script) {
	if len(f.Scripts) <= maxScripts && strings.TrimSpace(s.Text.S) != "" { // one too many is told from enough
		f.Scripts = append(f.Scripts, s)
	}
}

// spend counts as many parts.
func (f *File) spend(parts int) bool {
	f.worked += parts
	return f.worked <= maxWork
}

// bound cuts what is too much, and says so.
func (f *File) bound() {
	if f.worked > maxWork {
		f.Problems = f.Problems[:min(len(f.Problems), maxProblems-1)]
		f.problem(1, 1, "over-cap", "The file has more parts, or names the same ones more often, than are looked at.")
	}
	size := 0
	for i, s := range f.Scripts {
		if size += len(s.Text.S); i >= maxScripts || size > maxText {
			line, col := s.Text.Position(0)
			f.Scripts = f.Scripts[:i]
			f.problem(line, col, "over-cap", "From here on the file holds more commands than are looked at; split it.")
			return
		}
	}
}
