package script

import (
	"path"
	"slices"
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
	kind     Kind
	document *yamlNode // what !reference names parts of
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
	KindPreCommit
	KindPipeline // of a forge that names commands by keys, and replaces variables in them at most
	KindCircle
	KindAzure
	KindJenkins
)

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
	case strings.HasPrefix(base, "Jenkinsfile") && !template(ext), ext == ".jenkinsfile":
		return KindJenkins
	case base == ".pre-commit-config.yaml", base == ".pre-commit-hooks.yaml", base == ".pre-commit-config.yml":
		return KindPreCommit
	case ext == ".yml" || ext == ".yaml":
		return yamlFileKind(dir, lower)
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

// yamlFileKind tells the workflows of forges from other files.
func yamlFileKind(dir, base string) Kind {
	if base == "action.yml" || base == "action.yaml" {
		return KindWorkflow
	}
	dir = strings.TrimSuffix(dir, "/")
	switch path.Base(dir) {
	case "workflows":
		switch path.Base(path.Dir(dir)) {
		case ".github", ".gitea", ".forgejo":
			return KindWorkflow
		}
	case ".circleci":
		return KindCircle
	case ".azure-pipelines":
		return KindAzure
	case ".woodpecker", ".buildkite":
		return KindPipeline
	}
	switch strings.TrimSuffix(strings.TrimSuffix(base, ".yaml"), ".yml") {
	case "bitbucket-pipelines", ".drone", ".woodpecker", ".travis", "buildkite":
		return KindPipeline
	}
	if strings.HasPrefix(base, "azure-pipelines") {
		return KindAzure
	}
	return KindNone
}

// Read finds the commands in a file of a kind. It never fails: what cannot be read is a problem. What the file includes
// is asked for by its name as written; nil is nothing.
func Read(kind Kind, text string, open Opener) File {
	f := File{open: open, kind: kind}
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
		f.readYAMLFile(text, (&workflow{File: &f}).gitHub)
	case KindGitLab:
		f.readYAMLFile(text, (&workflow{File: &f}).gitLab)
	case KindPreCommit:
		f.readYAMLFile(text, f.preCommit)
	case KindPipeline, KindCircle, KindAzure:
		f.readYAMLFile(text, (&workflow{File: &f}).pipeline)
	case KindJenkins:
		f.readJenkins(text)
	case KindNone:
		f.problem(1, 1, "kind", "It is no kind of file whose commands are known.")
	}
	if kind != KindNone {
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

// work counts a part that is looked at, and reports whether there may be more.
func (f *File) work() bool { return f.spend(1) }

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

// readYAMLFile reads a file of YAML, each of its documents.
func (f *File) readYAMLFile(text string, read func(*yamlNode)) {
	docs, err := readYAML(text)
	if e, ok := err.(*yamlError); ok {
		f.problem(e.line, e.col, "unreadable", "The file cannot be read as YAML: "+e.why+".")
		return
	}
	for _, d := range docs {
		read(d)
	}
}

// shells are those whose text is judged.
var shells = [...]string{"sh", "bash", "dash", "ash", "ksh"}

// isShell reports whether a command line starts a shell whose text is judged.
func isShell(command string) bool {
	words := strings.Fields(command)
	named := func(w string) bool { return slices.Contains(shells[:], path.Base(w)) }
	for i, w := range words {
		if named(w) {
			return true
		}
		if i == 0 && path.Base(w) != "env" || i > 0 && !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			break
		}
	}
	for i := len(words) - 1; i > 0; i-- { // another program starts it
		if named(words[i]) {
			return true
		}
		if w := words[i]; w[0] != '-' && w != "pipefail" && w != "{0}" {
			break
		}
	}
	return false
}

// shebang is the command line after #! that a text starts with, "" where it is none of a shell.
func shebang(text string) string {
	if line, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(line, "#!") && isShell(line[2:]) {
		return strings.TrimSpace(line[2:])
	}
	return ""
}

// readShell reads a file that is a script. One that starts with #! and no shell is another language's.
func (f *File) readShell(text string) {
	s := Script{}
	first, _, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "#!") && shebang(text) == "" {
		s.Other = strings.TrimSpace(first[2:])
	}
	var w writer
	if _, command, ok := strings.Cut(first, " -S "); ok && shebang(text) != "" && strings.Contains(command, "-c") {
		w.put(command+"\n", 1, 1) // instead of the script
	}
	for i, line := range strings.SplitAfter(text, "\n") {
		takePlain(&w, line, i+1)
	}
	s.Text = w.text()
	f.add(s)
}
