package command

import (
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

func Version(a App) *cli.Command {
	return &cli.Command{Name: "version", Usage: "print the version", UsageText: "[--json]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 2 usage",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			v := version()
			if !a.Options.JSON {
				return a.Out.Print("pp " + v + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + "\n")
			}
			return a.Out.PrintJSON(map[string]string{"version": v, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH})
		}}
}

// version is what the module system knows of this build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
