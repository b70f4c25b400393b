package command

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/system"
)

// Version prints what build this is.
func Version(a App) *cli.Command {
	return &cli.Command{Name: "version", Usage: "print the version, as pp --version does", UsageText: "[--json]",
		Flags: []cli.Flag{a.jsonFlag()}, Description: "exit codes: 0 done, 2 usage",
		Action: func(c *cli.Context) error {
			b := BuildOf(a.System)
			text := "pp " + b.Version + " " + b.Go + " " + b.OS + "/" + b.Arch
			if b.Commit != "" {
				text += " " + b.Commit
			}
			return a.Show(b, text+"\n")
		}}
}

// Build is what is known of a build of pp.
type Build struct {
	Version string    `json:"version"` // "devel" when nobody released it
	Commit  string    `json:"commit"`  // "" when it was not built from a repository; "+" behind it says with changes
	Go      string    `json:"go"`
	OS      string    `json:"os"`
	Arch    string    `json:"arch"`
	Date    time.Time `json:"-"` // of the commit
}

// BuildOf is what the linker and the module system say of this build.
func BuildOf(sys system.System) Build {
	b := Build{Version: sys.Release, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	b.Version = cmp.Or(b.Version, "devel")
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; sys.Release == "" && v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.Commit = s.Value[:min(12, len(s.Value))] + b.Commit
		case s.Key == "vcs.modified" && s.Value == "true":
			b.Commit += "+"
		case s.Key == "vcs.time":
			b.Date, _ = time.Parse(time.RFC3339, s.Value)
		}
	}
	return b
}
