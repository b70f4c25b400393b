package config

import (
	"errors"
	"slices"
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

// Load resolves the configuration. Errors are *Error, or
// several of them joined, and mean that pp must not act: exit 78 (2 for a
// flag). Loading reads at most three files, opens nothing else and creates
// nothing.
func Load(in Input) (*Config, error) {
	l := loader{cfg: Defaults(), home: in.Home}
	l.cfg.origins = make(map[string]Origin)
	l.cfg.Paths = FindPaths(in.Env, in.Home, in.Project)
	keys, err := l.userFiles(in.Files)
	if err != nil {
		return nil, err
	}
	if err := l.applyVariables(in.Env.get, Origin{Source: SourceEnvironment}); err != nil {
		return nil, err
	}
	l.warnUnknown(in.Environ, Origin{Source: SourceEnvironment})
	if err := l.applyFlags(in.Flags); err != nil {
		return nil, err
	}
	l.cfg.resolveKeys(in.Env, keys)
	if err := errors.Join(l.cfg.checkProviders(), l.cfg.checkTemplates()); err != nil {
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
	from := Origin{Source: SourceUser, Name: paths.ConfigFile}
	data, mode, found, err := readFile(files, from)
	if err != nil {
		return envFile{}, err
	}
	if found {
		if err := refuseWritable(from, mode); err != nil {
			return envFile{}, err
		}
		doc, err := decode(from, data)
		if err != nil {
			return envFile{}, err
		}
		if err := l.applyUser(doc.entries); err != nil {
			return envFile{}, err
		}
	}
	file, err := l.envFile(files)
	l.warnUnfiltered()
	return file, err
}

// warnUnfiltered warns who wrote a setting into the configuration that protects
// nothing yet.
func (l *loader) warnUnfiltered() {
	usual := Defaults()
	for _, s := range [...]struct {
		name      string
		is, usual []string
	}{
		{"privacy_filter_tags", l.cfg.PrivacyTags, usual.PrivacyTags},
		{"private_paths", l.cfg.PrivatePaths, usual.PrivatePaths},
	} {
		if o := l.cfg.origins[s.name]; o.Source == SourceUser && !slices.Equal(s.is, s.usual) {
			l.cfg.warn(o, s.name+" keeps nothing from a model yet: it is for the memex, which this version does not have")
		}
	}
}

func (l *loader) envFile(files Files) (envFile, error) {
	path := l.cfg.Paths.EnvFile
	from := Origin{Source: SourceEnvFile, Name: path}
	data, mode, found, err := readFile(files, from)
	if err != nil || !found {
		return envFile{}, err
	}
	if err := l.checkEnvMode(from, mode); err != nil {
		return envFile{}, err
	}
	file, err := parseEnvFile(from, data)
	if err != nil {
		return envFile{}, err
	}
	for _, name := range file.order {
		if text, ok := file.get(name); ok && (isSecretName(name) || l.isKeyVariable(name)) {
			l.cfg.stored = append(l.cfg.stored, StoredSecret{Name: name, Value: NewSecret(text)})
		}
	}
	l.warnUnknown(file.order, from)
	for _, name := range file.order {
		get := func(wanted string) (string, bool) {
			if wanted != name {
				return "", false
			}
			return file.get(name)
		}
		where := from
		where.Line = file.values[name].line
		if err := l.applyVariables(get, where); err != nil {
			return envFile{}, err
		}
	}
	return file, nil
}

func (l *loader) isKeyVariable(name string) bool {
	for _, p := range l.cfg.Providers {
		if p.KeyEnv == name {
			return true
		}
	}
	return false
}

func (l *loader) projectFile(files Files) error {
	path := l.cfg.Paths.ProjectFile
	if files == nil || path == "" {
		return nil
	}
	from := Origin{Source: SourceProject, Name: path}
	data, _, found, err := readFile(files, from)
	if err != nil || !found {
		return err
	}
	doc, err := decode(from, data)
	if err != nil {
		return err
	}
	return l.applyProject(doc.entries)
}

// set stores a value under a key's rule, and remembers where it came from.
func (l *loader) set(k *key[Config], value any, where Origin) error {
	before := l.cfg.origins[k.name]
	kept, problem := setKey(k, l.cfg, value, l.home, before.Source, where.Source)
	if problem != "" {
		name := k.name
		if where.Source != SourceUser && where.Source != SourceProject {
			name = "the value"
		}
		return where.fail(k.name, name+" "+problem+", not "+showValue(value), "")
	}
	if !kept {
		l.cfg.origins[k.name] = where
		return nil
	}
	if where.Source == SourceFlag && k.rule == ruleLowest {
		l.cfg.warn(where, "has no effect: "+k.name+" is lower in "+before.String()+", and the strictest wins")
	}
	return nil
}
