package config

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"pp/engine"
)

// Input is everything that loading depends on.
type Input struct {
	Env     Env      // nil: no variables
	Environ []string // NAME=value, as os.Environ gives them: to find names that pp does not know
	Home    string   // "" or not absolute: no home directory
	Project string   // the workspace's root, absolute; "" when there is none
	Files   Files    // nil: no files
	Flags   Layer
}

// Layer is what the command line says. The zero Layer is empty.
type Layer struct{ apply []func(*loader) error }

// Set gives a key the value of a flag, as text; commas separate the elements of a list.
func (f *Layer) Set(key, value, flag string) {
	where := Origin{Source: SourceFlag, Name: flag}
	f.apply = append(f.apply, func(l *loader) error {
		if k := findKey(keyTable[:], key); k != nil {
			return l.set(k, plainText(value), where)
		}
		return where.fail(key, "unknown key "+printable(key), "")
	})
}

// Permit adds a permission for this run, as --allow does.
func (f *Layer) Permit(pattern string, decision engine.Decision, flag string) {
	f.apply = append(f.apply, func(l *loader) error {
		return l.cfg.addPermission(pattern, decision, Origin{Source: SourceFlag, Name: flag})
	})
}

// AllowHost adds a host for this run, as --allow-host does. A project's list still cuts it.
func (f *Layer) AllowHost(host, flag string) {
	f.apply = append(f.apply, func(l *loader) error {
		return l.cfg.mergeHosts([]string{host}, Origin{Source: SourceFlag, Name: flag})
	})
}

// Load resolves the configuration. Errors are *Error, or several of them joined, and mean that pp must not act: exit
// 78 (2 for a flag). Loading reads at most three files, opens nothing else and creates nothing.
func Load(in Input) (*Config, error) {
	l := loader{cfg: Defaults(), home: in.Home}
	l.cfg.origins = make(map[string]Origin)
	l.cfg.Paths = FindPaths(in.Env, in.Home, in.Project)
	keys, err := l.userFiles(in.Files)
	if err != nil {
		return nil, err
	}
	if err := l.applyEnvironment(in.Env); err != nil {
		return nil, err
	}
	l.warnUnknown(in.Environ, Origin{Source: SourceEnvironment})
	for _, apply := range in.Flags.apply {
		if err := apply(&l); err != nil {
			return nil, err
		}
	}
	l.cfg.variable = variables(in.Env, keys)
	l.cfg.resolveProviders()
	l.cfg.Telegram.Key, l.cfg.Telegram.KeySource = l.cfg.variable(TelegramToken)
	if err := errors.Join(l.cfg.checkProviders(), l.cfg.checkTemplates(), checkServers(l.cfg.Servers)); err != nil {
		return nil, err
	}
	// The project's file comes last: it is compared with what is in force.
	if err := l.projectFile(in.Files); err != nil {
		return nil, err
	}
	return l.cfg, nil
}

// loader is one run of Load.
type loader struct {
	cfg  *Config
	home string
}

// userFiles applies the user's config.toml and .env.
func (l *loader) userFiles(files Files) (envFile, error) {
	paths := l.cfg.Paths
	if files == nil || paths.ConfigFile == "" {
		return envFile{}, nil
	}
	doc, err := readTOML(files, Origin{Source: SourceUser, Name: paths.ConfigFile})
	if err != nil {
		return envFile{}, err
	}
	if err := l.applyUser(doc); err != nil {
		return envFile{}, err
	}
	return l.envFile(files)
}

// applyUser applies the user's file and reports every problem up to a bound: a person corrects a file in one go.
func (l *loader) applyUser(doc *document) error {
	var problems []error
	note := func(err error) {
		if err != nil && len(problems) < maxProblems {
			problems = append(problems, err)
		}
	}
	for _, e := range doc.entries {
		if !isJob(e) {
			note(l.applyEntry(l.current(e)))
		}
	}
	for _, e := range doc.elements {
		if isJob(e.header) {
			note(l.job(e))
		}
	}
	return errors.Join(problems...)
}

// renamed lists each renamed key: its former name, which still works, and its present one.
var renamed = [...][2]string{{"limits.max_attempts", "limits.attempts"}}

// current replaces the former name of a key in an entry by its present one, and warns about it.
func (l *loader) current(e entry) entry {
	for _, r := range renamed {
		if e.name() == r[0] {
			l.cfg.warn(e.where, r[0]+" is now called "+r[1]+"; change the name in this file")
			e.path = strings.Split(r[1], ".")
		}
	}
	return e
}

// isJob reports whether an entry is the header of a [[jobs]] table.
func isJob(e entry) bool { return e.header && !e.table && e.name() == "jobs" }

// maxProblems is how many errors of one file are reported at once.
const maxProblems = 20

func (l *loader) applyEntry(e entry) error {
	field, known := schema(e.path)
	switch t, below := findTable(e.path); {
	case e.path[0] == "jobs":
		return notATable(e)
	case !known || field == nil && !e.table:
		return unknown(e)
	case field != nil && e.table:
		return e.where.fail(e.shown(), e.shown()+" must be a value, not a table", "")
	case t != nil && len(below) > 0:
		return t.take(l, e)
	case e.table:
		return nil
	}
	return l.set(findKey(keyTable[:], e.name()), e.value, e.where)
}

// set stores the value of a plain key.
func (l *loader) set(k *key, value any, where Origin) error {
	kept, problem := setKey(l, k, l.cfg, k.name, value, where)
	if problem != "" {
		name := k.name
		if where.Source != SourceUser && where.Source != SourceProject {
			name = "the value"
		}
		return where.fail(k.name, name+" "+problem+", not "+showValue(value), "")
	}
	if kept && where.Source == SourceFlag && k.rule == ruleLowest {
		l.cfg.warn(where, "has no effect: "+k.name+" is lower in "+l.cfg.origins[k.name].String()+
			", and the strictest wins")
	}
	return nil
}

// envFile applies the .env file, line by line for the sake of their numbers.
func (l *loader) envFile(files Files) (envFile, error) {
	from := Origin{Source: SourceEnvFile, Name: l.cfg.Paths.EnvFile}
	data, mode, err := readFile(files, from)
	if err != nil {
		return envFile{}, err
	}
	if err := l.checkEnvMode(from, mode); err != nil {
		return envFile{}, err
	}
	file, err := parseEnvFile(from, data)
	if err != nil {
		return envFile{}, err
	}
	l.warnUnknown(file.order, from)
	for _, name := range file.order {
		text, ok := file.get(name)
		if !ok {
			continue
		}
		if isSecretName(name) || l.cfg.isKey(name) || l.cfg.ServerVariable(name) {
			l.cfg.stored = append(l.cfg.stored, engine.NewSecret(name, text))
		}
		from.Line = file.values[name].line
		if err := l.variable(name, text, from); err != nil {
			return envFile{}, err
		}
	}
	return file, nil
}

func (l *loader) projectFile(files Files) error {
	from := Origin{Source: SourceProject, Name: l.cfg.Paths.ProjectFile}
	if files == nil || from.Name == "" {
		return nil
	}
	doc, err := readTOML(files, from)
	if err != nil {
		return err
	}
	return errors.Join(l.applyProject(doc.entries), checkServers(l.cfg.Proposed))
}

// readTOML reads a file of settings. The person's own must not be for anyone to change; a project's can only tighten.
func readTOML(files Files, from Origin) (*document, error) {
	data, mode, err := readFile(files, from)
	if err == nil && from.Source == SourceUser {
		err = refuseWritable(from, mode)
	}
	if err != nil || len(data) == 0 {
		return &document{}, err
	}
	return decode(from, data)
}

// maxNamed is how many names one warning has.
const maxNamed = 12

// applyProject applies what a project's file may say: permissions and rules that ask or deny, unknown programs, limits
// and fewer hosts. One warning names the rest. A value that does not parse is an error: what tightens must not get
// lost.
func (l *loader) applyProject(entries []entry) error {
	ignored := make(map[string]bool)
	var names []string
	for _, e := range entries {
		taken, err := l.applyProjectEntry(e)
		if err != nil {
			return err
		}
		if name := e.shown(); !taken && !ignored[name] {
			ignored[name] = true
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		l.cfg.warn(Origin{Source: SourceProject, Name: l.cfg.Paths.ProjectFile},
			"ignored, because a project can only make pp stricter: "+listed(names))
	}
	return nil
}

// listed is the beginning of a list of names, and how many more there are.
func listed(names []string) string {
	if more := len(names) - maxNamed; more > 0 {
		return strings.Join(names[:maxNamed], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}

func (l *loader) applyProjectEntry(e entry) (taken bool, err error) {
	switch table := e.path[0]; {
	case table == "mcp" && len(e.path) > 1:
		if field, known := schema(e.path); !known || e.table == (field != nil) {
			return false, nil
		}
		return true, proposed().take(l, e)
	case !slices.Contains([]string{"permissions", "rules", "programs", "hosts", "limits", "policy"}, table):
		return e.table, nil // what stands in the table is named
	case len(e.path) == 1 && e.table:
		return true, nil
	case len(e.path) == 1:
		return false, e.where.fail(table, table+" must be a table, not "+showValue(e.value), "Write: ["+table+"]")
	case table == "permissions" && len(e.path) > 2:
		return false, e.where.fail(table, e.shown()+" has too many parts", "Put the pattern in quotes")
	case len(e.path) > 2:
		return false, nil
	case table == "permissions" || table == "rules":
		if d, err := e.decision(); err == nil && d == engine.Allow {
			return false, nil
		}
		t, _ := findTable(e.path)
		return true, t.take(l, e)
	case table == "programs":
		if removed, ok := e.value.(bool); !ok || removed {
			return false, nil
		}
		return true, l.program(e)
	case e.name() == "hosts.allow":
		return true, l.hosts(e)
	}
	e = l.current(e)
	k := findKey(keyTable[:], e.name())
	switch {
	case k == nil, k.rule != ruleLowest && k.name != "policy.explanation", e.value == "record":
		return false, nil
	}
	return true, l.set(k, e.value, e.where)
}
