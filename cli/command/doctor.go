package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"pp/actuators"
	"pp/actuators/undo"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine/skills"
)

// factEnd separates the facts of one Checkup, each of which gets its own line.
const factEnd = "; "

// Health rates an installation.
type Health string

// The states of an installation.
const (
	Healthy   Health = "healthy"
	Degraded  Health = "degraded"
	Unhealthy Health = "unhealthy"
)

// Checkup holds the result of one check.
type Checkup struct {
	What   string `json:"what"`
	State  Health `json:"state"`
	Says   string `json:"says"`
	Remedy string `json:"remedy,omitempty"` // one command
}

// found returns the Checkup with a state, its reason and a remedy.
func (c Checkup) found(state Health, says, remedy string) Checkup {
	c.State, c.Says, c.Remedy = state, says, remedy
	return c
}

// Doctor says what works on this machine and what does not.
func Doctor(a App) *cli.Command {
	return &cli.Command{Name: "doctor", Usage: "say what works on this machine and what does not",
		UsageText:   "[--json]",
		Flags:       []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 healthy or degraded, 1 unhealthy, 2 usage",
		Action:      func(c *cli.Context) error { return showHealth(a, checkups(a, c.Context)) }}
}

func checkups(a App, ctx context.Context) []Checkup {
	list := []Checkup{checkTerminal(a)}
	s, err := a.load()
	if err != nil {
		f := exit.Classify(err)
		list = append(list, Checkup{What: "configuration", State: Unhealthy, Says: f.Message() + "; " + f.Hint,
			Remedy: "pp config edit"})
		return append(list, checkBash())
	}
	list = append(list, Checkup{What: "configuration", State: Healthy, Says: "read"})
	list = append(list, checkState(s), checkMemory(ctx, s), checkSecretFiles(s), checkBash(), checkProviders(a, s),
		checkEmbedding(a, s))
	list = append(append(list, checkSkills(a, s)), a.Hooks(a, ctx, s)...)
	if t := s.Config.Telegram; len(t.Allow) > 0 || t.Key.Reveal() != "" {
		_, err := s.Telegram(nil)
		list = append(list, checkMessenger("telegram", t.Allow, err, "pp config key telegram"))
	}
	if g := s.Config.Signal; len(g.Allow) > 0 || g.Number != "" {
		_, err := s.Signal(nil)
		list = append(list, checkMessenger("signal", g.Allow, err, "signal-cli --version"))
	}
	list = append(list, checkServers(a, s)...)
	h := setup.NewExecutor(s)
	box := Checkup{What: "sandbox", State: Healthy, Says: strings.Join(h.Box().Report(), factEnd)}
	if !h.Box().Probe().Confined() {
		box.State, box.Remedy = Degraded, "sysctl kernel.unprivileged_userns_clone=1"
	}
	return append(list, box)
}

func checkBash() Checkup {
	name, version, err := actuators.FindBash()
	if err != nil {
		return Checkup{What: "bash", State: Unhealthy, Says: err.Error() + ": no command can run",
			Remedy: "apt-get install bash"}
	}
	return Checkup{What: "bash", State: Healthy, Says: name + " " + version}
}

func checkProviders(a App, s *setup.Settings) Checkup {
	h, err := setup.NewProviderSet(s, a.Out, nil, "doctor")
	if err != nil {
		return Checkup{What: "providers", State: Unhealthy, Says: err.Error(), Remedy: "pp providers"}
	}
	if len(h.Order) == 1 && s.Config.Providers[h.Order[0]].Protocol == "offline" {
		return Checkup{What: "providers", State: Degraded,
			Says:   "only the offline planner, which is not a model; hook, check and mcp serve need none",
			Remedy: "export ANTHROPIC_API_KEY=…"}
	}
	return Checkup{What: "providers", State: Healthy, Says: strings.Join(h.Order, ", then ")}
}

// checkMessenger looks at what the gateway of a messenger needs; err says what it lacks. It contacts nobody.
func checkMessenger(name string, allow []string, err error, remedy string) Checkup {
	c := Checkup{What: name, State: Healthy, Says: fmt.Sprintf("%d may write", len(allow))}
	if err != nil {
		return c.found(Degraded, err.Error(), remedy)
	}
	if len(allow) == 0 {
		return c.found(Degraded, "nobody may write", `pp config set gateway.`+name+`.allow '["NUMBER"]'`)
	}
	return c
}

// checkSkills loads the skills. One that failed stops nothing, or makes every action ask.
func checkSkills(a App, s *setup.Settings) Checkup {
	m := setup.NewAgent(s, a.Out, a.Signals)
	m.Skills.Silent = true
	c := Checkup{What: "skills", State: Healthy}
	count := map[skills.State]int{}
	for _, k := range m.Skills.Current().Skills() {
		count[k.State]++
		if k.State == skills.Failed {
			c = c.found(Degraded, setup.FailedText(k), "pp skills check "+Line([]string{k.Path}))
		}
	}
	if c.State == Healthy {
		c.Says = "none"
		if n := count[skills.Ready] + count[skills.Disabled]; n > 0 {
			c.Says = fmt.Sprintf("%d ready, %d disabled", count[skills.Ready], count[skills.Disabled])
		}
	}
	return c
}

// showHealth prints the findings; the worst decides.
func showHealth(a App, list []Checkup) error {
	worst := Healthy
	var b strings.Builder
	for _, c := range list {
		if c.State == Unhealthy || c.State == Degraded && worst == Healthy {
			worst = c.State
		}
		for i, fact := range strings.Split(c.Says, factEnd) {
			if i == 0 {
				fmt.Fprintf(&b, "%-10s %-16s %s\n", c.State, c.What, fact)
				continue
			}
			fmt.Fprintf(&b, "%27s %s\n", "", fact)
		}
		if c.Remedy != "" && c.State != Healthy {
			fmt.Fprintf(&b, "%-10s %-16s try: %s\n", "", "", c.Remedy)
		}
	}
	err := a.showRows(map[string]any{"health": worst, "checks": list},
		b.String()+":"+string(worst)+"\n")
	if err == nil && worst == Unhealthy {
		return exit.Silent(exit.Failed)
	}
	return err
}

// checkMemory looks at what is remembered: that all of it is as it was written, and that
// the person's files are there.
func checkMemory(ctx context.Context, s *setup.Settings) Checkup {
	c := Checkup{What: "memory", State: Healthy}
	m, err := setup.OpenMemory(s, func(string) {})
	if err != nil {
		return c.found(Degraded, err.Error()+": pp has no memory", "export HOME=…")
	}
	defer m.Close()
	report, err := m.Store.Verify(ctx)
	if err != nil {
		f := exit.Classify(m.Explained(err))
		return c.found(Unhealthy, f.Message(), "pp memory repair")
	}
	says := []string{"nothing is remembered"}
	if report.Records > 0 {
		says[0] = "sound: " + reportText(report)
	}
	if dir := s.Config.MemexDir; dir != "" {
		if _, err := os.Stat(dir); err != nil {
			return c.found(Degraded, strings.Join(append(says, "memex_dir: "+err.Error()), factEnd),
				"pp config set memex_dir DIR")
		}
		says = append(says, "memex: "+dir)
	}
	c.Says = strings.Join(says, factEnd)
	return c
}

// maxLooked bounds how many files below the state directory are looked at.
const maxLooked = 100_000

func checkTerminal(a App) Checkup {
	c := Checkup{What: "terminal", State: Healthy}
	p, there := a.present()
	switch {
	case there:
		p.Close()
		c.Says = "a person can be asked here"
	case a.System.Env("CI") != "":
		c.Says = "nobody is asked here: CI is set"
	case !system.IsTerminal(a.System.Stderr):
		c.Says = "nobody can be asked here: standard error is no terminal"
	default:
		c.Says = "nobody can be asked here: pp is not in the foreground of a terminal"
	}
	return c
}

func checkState(s *setup.Settings) Checkup {
	c := Checkup{What: "state directory", State: Healthy}
	dir := s.Config.Paths.StateDir
	if dir == "" {
		return c.found(Degraded, "no directory: pp keeps nothing, and no action can wait for approval", "export HOME=…")
	}
	if err := setup.Usable(dir); err != nil {
		return c.found(Unhealthy, fmt.Sprintf("%s: %v: pp keeps nothing, and refuses actions that it must record first",
			dir, err), "export XDG_STATE_HOME=…")
	}
	if _, err := os.Stat(dir); err != nil {
		c.Says = dir + " is made when something is kept"
		return c
	}
	probe, err := os.CreateTemp(dir, ".pp-*")
	if err != nil {
		return c.found(Unhealthy, err.Error()+": pp keeps nothing", "export XDG_STATE_HOME=…")
	}
	_, err = probe.WriteString("x") // a full disk still takes a name
	if err = errors.Join(err, probe.Sync(), probe.Close(), os.Remove(probe.Name())); err != nil {
		return c.found(Unhealthy, fmt.Sprintf("%s: %s: pp keeps nothing", dir, output.Cause(err)), "df -h "+QuoteWord(dir))
	}
	c.Says = dir
	return checkPrivate(c, dir)
}

// checkSecretFiles looks at what may hold keys: the configuration and what is
// beside it.
func checkSecretFiles(s *setup.Settings) Checkup {
	c := Checkup{What: "secret files", State: Healthy, Says: "permissions ok"}
	if s.Config.Paths.ConfigFile == "" {
		return c
	}
	dir := filepath.Dir(s.Config.Paths.ConfigFile)
	if _, err := os.Stat(dir); err != nil {
		return c
	}
	return checkPrivate(c, dir)
}

// checkPrivate finds what others could read or write below a directory of pp's own,
// which is to be private as a whole.
func checkPrivate(c Checkup, dir string) Checkup {
	open, alien, err := openToOthers(dir)
	switch {
	case err != nil:
		c.State, c.Says, c.Remedy = Degraded, err.Error(), "ls -la "+QuoteWord(dir)
	case alien != "":
		c.State, c.Says, c.Remedy = Degraded, alien+" belongs to another user", "chown -R \"$(id -u)\" "+QuoteWord(dir)
	case len(open) > 0:
		c.State, c.Remedy = Degraded, "chmod -R go-rwx "+QuoteWord(dir)
		c.Says = open[0] + " can be read by others"
		if n := len(open) - 1; n > 0 {
			c.Says = fmt.Sprintf("%s and %d more can be read by others", open[0], n)
		}
	}
	return c
}

// openToOthers are the files and directories below one that have a mode for
// others, and one that belongs to somebody else. Links are not followed.
func openToOthers(dir string) (open []string, alien string, err error) {
	looked := 0
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, "", err
	}
	err = filepath.WalkDir(real, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone meanwhile
		}
		if err != nil {
			return err
		}
		if looked++; looked > maxLooked {
			return filepath.SkipAll
		}
		var st unix.Stat_t
		if unix.Lstat(name, &st) != nil {
			return nil
		}
		switch kind := st.Mode & unix.S_IFMT; {
		case kind != unix.S_IFREG && kind != unix.S_IFDIR:
		case kind == unix.S_IFDIR && st.Mode&0o077 == 0 && (d.Name() == undo.LayersName || d.Name() == setup.MachinesName):
			return fs.SkipDir // what commands did, with the modes and owners that it has or had
		case int(st.Uid) != os.Getuid():
			alien = name
		case st.Mode&0o077 != 0:
			open = append(open, name)
		}
		return nil
	})
	return open, alien, err
}
