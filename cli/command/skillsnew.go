package command

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/cli/ask"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine/skills"
)

// newSkills are what `pp skills new` writes, by its flags, with NAME for the skill's name. Each loads as it is, and its
// examples pass.
//
//go:embed newskill
var newSkills embed.FS

// fresh writes a skill to begin with, which loads and whose examples pass.
func (r *skillsRun) fresh() error {
	name, kind := r.words[0], ""
	for flag, asked := range map[string]bool{"gate": r.gate, "tool": r.tool, "prompt": r.prompt, "trigger": r.trigger} {
		if asked && kind != "" {
			return exit.UsageError("give one of --gate, --tool, --prompt and --trigger; a file can have all of them later",
				"a new skill is of one kind")
		}
		if asked {
			kind = flag
		}
	}
	if !skillName(name) {
		return exit.UsageError("use lower-case letters, digits and -, beginning with a letter, such as no-force-push; "+
			"core- is taken", "%q is no name for a skill", clipped(name))
	}
	dir, _ := r.agent.Skills.Dirs()
	if dir == "" {
		return exit.UsageError("set HOME, XDG_CONFIG_HOME or skills_dir", "there is no place where skills are kept")
	}
	file := filepath.Join(dir, name+".lisp")
	text, err := newSkills.ReadFile("newskill/" + cmp.Or(kind, "gate") + ".lisp")
	if err == nil {
		err = writeFresh(file, strings.ReplaceAll(string(text), "NAME", name), "choose another name, or edit that file")
	}
	if err != nil {
		return err
	}
	shown := Line([]string{file})
	return r.App.Show(map[string]string{"name": name, "path": file}, "wrote "+file+"\nedit it, then: pp skills check "+
		shown+"\n")
}

// skillName reports whether a name is one for a new skill.
func skillName(name string) bool {
	letter := func(c byte) bool { return c >= 'a' && c <= 'z' }
	if name == "" || len(name) > 60 || !letter(name[0]) || strings.HasPrefix(name, "core-") {
		return false
	}
	return !strings.ContainsFunc(name, func(c rune) bool {
		return c > 'z' || !letter(byte(c)) && (c < '0' || c > '9') && c != '-'
	})
}

// writeFresh writes a private file that is not there yet; hint is for one that is.
func writeFresh(name, text, hint string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return exit.New(exit.Failed, hint, fmt.Errorf("%s exists already; it was left as it is", name))
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// enable has skills used: those that come with pp, and those that were disabled.
func (r *skillsRun) enable() error { return r.choose(true) }

// disable has skills used no longer.
func (r *skillsRun) disable() error { return r.choose(false) }

// choose changes which skills the configuration switches on and off.
func (r *skillsRun) choose(on bool) error {
	chosen, err := r.chosen()
	if err != nil {
		return err
	}
	shipped := r.agent.Skills.Shipped()
	var text strings.Builder
	for _, name := range r.words {
		name = strings.ToLower(name)
		also := name // by the name of its file it may be switched off too
		if !slices.Contains(shipped, name) {
			s, err := r.named(name)
			if err != nil {
				return err
			}
			if also = setup.Base(s); name == also {
				also = s.Name
			}
		}
		without := func(list []string) []string {
			return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == name || n == also })
		}
		chosen.Enable, chosen.Disable = without(chosen.Enable), without(chosen.Disable)
		switch {
		case on && slices.Contains(shipped, name):
			chosen.Enable = append(chosen.Enable, name)
		case !on && !slices.Contains(shipped, name):
			chosen.Disable = append(chosen.Disable, name)
		}
		fmt.Fprintf(&text, "%s %s\n", map[bool]string{true: "enabled", false: "disabled"}[on], name)
		if all := r.called(name); len(all) > 1 {
			text.WriteString("    that is " + strings.Join(all, " and ") + "\n")
		}
	}
	if err := r.keep(chosen); err != nil {
		return err
	}
	return r.App.Show(map[string][]string{"enable": append([]string{}, chosen.Enable...),
		"disable": append([]string{}, chosen.Disable...)}, text.String())
}

// called are the files of all skills that go by a name.
func (r *skillsRun) called(name string) (paths []string) {
	for _, s := range r.agent.Skills.Reload().Skills() {
		if s.Name == name || setup.Base(s) == name {
			paths = append(paths, s.Path)
		}
	}
	return paths
}

// chosen is what the user's file says now.
func (r *skillsRun) chosen() (config.Skills, error) {
	paths, err := userPaths(r.App)
	if err != nil {
		return config.Skills{}, err
	}
	cfg, err := userConfig(r.App, paths.ConfigFile, paths.ConfigFile)
	if err != nil {
		return config.Skills{}, err
	}
	return cfg.Skills, nil
}

// keep writes the choice into the user's file.
func (r *skillsRun) keep(chosen config.Skills) error {
	return configChange(r.App, func(f config.File) (string, error) {
		for _, k := range []struct {
			key  string
			list []string
		}{{"skills.enable", chosen.Enable}, {"skills.disable", chosen.Disable}} {
			change := func() (string, error) { return f.Set(k.key, quotedList(k.list)) }
			if len(k.list) == 0 {
				change = func() (string, error) { return f.Unset(k.key) }
			}
			text, err := change()
			if err != nil {
				return "", err
			}
			f.Text = text
		}
		return f.Text, nil
	})
}

// quotedList is a list of names in TOML.
func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = `"` + n + `"`
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// trust has all of a repository's file used as it is now, not its gate alone.
func (r *skillsRun) trust() error {
	f, err := r.repositoryFile(r.words[0])
	if err != nil {
		return err
	}
	if !r.revoke {
		if err := r.confirmTrust(f); err != nil {
			return err
		}
	}
	if err := r.agent.Settings.Trust(f, r.revoke); err != nil {
		return err
	}
	text := "trusted " + f.Path + ", as it is now\n"
	if r.revoke {
		text = "trusted no longer: " + f.Path + "\n"
	}
	return r.App.Show(map[string]any{"path": f.Path, "hash": setup.HashOf(f.Text), "trusted": !r.revoke}, text)
}

// repositoryFile finds a file among the repository's skills.
func (r *skillsRun) repositoryFile(name string) (skills.File, error) {
	full, err := filepath.Abs(name)
	if err == nil {
		if real, rerr := filepath.EvalSymlinks(full); rerr == nil {
			full = real
		}
	}
	files := r.agent.Skills.Files()
	for _, f := range files {
		if f.Trust == skills.Repository && (f.Path == full || f.Name == name) {
			return f, f.Err
		}
	}
	_, dir := r.agent.Skills.Dirs()
	return skills.File{}, exit.UsageError("name a file in "+cmp.Or(dir, ".pp/skills")+"; your own skills need no trust",
		"%s is no skill of this repository", clipped(name))
}

// confirmTrust shows a file and asks about it.
func (r *skillsRun) confirmTrust(f skills.File) error {
	return r.confirm(r.ctx, r.yes, "read it, then give --yes to trust it without being asked", func(p *ask.Person) {
		for _, s := range r.agent.Skills.Current().Skills() {
			if s.Path == f.Path {
				p.Say("%s: %s\n", s.Path, strings.Join(parts(s), ", "))
			}
		}
		p.Quote(f.Text)
	}, "use all of it, until the file is changed?", "it was not trusted")
}
