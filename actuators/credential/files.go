package credential

import (
	"bytes"
	"encoding/base64"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"pp/actuators/sandbox"
	"pp/engine/effect"
)

// ownFile is a program that logs in by a file of its own, which it reads itself: whatever it runs can read it, too.
type ownFile struct {
	programs string   // separated by spaces
	subs     string   // the subcommands that log in; "" is all that do more than read
	files    []string // below the home directory; a directory stands for all in it
	// runs are the subcommands that run code of others, who must not get at the file: they get it only with one of the
	// flags, which keep that code from running.
	runs, safely string
	note         string // what may read the file besides the program
}

// ownFiles are those programs.
var ownFiles = [...]ownFile{
	{programs: "gh", files: []string{".config/gh"}},
	{programs: "glab", files: []string{".config/glab-cli"}},
	{programs: "npm pnpm", subs: npmSubs, files: []string{".npmrc"}, runs: npmRuns, safely: "--ignore-scripts",
		note: npmNote},
	{programs: "yarn", subs: npmSubs, files: []string{".npmrc", ".yarnrc", ".yarnrc.yml"}, runs: npmRuns,
		safely: "--ignore-scripts", note: npmNote},
	{programs: "docker podman", subs: "push pull build login", files: []string{".docker/config.json",
		".config/containers/auth.json"}},
	{programs: "cargo", subs: "publish yank owner", files: []string{".cargo/credentials.toml", ".cargo/credentials"},
		note: "the build scripts that publishing runs can read it"},
	{programs: "twine", files: []string{".pypirc"}},
	{programs: "uv poetry flit hatch", subs: "publish", files: []string{".pypirc", ".config/pypoetry/auth.toml"},
		note: "the build that publishing runs can read it"},
	{programs: "pip pip3", subs: "install download", files: []string{".config/pip/pip.conf", ".pip/pip.conf", ".netrc"},
		runs: "install download", safely: "--only-binary=:all:"},
	{programs: "gem", subs: "push yank owner", files: []string{".gem/credentials", ".local/share/gem/credentials"}},
	{programs: "aws", files: []string{".aws"}},
	{programs: "gcloud gsutil bq", files: []string{".config/gcloud"}},
	{programs: "az", files: []string{".azure"}},
	{programs: "kubectl helm k9s", files: []string{".kube/config"}},
	{programs: "terraform tofu", subs: "login init plan apply", files: []string{".terraform.d/credentials.tfrc.json"},
		runs: "init plan apply", safely: ""},
	{programs: "heroku flyctl fly vercel netlify doctl hcloud wrangler", files: []string{".netrc", ".fly/config.yml",
		".config/doctl/config.yaml", ".config/hcloud/cli.toml", ".wrangler/config", ".config/.wrangler/config"}},
}

// alsoRuns is why a secret that a program reads is withheld where code of others could read it, too.
const alsoRuns = "the command also runs code that could read it; run the program alone"

// What npm and its kin do at a registry, and which of it runs the scripts of packages.
const (
	npmRuns = "ci install i add update"
	npmSubs = "publish unpublish deprecate owner access token whoami dist-tag team org profile stage view info show " +
		"search ping " + npmRuns
	npmNote = "the scripts of the package that is published can read it"
)

// settingFiles are files that hold settings beside credentials. What does not get the credentials gets the rest.
var settingFiles = [...]string{".npmrc", ".yarnrc", ".yarnrc.yml", ".config/pip/pip.conf", ".pip/pip.conf"}

// filesOf are the files that a command with these effects uses, one use for each that its programs may have.
func filesOf(e effect.Effects) []Use {
	var out []Use
	for _, p := range e.Runs {
		own, sub, ok := ownFileOf(p)
		if !ok || !contacts(e, p) {
			continue
		}
		for _, f := range own.files {
			u := Use{Kind: File, Program: strings.TrimSpace(path.Base(p.Name) + " " + sub), File: f, Note: own.note}
			switch {
			case slices.Contains(strings.Fields(own.runs), sub) && !slices.Contains(p.Words, own.safely):
				u.Withheld = "code of others that it runs could read it"
				if own.safely != "" {
					u.Withheld += "; it is given with " + own.safely
				}
			case runsOther(e, true):
				u.Withheld = alsoRuns
			}
			if !slices.Contains(out, u) {
				out = append(out, u)
			}
		}
	}
	return out
}

// ownFileOf finds the entry of a program and its subcommand.
func ownFileOf(p effect.Program) (ownFile, string, bool) {
	base, sub, _ := strings.Cut(p.Canonical, " ")
	sub, _, _ = strings.Cut(sub, " ")
	for _, own := range ownFiles {
		if !slices.Contains(strings.Fields(own.programs), base) {
			continue
		}
		if own.subs == "" {
			return own, sub, p.Class != effect.ProgramReads
		}
		for _, w := range p.Words[min(1, len(p.Words)):] {
			if slices.Contains(strings.Fields(own.subs), w) {
				return own, w, true
			}
			if !strings.HasPrefix(w, "-") {
				break
			}
		}
	}
	return ownFile{}, "", false
}

// contacts reports whether a program goes anywhere: over the network, or by a daemon that does.
func contacts(e effect.Effects, p effect.Program) bool {
	within := func(s effect.Span) bool { return s.Start >= p.Span.Start && s.End <= p.Span.End }
	base, _, _ := strings.Cut(p.Canonical, " ")
	return base == "docker" ||
		slices.ContainsFunc(e.Connects, func(c effect.Endpoint) bool { return within(c.Span) }) ||
		slices.ContainsFunc(e.Sockets, func(s effect.Socket) bool { return within(s.Span) })
}

// runsOther reports whether a command runs anything that is not known in full. The hooks that git itself runs count
// where a program's file would be bound for all to read.
func runsOther(e effect.Effects, hooks bool) bool {
	return slices.ContainsFunc(e.Runs, func(p effect.Program) bool {
		return (p.Class == effect.ProgramUnknown || p.Class == effect.ProgramBuilds || p.Script != "") &&
			(hooks || !isHook(p))
	}) || slices.ContainsFunc(e.Opaque, func(o effect.Opaque) bool { return o.Place != effect.OpaqueOperand })
}

// isHook reports whether a program stands for the hooks that a git command runs.
func isHook(p effect.Program) bool {
	return p.Class == effect.ProgramBuilds && strings.HasPrefix(p.Canonical, "git ") && p.Script == ""
}

// fileTerms says what becomes of a file; "" where the person has none.
func (l *Lender) fileTerms(u Use, w effect.Workspace) string {
	if _, err := l.ownedFile(u, w); err != nil {
		if os.IsNotExist(err) {
			return ""
		}
		return "~/" + u.File + " cannot be given: " + err.Error()
	}
	if u.Withheld != "" {
		return "~/" + u.File + " is not given, since " + u.Withheld
	}
	out := "uses ~/" + u.File + ", which it can read for as long as it runs, for any host"
	if u.Note != "" {
		out += "; " + u.Note
	}
	return out
}

// ownedFile resolves a file, which must be the person's alone.
func (l *Lender) ownedFile(u Use, w effect.Workspace) (string, error) {
	name := path.Join(l.opts.Home, u.File)
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		if err != nil {
			return "", err
		}
		return (reader{w}).resolve(name)
	}
	if _, err := (reader{w}).read(name, maxOwnFile); err != nil {
		return "", err
	}
	return (reader{w}).resolve(name)
}

const (
	maxOwnFile  = 1 << 20 // bytes of a file with credentials
	maxOwnFiles = 200     // files of a directory whose values are masked
)

// lendFiles binds files into one command, and has their values masked in what it prints.
func (l *Lender) lendFiles(loan *Loan, dir string, uses []Use, w effect.Workspace) error {
	for i, u := range uses {
		name, err := l.ownedFile(u, w)
		if err != nil {
			continue // the question has said so
		}
		if u.Withheld != "" {
			text, err := (reader{w}).read(name, maxOwnFile)
			if err != nil || !slices.Contains(settingFiles[:], u.File) {
				continue
			}
			name = path.Join(dir, "settings-"+strconv.Itoa(i))
			if err := os.WriteFile(name, l.withoutSecrets(u.File, text), 0o600); err != nil {
				return err
			}
		}
		if u.Withheld == "" {
			loan.Lent = append(loan.Lent, u.String())
		}
		l.keepValues(loan, u, name, w)
		for _, home := range l.homes() {
			loan.Binds = append(loan.Binds, sandbox.Bind{From: name, To: path.Join(home, u.File)})
		}
	}
	return nil
}

// withoutSecrets leaves the lines of a file of settings that hold no credential.
func (l *Lender) withoutSecrets(file string, text []byte) []byte {
	values := l.opts.told(file, text) // of all of it: the only line of a file may be the secret, the head of one is none
	var out []byte
	for line := range bytes.Lines(text) {
		bare := string(bytes.TrimSpace(line))
		holds := func(value string) bool {
			return slices.ContainsFunc(strings.Split(value, "\n"), func(part string) bool {
				part = strings.TrimSpace(part)
				return part != "" && strings.Contains(bare, part)
			})
		}
		if !strings.ContainsRune(bare, '@') && !namesSecret(strings.ToLower(bare)) && !slices.ContainsFunc(values, holds) {
			out = append(out, line...)
		}
	}
	return out
}

// secretWords are parts of the names of settings that hold a credential.
var secretWords = [...]string{"token", "password", "passwd", "secret", "auth", "key", "credential", "cert"}

// keepValues has everything that looks like a value in a file, or in the files of a directory, masked.
func (l *Lender) keepValues(loan *Loan, u Use, name string, w effect.Workspace) {
	names := []string{name}
	for i := 0; i < len(names) && i < maxOwnFiles; i++ {
		entries, err := os.ReadDir(names[i])
		for _, e := range entries {
			names = append(names, path.Join(names[i], e.Name()))
		}
		if err == nil {
			continue
		}
		text, err := (reader{w}).read(names[i], maxOwnFile)
		if err != nil {
			continue
		}
		for _, value := range append(valuesIn(string(text)), l.opts.told(u.File, text)...) {
			loan.keep("~/"+u.File, value)
		}
	}
}

// namesSecret reports whether a text in lower case has such a part.
func namesSecret(low string) bool {
	return slices.ContainsFunc(secretWords[:], func(s string) bool { return strings.Contains(low, s) })
}

// How long a word must be, in bytes, to be taken for a secret: after a name that says so, and with digits in it.
const (
	minNamed = 6
	minWord  = 16
)

func betweenValues(r rune) bool { return strings.ContainsRune(" \t\r\n\"'=,;{}[]", r) }

// valuesIn are the words of a file that may be secrets, and what those are that base64 hides.
func valuesIn(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		named := false
		for w := range strings.FieldsFuncSeq(line, betweenValues) {
			if w == ":" {
				continue
			}
			secret := named && len(w) >= minNamed || len(w) >= minWord && strings.ContainsAny(w, "0123456789")
			if secret && !strings.Contains(w, "://") {
				out = append(out, w)
				plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(w, "="))
				if _, password, ok := strings.Cut(string(plain), ":"); err == nil && ok && len(password) >= minNamed {
					out = append(out, password)
				}
			}
			named = !secret && w != "auths" && namesSecret(strings.ToLower(w))
		}
	}
	return out
}
