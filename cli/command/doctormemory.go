package command

import (
	"context"
	"os"
	"strings"

	"pp/cli/exit"
	"pp/cli/setup"
)

// checkMemory looks at what is remembered: that all of it is as it was written, and that
// the person's files are there.
func checkMemory(ctx context.Context, s *setup.Settings) checkup {
	c := checkup{What: "memory", State: healthy}
	m, err := setup.OpenMemory(s, func(string) {})
	if err != nil {
		return c.found(degraded, err.Error()+": nothing is remembered", "export HOME=…")
	}
	defer m.Close()
	report, err := m.Store.Verify(ctx)
	if err != nil {
		f := exit.Classify(m.Explained(err))
		return c.found(unhealthy, f.Message(), "pp memory repair")
	}
	says := []string{"nothing is remembered"}
	if report.Records > 0 {
		says[0] = "sound: " + reportText(report)
	}
	if dir := s.Config.MemexDir; dir != "" {
		if _, err := os.Stat(dir); err != nil {
			return c.found(degraded, strings.Join(append(says, "memex_dir: "+err.Error()), factEnd),
				"pp config set memex_dir DIR")
		}
		says = append(says, "memex: "+dir)
	}
	c.Says = strings.Join(says, factEnd)
	return c
}
