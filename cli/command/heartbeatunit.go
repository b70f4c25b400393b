package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/setup"
)

// zoneOf is the time zone of schedules: what TZ says, else the system's. The error says that the system does
// not know it.
func zoneOf(name string) (*time.Location, error) {
	name = strings.TrimPrefix(name, ":")
	if name == "" {
		return time.Local, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil && filepath.IsAbs(name) {
		return time.Local, nil // which the system has read
	}
	if err != nil {
		return time.UTC, fmt.Errorf("the time zone %q (TZ) is not known on this machine, and schedules go by UTC; install "+
			"tzdata, or unset TZ", name)
	}
	return zone, nil
}

// unit prints what a service manager needs for one tick after the other.
func unit(a App, manager string) error {
	s, err := a.load()
	if err != nil {
		return err
	}
	at, err := setup.Here(a.System, a.Options)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if s.Kept("jobs") == "" {
		return exit.NoPlace("jobs")
	}
	if err := UnitNames(program, at.Dir); err != nil {
		return err
	}
	if manager == "cron" {
		return a.Out.Print(cronLine(a, program, at.Dir, s.Config.Heartbeat))
	}
	return a.Out.Print(systemdUnits(a, program, at.Dir, s.Config.Heartbeat))
}

// UnitNames is an error for names that would be read as something else in what a service manager reads.
func UnitNames(program, dir string) error {
	if strings.ContainsAny(program+dir, "\n\r\"'\\") || strings.TrimSpace(dir) != dir {
		return exit.New(
			exit.Failed,
			"move it elsewhere",
			errors.New("the name of pp or of this directory has quotes, backslashes, line ends or white space at its end"),
		)
	}
	return nil
}

// kept are the variables that say where pp keeps things and what the time is, as they are here.
func kept(a App) (names []string) {
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TZ"} {
		if v := a.System.Env(name); v != "" && !strings.ContainsAny(v, "\n\r\"'\\") {
			names = append(names, name)
		}
	}
	return names
}

// cronLine is a line for crontab -e.
func cronLine(a App, program, dir string, every time.Duration) string {
	when := "* * * * *"
	if n := int(every / time.Minute); n > 1 && n < 60 {
		when = fmt.Sprintf("*/%d * * * *", n)
	} else if n >= 60 {
		when = "0 * * * *"
	}
	var set strings.Builder
	for _, name := range kept(a) {
		set.WriteString(name + "='" + a.System.Env(name) + "' ")
	}
	line := fmt.Sprintf("%s'%s' heartbeat --quiet -C '%s'", set.String(), program, dir)
	return "# Add this line by: crontab -e   (pp installs nothing). Keys that are kept by `pp config key` are found.\n" +
		when + " " + strings.ReplaceAll(line, "%", `\%`) + "\n"
}

// systemdUnits are a service and its timer, as systemctl cat shows them.
func systemdUnits(a App, program, dir string, every time.Duration) string {
	escaped := func(text string) string { return strings.ReplaceAll(text, "%", "%%") }
	var set strings.Builder
	for _, name := range kept(a) {
		fmt.Fprintf(&set, "Environment=\"%s=%s\"\n", name, escaped(a.System.Env(name)))
	}
	return fmt.Sprintf(`# Make these two files (pp installs nothing), then:
#   systemctl --user daemon-reload && systemctl --user enable --now pp-heartbeat.timer
# Keys that are kept by "pp config key" are found; those of your shell are not.

# ~/.config/systemd/user/pp-heartbeat.service
[Unit]
Description=Jobs of pp that are due

[Service]
Type=oneshot
ExecStart="%s" heartbeat --quiet
WorkingDirectory=%s
%s
# ~/.config/systemd/user/pp-heartbeat.timer
[Unit]
Description=Heartbeat of pp

[Timer]
OnActiveSec=0
OnUnitActiveSec=%ds
AccuracySec=1s

[Install]
WantedBy=timers.target
`, escaped(program), escaped(dir), set.String(), max(1, int(every/time.Second)))
}
