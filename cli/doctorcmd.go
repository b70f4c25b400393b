package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	actshell "pp/actuators/shell"
)

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

func (a *app) doctorCommand() *cli.Command {
	return &cli.Command{Name: "doctor", Usage: "say what works on this machine and what does not", UsageText: "[--json]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 healthy or degraded, 1 unhealthy, 2 usage",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return a.doctor()
		}}
}

func (a *app) doctor() error {
	var list []checkup
	around, err := a.load()
	if err != nil {
		f := classify(err)
		list = append(list, checkup{"configuration", unhealthy, f.message(), "pp config show"})
		return a.showHealth(list)
	}
	list = append(list, checkup{What: "configuration", State: healthy, Says: "read"})
	list = append(list, a.checkState(), a.checkEnvFile(), a.checkBash())
	list = append(list, a.checkProviders())
	h := a.hands(around)
	box := checkup{What: "sandbox", State: healthy, Says: strings.Join(h.box.Report(), "; ")}
	if !h.box.Probe().Confined() {
		box.State, box.Remedy = degraded, "sysctl kernel.unprivileged_userns_clone=1"
	}
	return a.showHealth(append(list, box))
}

func (a *app) checkState() checkup {
	dir := a.cfg.Paths.StateDir
	if dir == "" {
		return checkup{"state directory", degraded, "there is no place for it: nothing is kept and nothing can be suspended", "export HOME=…"}
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return checkup{What: "state directory", State: healthy, Says: dir + " is made when something is kept"}
	case info.Mode().Perm()&0o077 != 0:
		return checkup{"state directory", degraded, dir + " can be read by others", "chmod 700 " + dir}
	}
	return checkup{What: "state directory", State: healthy, Says: dir}
}

func (a *app) checkEnvFile() checkup {
	name := a.cfg.Paths.EnvFile
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return checkup{What: "keys", State: healthy, Says: "no key file is open to others"}
	}
	return checkup{"keys", degraded, name + " can be read by others", "chmod 600 " + name}
}

func (a *app) checkBash() checkup {
	name, version, err := actshell.FindBash()
	if err != nil {
		return checkup{"bash", unhealthy, err.Error() + ": no command can run", "apt-get install bash"}
	}
	return checkup{What: "bash", State: healthy, Says: name + " " + version}
}

func (a *app) checkProviders() checkup {
	h, err := a.household("doctor")
	if err != nil {
		return checkup{"providers", unhealthy, err.Error(), "pp providers"}
	}
	if len(h.order) == 1 && a.cfg.Providers[h.order[0]].Protocol == "offline" {
		return checkup{"providers", degraded, "only the offline planner, which is not a model", "export ANTHROPIC_API_KEY=…"}
	}
	return checkup{What: "providers", State: healthy, Says: strings.Join(h.order, ", then ")}
}

// showHealth prints the findings; the worst decides.
func (a *app) showHealth(list []checkup) error {
	worst := healthy
	var b strings.Builder
	for _, c := range list {
		if c.State == unhealthy || c.State == degraded && worst == healthy {
			worst = c.State
		}
		fmt.Fprintf(&b, "%-10s %-16s %s\n", c.State, c.What, c.Says)
		if c.Remedy != "" {
			fmt.Fprintf(&b, "%-10s %-16s try: %s\n", "", "", c.Remedy)
		}
	}
	text := b.String() + ":" + string(worst) + "\n"
	if a.opts.json {
		data, err := json.Marshal(map[string]any{"health": worst, "checks": list})
		if err != nil {
			return err
		}
		text = string(data) + "\n"
	}
	if err := a.print(a.redact(text)); err != nil {
		return err
	}
	if worst == unhealthy {
		return silent(exitFailed)
	}
	return nil
}
