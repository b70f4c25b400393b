package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	actshell "pp/actuators/shell"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine/skills"
)

// factEnd stands between the facts of one checkup, each of which gets a line.
const factEnd = "; "

// health is how well an installation works.
type health string

const (
	healthy   health = "healthy"
	degraded  health = "degraded"
	unhealthy health = "unhealthy"
)

// checkup is one thing that was looked at.
type checkup struct {
	What   string `json:"what"`
	State  health `json:"state"`
	Says   string `json:"says"`
	Remedy string `json:"remedy,omitempty"` // one command
}

// found is the checkup with what is wrong.
func (c checkup) found(state health, says, remedy string) checkup {
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

func checkups(a App, ctx context.Context) []checkup {
	list := []checkup{checkTerminal(a)}
	s, err := a.load()
	if err != nil {
		f := exit.Classify(err)
		list = append(list, checkup{What: "configuration", State: unhealthy, Says: f.Message() + "; " + f.Hint,
			Remedy: "pp config edit"})
		return append(list, checkBash())
	}
	list = append(list, checkup{What: "configuration", State: healthy, Says: "read"})
	list = append(list, checkState(s), checkMemory(ctx, s), checkSecretFiles(s), checkBash(), checkProviders(a, s),
		checkEmbedding(a, s))
	list = append(append(list, checkSkills(a, s)), checkHooks(a, ctx, s)...)
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
	box := checkup{What: "sandbox", State: healthy, Says: strings.Join(h.Box().Report(), factEnd)}
	if !h.Box().Probe().Confined() {
		box.State, box.Remedy = degraded, "sysctl kernel.unprivileged_userns_clone=1"
	}
	return append(list, box)
}

func checkBash() checkup {
	name, version, err := actshell.FindBash()
	if err != nil {
		return checkup{What: "bash", State: unhealthy, Says: err.Error() + ": no command can run",
			Remedy: "apt-get install bash"}
	}
	return checkup{What: "bash", State: healthy, Says: name + " " + version}
}

func checkProviders(a App, s *setup.Settings) checkup {
	h, err := setup.NewProviderSet(s, a.Out, nil, "doctor")
	if err != nil {
		return checkup{What: "providers", State: unhealthy, Says: err.Error(), Remedy: "pp providers"}
	}
	if len(h.Order) == 1 && s.Config.Providers[h.Order[0]].Protocol == "offline" {
		return checkup{What: "providers", State: degraded,
			Says:   "only the offline planner, which is not a model; hook, check and mcp serve need none",
			Remedy: "export ANTHROPIC_API_KEY=…"}
	}
	return checkup{What: "providers", State: healthy, Says: strings.Join(h.Order, ", then ")}
}

// checkMessenger looks at what the gateway of a messenger needs; err says what it lacks. It contacts nobody.
func checkMessenger(name string, allow []string, err error, remedy string) checkup {
	c := checkup{What: name, State: healthy, Says: fmt.Sprintf("%d may write", len(allow))}
	if err != nil {
		return c.found(degraded, err.Error(), remedy)
	}
	if len(allow) == 0 {
		return c.found(degraded, "nobody may write", `pp config set gateway.`+name+`.allow '["NUMBER"]'`)
	}
	return c
}

// checkSkills loads the skills. One that failed stops nothing, or makes every action ask.
func checkSkills(a App, s *setup.Settings) checkup {
	m := setup.NewAgent(s, a.Out, a.Signals)
	m.Skills.Silent = true
	c := checkup{What: "skills", State: healthy}
	count := map[skills.State]int{}
	for _, k := range m.Skills.Current().Skills() {
		count[k.State]++
		if k.State == skills.Failed {
			c = c.found(degraded, setup.FailedText(k), "pp skills check "+Line([]string{k.Path}))
		}
	}
	if c.State == healthy {
		c.Says = "none"
		if n := count[skills.Ready] + count[skills.Disabled]; n > 0 {
			c.Says = fmt.Sprintf("%d ready, %d disabled", count[skills.Ready], count[skills.Disabled])
		}
	}
	return c
}

// showHealth prints the findings; the worst decides.
func showHealth(a App, list []checkup) error {
	worst := healthy
	var b strings.Builder
	for _, c := range list {
		if c.State == unhealthy || c.State == degraded && worst == healthy {
			worst = c.State
		}
		for i, fact := range strings.Split(c.Says, factEnd) {
			if i == 0 {
				fmt.Fprintf(&b, "%-10s %-16s %s\n", c.State, c.What, fact)
				continue
			}
			fmt.Fprintf(&b, "%27s %s\n", "", fact)
		}
		if c.Remedy != "" && c.State != healthy {
			fmt.Fprintf(&b, "%-10s %-16s try: %s\n", "", "", c.Remedy)
		}
	}
	err := a.showRows(map[string]any{"health": worst, "checks": list},
		b.String()+":"+string(worst)+"\n")
	if err == nil && worst == unhealthy {
		return exit.Silent(exit.Failed)
	}
	return err
}
